/** What the server said no to, in its own words. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

interface RequestInput {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Sent as it is, in place of `body`. */
  file?: Blob;
  signal?: AbortSignal;
}

const base = '/dashboard/api';

/** A request with the session's cookie. Answers that are no success are thrown as RequestError. */
export async function request<Answer>(path: string, input: RequestInput = {}): Promise<Answer> {
  const { method = 'GET', body, file, signal } = input;
  let response: Response;
  try {
    response = await fetch(base + path, {
      method,
      ...(signal && { signal }),
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      ...(file && { headers: { 'content-type': 'application/octet-stream' }, body: file }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new RequestError(
      0,
      'offline',
      'Waypost could not be reached. Check your connection and try again.',
    );
  }
  const text = await response.text();
  const answer = readJson(text);
  if (response.ok) return answer as Answer;
  throw new RequestError(
    response.status,
    typeof answer['code'] === 'string' ? answer['code'] : 'unknown',
    typeof answer['message'] === 'string'
      ? answer['message']
      : `The server answered ${response.status}; try again in a moment.`,
  );
}

function readJson(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong; try again.';
}
