-- A batch whose answer was lost, and that had left out codes as out of date, although their scans were then answered from the
-- journal: those are counted now, once. The grants themselves say what is done.
create function repair_scan_batch(batch uuid, day date, codes uuid[], scans integer[]) returns void language plpgsql as $$
declare
  stored scan_batches;
  place integer;
begin
  select * into stored from scan_batches where recorded_on = day and batch_id = batch for update;
  for code in 1 .. cardinality(codes) loop
    place := array_position(stored.qr_ids, codes[code]);
    if place is null or stored.grants[place] <> -1 then
      continue;
    end if;
    stored.grants[place] := 2 * scans[code];
    update scan_state set scan_count = scan_count + scans[code] where qr_id = codes[code];
  end loop;
  update scan_batches set grants = stored.grants where recorded_on = day and batch_id = batch;
end
$$;
