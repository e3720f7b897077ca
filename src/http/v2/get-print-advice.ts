import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import { nearestMm } from '#core/print/print-advice.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { findQrCode } from '#features/qr-codes/qr-code-queries.ts';
import { drawnText, resultOf } from '#features/rendering/print-task.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { envelopeFields2, errorResponses, rateLimitResponseHeaders } from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const schema: FastifySchema = {
  operationId: 'getPrintAdvice',
  tags: ['QR codes'],
  summary: 'Get the smallest size for the print of a QR code',
  description:
    'Measured with the image of this code: it gets smaller in front of the camera of an ordinary phone until it is no longer read. An image that is twice as wide is read from twice the distance. 404 while the image is pending.',
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  response: {
    200: {
      description: 'The size.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            smallest_width_mm: Type.Number({
              description: 'Of the whole image, with its quiet zone and frame.',
              example: 8.5,
            }),
            distance_mm: Type.Number({
              description: "From how far this size is read. Phones can't focus on anything nearer.",
              example: nearestMm,
            }),
          }),
        },
      },
    },
    ...errorResponses(['invalid_request', 'qr_not_found', 'not_found', 'service_unavailable']),
  },
};

export function registerGetPrintAdvice(app: FastifyInstance, context: ApiContext): void {
  const { db, drawings, config } = context;
  app.get<{ Params: { id: string } }>(
    '/v2/qr-codes/:id/print-advice',
    { schema, config: { access: 'codes.read' } },
    async (request) => {
      refuseUnknownParameters(request, []);
      const actor = actorOf(request);
      const qrId = parseIdentifier('qrc', request.params.id);
      const code = qrId === null ? undefined : await findQrCode(db, actor.accountId, qrId);
      if (code === undefined || !can(actor, 'codes.read', code.project_id)) throw notFound();
      const task = { kind: 'advice', ...drawnText(code, config.publicBaseUrl) } as const;
      const advice = resultOf(await drawings.run(actor.accountId, task));
      return envelope(request, { smallest_width_mm: advice.smallestWidthMm, distance_mm: nearestMm });
    },
  );
}
