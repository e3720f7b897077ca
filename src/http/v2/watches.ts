import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { parseWatch, watchFields } from '#core/watch/watch-input.ts';
import { removeWatch, requireWatched, saveWatch } from '#features/watches/save-watch.ts';
import { readWatch } from '#features/watches/watch-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { createBodyReader, strictBodyOf } from '../read-body.ts';
import { envelopeFields2, errorResponses, inEnvelope, rateLimitResponseHeaders } from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';
import { watchFieldSchemas } from './watch-schema.ts';

const path = '/v2/qr-codes/:id/watch';
const params = Type.Object({ id: Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' }) });
const response = (description: string) => ({
  description,
  headers: rateLimitResponseHeaders,
  content: { 'application/json': { schema: inEnvelope('Watch', 2) } },
});
const { destination, standby_url: standbyUrl, scans } = watchFieldSchemas;

const getSchema: FastifySchema = {
  operationId: 'getWatch',
  tags: ['Watches'],
  summary: 'Get what is watched about a QR code',
  params,
  response: {
    200: response('What is watched, and how it is doing.'),
    ...errorResponses(['invalid_request', 'qr_not_found', 'not_found']),
  },
};
const putSchema: FastifySchema = {
  operationId: 'putWatch',
  tags: ['Watches'],
  summary: 'Watch a QR code',
  description: 'Replaces what is watched. What you leave out is off.',
  params,
  body: Type.Object({
    destination: Type.Optional(destination),
    standby_url: Type.Optional(standbyUrl),
    scans: Type.Optional(scans),
  }),
  response: {
    200: response('What is watched now.'),
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'feature_disabled',
      'qr_not_found',
      'unsafe_url',
    ]),
  },
};
const deleteSchema: FastifySchema = {
  operationId: 'deleteWatch',
  tags: ['Watches'],
  summary: 'Stop watching a QR code',
  description: 'A stand-by address that is in use gives way to the destination.',
  params,
  response: {
    200: {
      description: 'It is no longer watched.',
      headers: rateLimitResponseHeaders,
      content: { 'application/json': { schema: Type.Object(envelopeFields2) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'qr_not_found',
      'not_found',
      'conflict',
      'unsafe_url',
    ]),
  },
};

interface CodeRequest {
  Params: { id: string };
}

/** What is watched about a code: its destinations, its scans, or both. */
export function registerWatches(app: FastifyInstance, context: ApiContext): void {
  const { db, safety } = context;
  const idOf = ({ id }: CodeRequest['Params']) => parseIdentifier('qrc', id);

  app.get<CodeRequest>(path, { schema: getSchema, config: { access: 'codes.read' } }, async (request) => {
    refuseUnknownParameters(request, []);
    const actor = actorOf(request);
    const watch = await readWatch(db, actor, await requireWatched(db, actor, idOf(request.params)));
    if (watch === null) throw new Refusal('not_found', 'This code is not watched.');
    return envelope(request, watch);
  });

  const putOptions = {
    schema: putSchema,
    config: { access: 'codes.change' } as const,
    preValidation: createBodyReader(context),
  };
  app.put<CodeRequest>(path, putOptions, async (request) => {
    refuseUnknownParameters(request, []);
    const input = strictBodyOf(request, watchFields, parseWatch);
    const { watch: offer } = context.config;
    const code = await saveWatch(db, { safety, offer }, actorOf(request), idOf(request.params), input);
    return envelope(request, (await readWatch(db, actorOf(request), code)) ?? {});
  });

  app.delete<CodeRequest>(
    path,
    { schema: deleteSchema, config: { access: 'codes.change' } },
    async (request) => {
      refuseUnknownParameters(request, []);
      await removeWatch(db, safety, actorOf(request), idOf(request.params));
      return envelope(request, {});
    },
  );
}
