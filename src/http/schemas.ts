import { type Static, type TSchema, type TUnsafe, Type } from 'typebox';
import { apiVersion, apiVersion2, docUrl } from '#core/error-envelope.ts';
import { type ErrorCode, errorStatus } from '#core/errors.ts';

/** Parts of JSON Schema that OpenAPI 3.0.3 supports: no `const`, no `type: null`. */
export function nullable<Schema extends TSchema>(schema: Schema): TUnsafe<Static<Schema> | null> {
  return Type.Unsafe({ ...schema, nullable: true });
}

export function nullableEnum<Value extends string>(values: Value[], options: object): TUnsafe<Value | null> {
  return Type.Unsafe({ type: 'string', enum: [...values, null], nullable: true, ...options });
}

export function stringEnum<Value extends string>(values: Value[], options: object = {}): TUnsafe<Value> {
  return Type.Unsafe({ type: 'string', enum: values, ...options });
}

/** Values that later releases can add to; clients must not fail on a new one. */
export function openEnum<Value extends string>(values: readonly Value[], description = ''): TUnsafe<Value> {
  const known = `Known values: ${values.map((value) => `\`${value}\``).join(', ')}. There can be new ones.`;
  return Type.Unsafe({
    type: 'string',
    'x-extensible-enum': values,
    description: description === '' ? known : `${description} ${known}`,
  });
}

export const requestId = Type.String({
  format: 'uuid',
  description: 'Identifies this response in our logs.',
});
export const timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, example: '2026-03-01T09:30:00.000Z' });

/** The fields of every success. */
export const envelopeFields = {
  ok: Type.Unsafe<true>({ type: 'boolean', enum: [true] }),
  version: stringEnum([apiVersion]),
  request_id: requestId,
};

/** The same in `/v2`. */
export const envelopeFields2 = { ...envelopeFields, version: stringEnum([apiVersion2]) };

export const envelopeSchemas = [
  Type.Object(envelopeFields, { $id: 'Envelope', description: 'The fields of every success.' }),
  Type.Object(envelopeFields2, { $id: 'EnvelopeV2', description: 'The fields of every success in v2.' }),
];

/** A resource with the fields of every success. */
export function inEnvelope(name: string, version: 1 | 2): TSchema {
  return Type.Unsafe({
    allOf: [{ $ref: version === 1 ? 'Envelope#' : 'EnvelopeV2#' }, { $ref: `${name}#` }],
  });
}

const param = nullable(
  Type.String({
    description: 'The field or query parameter with the problem; null if it is not about one.',
    example: 'redirect_rules[1].url',
  }),
);

export const errorSchema = Type.Object(
  {
    ok: Type.Unsafe<false>({ type: 'boolean', enum: [false] }),
    version: stringEnum([apiVersion, apiVersion2]),
    request_id: requestId,
    code: openEnum(Object.keys(errorStatus) as ErrorCode[], 'The error code, for programs.'),
    message: Type.String({ description: 'What went wrong and what to do, as text for people.' }),
    param,
    doc_url: Type.String({
      description: 'The page of the guide that explains the code.',
      example: 'https://api.example.com/docs/guide/errors#invalid_request',
    }),
    errors: Type.Optional(
      Type.Array(Type.Object({ param, message: Type.String() }), {
        description: 'All problems, if the request has several. `message` and `param` are the first.',
      }),
    ),
  },
  { $id: 'Error', description: 'The body of every error response.' },
);

const reasons: Partial<Record<number, string>> = {
  400: 'The body or one of its fields is not valid. The message names the field.',
  401: 'The API key is missing, wrong or revoked.',
  402: "The account has reached its plan's number of QR codes.",
  403: 'The account is not allowed to do this.',
  404: "It doesn't exist, or it belongs to another account.",
  409: 'The Idempotency-Key was used for another request, or its first request is still running.',
  412: 'The code was changed since you read it.',
  413: 'The body is larger than 64 KiB.',
  415: 'The body is not application/json.',
  422: 'The destination failed the safety check.',
  429: 'A rate limit is reached. Retry-After says when to try again.',
  500: 'An error on our side. You can send the request again.',
  503: "A database of the service can't be reached. Retry-After says when to try again.",
};

const reasonOf = (status: number) => reasons[status] ?? 'The request is refused. The message says why.';

/** Errors of every endpoint, besides its own. */
const commonCodes: ErrorCode[] = [
  'unauthorized',
  'api_access_disabled',
  'insufficient_scope',
  'rate_limited',
  'rate_limit_minute',
  'rate_limit_day',
  'internal_error',
  'service_unavailable',
];

/** Error responses by status, each with its codes and an example. */
export function errorResponses(ownCodes: ErrorCode[]): Record<number, object> {
  const byStatus = new Map<number, ErrorCode[]>();
  const add = (status: number, code: ErrorCode) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  for (const code of [...ownCodes, ...commonCodes]) {
    add(errorStatus[code], code);
    if (code === 'invalid_payload') for (const status of [413, 415]) add(status, code);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(status, codes)]));
}

function errorResponse(status: number, codes: ErrorCode[]): object {
  const examples = codes.map((code) => [
    code,
    {
      value: {
        ok: false,
        version: apiVersion,
        request_id: '01932c07-5a3e-7b1c-9f52-3d6a8e41c7b0',
        code,
        message: reasonOf(status),
        param: null,
        doc_url: docUrl('https://api.example.com', code),
      },
    },
  ]);
  const headers = status === 429 || status === 503 ? { 'retry-after': retryAfter } : {};
  return {
    description: `${reasonOf(status)} Code: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: { ...responseHeaders, ...headers },
    content: {
      'application/json': { schema: { $ref: 'Error#' }, examples: Object.fromEntries(examples) },
    },
  };
}

const retryAfter = { description: 'Whole seconds to wait.', type: 'integer' };

export const responseHeaders = {
  'x-request-id': { description: 'The same as `request_id` in the body.', type: 'string' },
};

export const rateLimitResponseHeaders = {
  ...responseHeaders,
  'ratelimit-policy': {
    description: 'The quotas of the key: `q` requests in `w` seconds, one item per policy.',
    type: 'string',
  },
  ratelimit: {
    description: 'What remains (`r`), and in how many seconds a part of the quota is available again (`t`).',
    type: 'string',
  },
};

/** Of a POST. */
export const onceResponseHeaders = {
  ...rateLimitResponseHeaders,
  'idempotent-replayed': {
    description:
      '`true` if this is the stored response of an earlier request with the same `Idempotency-Key`.',
    type: 'string',
  },
};

/** Of responses with one code. */
export const taggedResponseHeaders = {
  ...rateLimitResponseHeaders,
  etag: { description: 'For `If-None-Match` and `If-Match`.', type: 'string' },
  'preference-applied': { description: '`wait=N` if the response waited for the image.', type: 'string' },
};

/** Of another resource that can be changed. */
export const etagResponseHeaders = {
  ...rateLimitResponseHeaders,
  etag: { description: 'For `If-None-Match` and `If-Match`.', type: 'string' },
};

export const preferHeaders = Type.Object({
  prefer: Type.Optional(
    Type.String({
      description:
        '`wait=N` holds the response until the image is ready or N seconds have passed (1 to 10). At most ten requests per key wait at the same time; others are answered at once.',
      example: 'wait=5',
    }),
  ),
});

export const ifMatchHeaders = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` of the code as you read it: if somebody has changed it since, you get a 412. Scans and finished images are no change.',
    }),
  ),
});

export const ifNoneMatchHeaders = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      description: 'The `ETag` that you have: if nothing changed, you get a 304 without a body.',
    }),
  ),
});

export const pageQuery = {
  page_size: Type.Optional(
    Type.Integer({
      default: 20,
      description: '1 to 100. Other numbers are not refused: the nearest valid number is used.',
    }),
  ),
  page_token: Type.Optional(
    Type.String({
      description:
        'The `next_page_token` of the page before. A token that is malformed, expired (24 hours) or of another list starts from the first page.',
    }),
  ),
};

export const nextPageToken = nullable(
  Type.String({ description: 'Token of the next page; null on the last page.' }),
);

export const idempotencyHeaders = Type.Object({
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Makes it safe to send the request again: for 24 hours, the same key and body return the first response.',
    }),
  ),
});
