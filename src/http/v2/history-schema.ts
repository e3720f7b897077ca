import { Type } from 'typebox';
import { nullable, openEnum, stringEnum, timestamp } from '../schemas.ts';

const anything = Type.Unsafe<unknown>({ description: 'The value; null if there was none.' });

export const changeSchema = Type.Object(
  {
    change_id: Type.String({ example: 'chg_00000000004T2MP4TZ6WN8KX2M' }),
    changed_at: timestamp('When it was changed.'),
    operation: stringEnum(['created', 'changed']),
    actor: Type.Object({
      kind: openEnum(['member', 'api_key', 'oauth_client', 'operator', 'system']),
      id: nullable(Type.String()),
      name: Type.String({ description: 'Never an email address.', example: 'Ana' }),
    }),
    via: openEnum(['dashboard', 'api', 'cli', 'safety', 'schedule']),
    changes: Type.Array(Type.Object({ field: Type.String(), before: anything, after: anything }), {
      description: 'Secrets are shown as `{"secret": true}`.',
    }),
    first_scan_number: nullable(
      Type.Integer({
        description: 'The first scan that saw the change; null if scans see nothing of it, or none has yet.',
      }),
    ),
    bulk_id: nullable(Type.String({ description: 'The bulk change that it was a part of.' })),
  },
  { $id: 'Change', description: 'An entry of the history.' },
);
