import { Type } from 'typebox';
import { nullable, openEnum, timestamp } from '../schemas.ts';

const laterOrNull = (description: string) => nullable(timestamp(description));

export const watchFieldSchemas = {
  destination: Type.Boolean({ description: 'Check the destinations once a day.' }),
  standby_url: nullable(
    Type.String({
      description: 'Replaces `redirect_url` while that fails; the change reverts itself when it works again.',
      example: 'https://example.com/closed',
    }),
  ),
  scans: Type.Boolean({ description: 'Send an alarm when scans stop, or are many more than usual.' }),
};

export const watchSchema = Type.Object(
  {
    ...watchFieldSchemas,
    is_standby_used: Type.Boolean({ description: 'Whether scans lead to the stand-by address.' }),
    replaced_url: nullable(
      Type.String({ description: 'The destination that comes back when it works again.' }),
    ),
    failing_since: laterOrNull('Since when `redirect_url` has failed three checks in a row.'),
    destinations: Type.Array(
      Type.Object({
        url: Type.String(),
        state: openEnum(['unchecked', 'works', 'troubled', 'failing', 'forbidden']),
        checked_at: laterOrNull('The last check.'),
        problem: nullable(
          Type.String({
            description:
              '`status`, `unreachable`, `name`, `tls`, `private`, `redirects`, or `robots` (robots.txt forbids the check).',
          }),
        ),
        status: nullable(Type.Integer({ description: 'Of the response.', example: 200 })),
        failures: Type.Integer({ description: 'Failed checks in a row.' }),
        certificate_expires_at: laterOrNull('The end of its certificate.'),
        redirect_host: nullable(Type.String({ description: 'The host that it redirects to.' })),
        domain: nullable(Type.String({ description: 'Its registered domain.' })),
        domain_expires_at: laterOrNull('The end of its registration.'),
      }),
      { description: '`redirect_url` and the addresses of rules.' },
    ),
    project_domain: nullable(
      Type.Object(
        { domain: Type.String(), expires_at: laterOrNull('The end of its registration.') },
        { description: 'The registered domain of the project’s links.' },
      ),
    ),
    scan_state: nullable(
      Type.Object({
        state: openEnum(['learning', 'usual', 'quiet', 'surge']),
        since: laterOrNull('The last scan before the silence, or the surge.'),
        usual_scans_per_week: nullable(Type.Number({ example: 120.5 })),
      }),
    ),
  },
  { $id: 'Watch', description: 'What is watched about a code, and how it is doing.' },
);
