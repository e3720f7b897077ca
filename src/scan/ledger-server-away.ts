/** Only a ledger server that is away can count these scans: they stay in the journal without blocking others. */
export class LedgerServerAway extends Error {}
