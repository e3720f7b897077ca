import type { CallToolResult } from '@modelcontextprotocol/server';

/** One request to the public API, with the key of the caller. */
export type CallApi = (
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  parts?: { query?: Record<string, string | number | undefined>; body?: Record<string, unknown> },
) => Promise<{ status: number; body: Record<string, unknown> }>;

/** A path with its query; parameters without a value are left out. */
export function pathWith(path: string, query: Record<string, string | number | undefined> = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const text = new URLSearchParams(given).toString();
  return text === '' ? path : `${path}?${text}`;
}

/** An identifier as one part of a path, whatever a model writes into it. */
export function segment(id: string): string {
  return encodeURIComponent(id);
}

/** The response as a model reads it. An error says what to do next, so it is a result too. */
export async function callTool(
  call: Promise<{ status: number; body: Record<string, unknown> }>,
): Promise<CallToolResult> {
  const { status, body } = await call;
  const { ok: _, version: __, request_id: ___, ...result } = body;
  return resultOf(result, status >= 400);
}

export function resultOf(result: Record<string, unknown>, isError = false): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(result) }], structuredContent: result, isError };
}
