import { Type } from 'typebox';
import { eventTypes } from '#core/event-type.ts';
import { nullable, openEnum, timestamp } from '../schemas.ts';
import { qrCodeFields } from '../v1/qr-code-schema.ts';

export const eventId = 'evt_000000000J00G4TSRZ6JQAR9XR';
export const eventParams = Type.Object({ id: Type.String({ example: eventId }) });

const { qr_data: _, qr_render_metadata: __, ...codeFields } = qrCodeFields;

export const eventSchema = Type.Object(
  {
    event_id: Type.String({ example: eventId }),
    type: openEnum(eventTypes),
    created_at: timestamp('When it happened.'),
    data: Type.Object(
      {
        qr_code: Type.Optional(
          Type.Object(codeFields, {
            description:
              'For `qr.…`: the code after the change, without `qr_data` and `qr_render_metadata`. `scan_count` can be some seconds old.',
          }),
        ),
        project: Type.Optional(Type.Ref('Project#')),
        export: Type.Optional(Type.Ref('Export#')),
        alarm: Type.Optional(
          Type.Unsafe<object>({
            type: 'object',
            additionalProperties: true,
            description: 'For `qr.quiet`, `qr.surge` and `qr.destination_failing`: what was noticed.',
            example: { last_scan_at: '2026-12-01T09:45:00.000Z', expected_scans: 42 },
          }),
        ),
        previous: Type.Optional(
          Type.Unsafe<object>({
            type: 'object',
            additionalProperties: true,
            description: 'Values of the changed fields before the change.',
            example: { label: 'Old menu' },
          }),
        ),
        actor: Type.Object(
          {
            kind: openEnum(['member', 'api_key', 'oauth_client', 'operator', 'system']),
            id: nullable(Type.String()),
          },
          { description: 'Who did it.' },
        ),
      },
      { description: 'One of `qr_code`, `project` and `export`, by type.' },
    ),
  },
  { $id: 'Event', description: 'Something that happened to a code, project or export.' },
);
