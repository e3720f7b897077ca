-- Scans of codes without a limit are appended from now on, and scans are numbered (docs/adr/0019-counting-by-appending.md). The lock waits
-- for everybody who counts without numbers: so no scan without a number follows one that has a number.
lock table scan_state in share row exclusive mode;
update ledger_state set is_appending = true;
