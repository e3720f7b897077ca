import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type CallApi, callTool, resultOf, segment } from './call-api.ts';

const qrId = z.string().describe('The ID of the code: qrc_…');
const fields = {
  label: z.string().optional(),
  redirect_url: z.string().optional().describe('The new destination'),
  redirect_rules: z.array(z.record(z.string(), z.unknown())).optional().describe('Replaces all rules'),
  scan_limit: z.number().int().nullable().optional(),
  expires_at: z.string().nullable().optional().describe('RFC 3339'),
};
const confirm = z.string().describe('Repeat the ID of the code, after asking the user');

/** Tools that change codes. The scope of the key decides whether they are allowed. */
export function registerWriteTools(server: McpServer, call: CallApi): void {
  server.registerTool(
    'create_code',
    {
      title: 'Create a QR code',
      description: 'A dynamic code for a link. Its image is ready after a moment: see get_code.',
      inputSchema: z.object({
        redirect_url: z.string(),
        label: z.string().optional(),
        project_id: z.string().optional(),
      }),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    (body) => callTool(call('POST', '/v1/qr-codes', { body })),
  );
  server.registerTool(
    'change_code',
    {
      title: 'Change a QR code',
      description:
        'From the next scan on, the printed code leads to the new destination. So it needs a confirmation. It can be reverted.',
      inputSchema: z.object({ qr_id: qrId, ...fields, confirm }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ qr_id: id, confirm: repeated, ...body }) =>
      confirmed(id, repeated) ?? callTool(call('PATCH', `/v1/qr-codes/${segment(id)}`, { body })),
  );
  server.registerTool(
    'archive_code',
    {
      title: 'Archive a QR code',
      description: 'Its printed link stops working at once. It needs a confirmation.',
      inputSchema: z.object({ qr_id: qrId, confirm }),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ qr_id: id, confirm: repeated }) =>
      confirmed(id, repeated) ??
      callTool(call('PATCH', `/v1/qr-codes/${segment(id)}`, { body: { status: 'archived' } })),
  );
  server.registerTool(
    'revert_change',
    {
      title: 'Revert a change of a QR code',
      description: 'Restores the values from before a change (see get_history). It needs a confirmation.',
      inputSchema: z.object({ qr_id: qrId, change_id: z.string().describe('chg_…'), confirm }),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ({ qr_id: id, change_id: changeId, confirm: repeated }) =>
      confirmed(id, repeated) ??
      callTool(call('POST', `/v2/qr-codes/${segment(id)}/revert`, { body: { change_id: changeId } })),
  );
}

/** Null if the caller has confirmed it. */
function confirmed(id: string, repeated: string) {
  if (repeated === id) return null;
  return Promise.resolve(
    resultOf({ message: `Nothing was changed. Ask the user, then repeat ${id} in the field confirm.` }, true),
  );
}
