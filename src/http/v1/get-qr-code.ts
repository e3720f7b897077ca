import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseIdentifier } from '#core/identifier.ts';
import { can } from '#core/permissions.ts';
import { parseSlug } from '#core/slug.ts';
import { notFound } from '#features/qr-codes/plan-change.ts';
import { type FullQrCodeRow, findQrCode, findQrCodeBySlug } from '#features/qr-codes/qr-code-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { firstQueryValue } from '../query.ts';
import {
  errorResponses,
  ifNoneMatchHeaders,
  inEnvelope,
  preferHeaders,
  taggedResponseHeaders,
} from '../schemas.ts';
import { sendCode } from '../send-code.ts';

const response = {
  200: {
    description: 'The code.',
    headers: taggedResponseHeaders,
    content: { 'application/json': { schema: inEnvelope('QrCode', 1) } },
  },
  304: { description: 'You have this version already.', headers: taggedResponseHeaders },
  ...errorResponses(['qr_not_found']),
};

const byId: FastifySchema = {
  operationId: 'getQrCode',
  tags: ['QR codes'],
  summary: 'Retrieve a QR code',
  description: "Doesn't find archived codes; list them with `status=archived`.",
  params: Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) }),
  headers: Type.Object({ ...ifNoneMatchHeaders.properties, ...preferHeaders.properties }),
  response,
};

const bySlug = (operationId: string): FastifySchema => ({
  operationId,
  tags: ['QR codes'],
  summary: 'Find a QR code by its slug',
  description: "Letter case doesn't matter. `/v1/qr-codes/find` and `/v1/qr-codes/by-slug` do the same.",
  querystring: Type.Object({ slug: Type.String({ example: 'qr-8kx2mp4tz6wn' }) }),
  headers: ifNoneMatchHeaders,
  response,
});

/** GET by ID, and by slug under its two names. */
export function registerGetQrCode(app: FastifyInstance, context: ApiContext): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, code: FullQrCodeRow | undefined) => {
    if (code === undefined || !can(actorOf(request), 'codes.read', code.project_id)) throw notFound();
    return sendCode(context, request, reply, code);
  };
  app.get<{ Params: { id: string } }>(
    '/v1/qr-codes/:id',
    { schema: byId, config: { access: 'codes.read' } },
    async (request, reply) => {
      const qrId = parseIdentifier('qrc', request.params.id);
      if (qrId === null) throw notFound();
      return answer(request, reply, await findQrCode(context.db, actorOf(request).accountId, qrId));
    },
  );
  for (const [path, operationId] of [
    ['find', 'findQrCode'],
    ['by-slug', 'findQrCodeBySlug'],
  ]) {
    app.get(
      `/v1/qr-codes/${path}`,
      { schema: bySlug(operationId ?? ''), config: { access: 'codes.read' } },
      async (request, reply) => {
        const slug = parseSlug(firstQueryValue(request, 'slug') ?? '');
        if (slug === null) throw notFound();
        return answer(request, reply, await findQrCodeBySlug(context.db, actorOf(request).accountId, slug));
      },
    );
  }
}
