import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventSubject, type Subscription, wantsEvent } from './wants-event.ts';

const everything: Subscription = {
  types: null,
  project_id: null,
  qr_ids: null,
  reads_events: true,
  reads_scans: true,
  reads_projects: null,
};
const changed: EventSubject = { type: 'qr.updated', projectId: 'p', qrId: 'q' };
const scanned: EventSubject = { ...changed, type: 'qr.scan' };
const exported: EventSubject = { type: 'export.done', projectId: null, qrId: null };

for (const [name, limits, subject, isWanted] of [
  ['everything', {}, changed, true],
  ['everything, an export', {}, exported, true],
  ['its type', { types: ['qr.updated'] }, changed, true],
  ['another type', { types: ['qr.scan'] }, changed, false],
  ['its project', { project_id: 'p' }, changed, true],
  ['another project', { project_id: 'x' }, changed, false],
  ['an export, for a project', { project_id: 'p' }, exported, false],
  ['its code', { qr_ids: ['q'] }, scanned, true],
  ['another code', { qr_ids: ['x'] }, scanned, false],
  ['a project, for codes', { qr_ids: ['q'] }, { ...changed, type: 'project.updated' }, false],
  ['outside of what its creator could read', { reads_projects: ['x'] }, changed, false],
  ['events without the right to read them', { reads_events: false }, changed, false],
  ['scans without the right to read them', { reads_scans: false }, scanned, false],
  ['scans with only that right', { reads_events: false }, scanned, true],
] as [string, Partial<Subscription>, EventSubject, boolean][])
  test(`an endpoint ${isWanted ? 'gets' : 'does not get'} ${name}`, () => {
    assert.equal(wantsEvent({ ...everything, ...limits }, subject), isWanted);
  });
