import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTimeZone } from './time-zone.ts';

test('a time zone is an IANA name', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu']) {
    assert.notEqual(parseTimeZone(zone), null, zone);
  }
  for (const zone of ['', '+02:00', 'Europe/Atlantis', 'Berlin', '../etc', 'Europe/Berlin ']) {
    assert.equal(parseTimeZone(zone), null, zone);
  }
});
