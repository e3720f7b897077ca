import type { operations } from './openapi.ts';

/** The body of a response. */
export type Answer<
  Operation extends keyof operations,
  Status extends number,
> = operations[Operation] extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>;
}
  ? Body
  : never;

/** The body of a request. */
export type Body<Operation extends keyof operations> = operations[Operation] extends {
  requestBody: { content: { 'application/json': infer Content } };
}
  ? Content
  : never;

/** What can be changed has a tag, for `ifMatch`. */
export interface Tagged {
  etag: string;
}
