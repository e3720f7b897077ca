import assert from 'node:assert';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { isRecord } from '#core/is-record.ts';
import type { Parsed } from '#core/parsed.ts';
import type { IdempotencyKey } from '#features/idempotency/idempotency-queries.ts';
import { replayAnswer } from '#features/idempotency/run-once.ts';
import type { ApiContext } from './api-context.ts';
import { actorOf } from './authenticate.ts';
import { pathOf } from './request-log.ts';
import { sendOnce } from './send-code.ts';

const keyLengthMax = 255;
const utf8 = new TextDecoder('utf-8', { fatal: true });
const idempotencyKeys = new WeakMap<FastifyRequest, IdempotencyKey>();

/** The idempotency key under which the response is stored, if there is one. */
export function idempotencyKeyOf(request: FastifyRequest): IdempotencyKey | null {
  return idempotencyKeys.get(request) ?? null;
}

/** Parses the body with a parser of `core`; its errors are mistakes of the caller. */
export function bodyOf<Value>(
  request: FastifyRequest,
  parse: (body: Record<string, unknown>) => Parsed<Value>,
): Value {
  const parsed = parse(request.body as Record<string, unknown>);
  if (!parsed.ok) throw invalidRequest(parsed);
  return parsed.value;
}

/** In `/v2`, a misspelled field is an error. */
export function strictBodyOf<Value>(
  request: FastifyRequest,
  fields: readonly string[],
  parse: (body: Record<string, unknown>) => Parsed<Value>,
): Value {
  const stray = Object.keys(request.body as object).find((name) => !fields.includes(name));
  if (stray !== undefined)
    throw new Refusal('invalid_request', `The body has an unknown field: ${stray}.`, { param: stray });
  return bodyOf(request, parse);
}

/** Bodies stay bytes: a repeated request must be found before the form of its body is checked (D6). */
export function takeRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** Idempotency, then the body: repeats the first response, or puts the parsed object into `request.body`. */
export function createBodyReader(context: ApiContext, mayBeEmpty = false) {
  return async function readBody(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const raw = request.body ?? Buffer.alloc(0);
    assert(Buffer.isBuffer(raw));
    const key = takesIdempotencyKey(request) ? readIdempotencyKey(request, raw) : null;
    if (key !== null) {
      const replay = await replayAnswer(context.db, key);
      if (replay !== null) return sendOnce(context, request, reply, replay);
      idempotencyKeys.set(request, key);
    }
    request.body = mayBeEmpty && raw.length === 0 ? {} : parseBody(request, raw);
    return undefined;
  };
}

/** POST, and in `/v2` also PATCH. */
function takesIdempotencyKey(request: FastifyRequest): boolean {
  return request.method === 'POST' || (request.method === 'PATCH' && request.url.startsWith('/v2/'));
}

function readIdempotencyKey(request: FastifyRequest, raw: Buffer): IdempotencyKey | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key.length < 1 || key.length > keyLengthMax) {
    throw new Refusal('invalid_request', `Idempotency-Key must have 1 to ${keyLengthMax} characters.`);
  }
  const { accountId, keyId, scopes } = actorOf(request);
  return {
    accountId,
    method: request.method,
    // Restricted keys have key spaces of their own.
    path: scopes === null ? pathOf(request) : `${keyId} ${pathOf(request)}`,
    key,
    bodyHash: createHash('sha256').update(raw).digest(),
  };
}

function parseBody(request: FastifyRequest, raw: Buffer): Record<string, unknown> {
  const mediaType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (raw.length > 0 && mediaType !== 'application/json') {
    throw unsupportedMediaType();
  }
  let body: unknown;
  try {
    body = JSON.parse(utf8.decode(raw));
  } catch {
    throw new Refusal('invalid_payload', 'The body is not valid JSON in UTF-8.');
  }
  if (!isRecord(body)) throw new Refusal('invalid_payload', 'The body must be a JSON object.');
  return body;
}

export function unsupportedMediaType(): Refusal {
  return new Refusal('invalid_payload', 'Send the body as Content-Type: application/json.', { status: 415 });
}
