import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import {
  exportFields,
  exportKinds,
  imageFormats,
  imagesMax,
  parseNewExport,
  tableFormats,
} from '#core/export-input.ts';
import { exportView } from '#features/exports/export-view.ts';
import { permitExport, startExport } from '#features/exports/start-export.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { createBodyReader, idempotencyKeyOf, strictBodyOf } from '../read-body.ts';
import {
  errorResponses,
  idempotencyHeaders,
  inEnvelope,
  onceResponseHeaders,
  stringEnum,
} from '../schemas.ts';
import { sendOnce } from '../send-code.ts';
import { refuseUnknownParameters } from './strict-request.ts';

/** 5,000 IDs are 165 kB. */
const bodyBytesMax = 256 * 1_024;

const instant = (description: string) =>
  Type.Optional(Type.String({ format: 'date-time', description, example: '2026-03-01T00:00:00Z' }));

const schema: FastifySchema = {
  operationId: 'createExport',
  tags: ['Exports'],
  summary: 'Start an export',
  description: `\`qr_codes\`: all codes, or those of \`project_id\`. \`analytics\` and \`scans\`: exactly one of \`qr_id\` and \`project_id\`, with \`start\` and \`end\`. \`images\`: a ZIP for \`project_id\` or \`qr_ids\`, up to ${imagesMax.toLocaleString('en')} codes; archived ones are skipped. Two exports of an account run at a time, and 20 can wait.`,
  headers: idempotencyHeaders,
  body: Type.Object({
    kind: stringEnum([...exportKinds]),
    format: stringEnum([...tableFormats, ...imageFormats], {
      description: `${tableFormats.join(', ')}; for images: ${imageFormats.join(', ')}.`,
    }),
    project_id: Type.Optional(Type.String({ example: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8' })),
    qr_id: Type.Optional(Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' })),
    qr_ids: Type.Optional(Type.Array(Type.String(), { minItems: 1, maxItems: imagesMax })),
    start: instant('Inclusive. For `analytics`, a whole quarter of an hour.'),
    end: instant('Exclusive. At most 1,100 days after `start`.'),
  }),
  response: {
    202: {
      description: 'The export is waiting. Read it again until `status` is `done`.',
      headers: {
        ...onceResponseHeaders,
        Location: Type.String({ format: 'uri', description: 'Where to read the export.' }),
      },
      content: { 'application/json': { schema: inEnvelope('Export', 2) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'project_not_found',
      'qr_not_found',
      'conflict',
      'idempotency_conflict',
    ]),
  },
};

export function registerPostExports(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'exports.use' } as const;
  const options = { schema, config, bodyLimit: bodyBytesMax, preValidation: createBodyReader(context) };
  app.post('/v2/exports', options, async (request, reply) => {
    refuseUnknownParameters(request, []);
    const wanted = strictBodyOf(request, exportFields, parseNewExport);
    const actor = actorOf(request);
    permitExport(actor, wanted);
    const answer = await runOnce(context.db, idempotencyKeyOf(request), async (tx) => ({
      status: 202,
      body: exportView(await startExport(tx, actor, wanted), null, context.clock.nowMs()),
    }));
    reply.header('location', `${context.config.apiBaseUrl}/v2/exports/${String(answer.body['export_id'])}`);
    return sendOnce(context, request, reply, answer);
  });
}
