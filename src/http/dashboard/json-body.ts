import type { FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { isRecord } from '#core/is-record.ts';

/** The body as an object; bodies arrive as bytes. */
export function jsonBody(request: FastifyRequest): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse((request.body as Buffer | undefined)?.toString('utf8') ?? '');
  } catch {
    throw new Refusal('invalid_payload', 'The body is not valid JSON.');
  }
  if (!isRecord(body)) throw new Refusal('invalid_payload', 'The body must be a JSON object.');
  return body;
}

/** A text field that may be missing. */
export function textField(body: Record<string, unknown>, name: string): string | undefined {
  const value = body[name];
  if (value !== undefined && typeof value !== 'string')
    throw new Refusal('invalid_request', `${name} must be a string.`);
  return value;
}

export function switchField(body: Record<string, unknown>, name: string): boolean | undefined {
  const value = body[name];
  if (value !== undefined && typeof value !== 'boolean')
    throw new Refusal('invalid_request', `${name} must be true or false.`);
  return value;
}
