/** An error response, with the server's message. */
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
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  file?: Blob;
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

const base = '/dashboard/api';

/** The account of this page: the user may have switched to another one in another tab. */
let account: string | null = null;

export function setAccount(accountId: string | null): void {
  account = accountId;
}

/** For links and event streams, which can't send a header. */
export function accountQuery(): string {
  return account === null ? '' : `?account=${account}`;
}

export function accountHeaders(): Record<string, string> {
  return account === null ? {} : { 'x-waypost-account': account };
}

/** Asks the user to confirm their identity; resolves with whether they did. */
type IdentityPrompt = () => Promise<boolean>;
let identityPrompt: IdentityPrompt | null = null;

export function setIdentityPrompt(prompt: IdentityPrompt | null): void {
  identityPrompt = prompt;
}

/**
 * A request with the session cookie. Error responses are thrown as RequestError. If the server requires re-authentication, the user is asked
 * once, and the request is sent again.
 */
export async function request<Answer>(path: string, input: RequestInput = {}): Promise<Answer> {
  const response = await sendConfirmed(path, input);
  return readJson(await response.text()) as Answer;
}

/** Saves a response as a file. */
export async function download(path: string, name: string): Promise<void> {
  const response = await sendConfirmed(path, {});
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

async function sendConfirmed(path: string, input: RequestInput): Promise<Response> {
  try {
    return await send(path, input);
  } catch (error) {
    const isAsked = error instanceof RequestError && error.code === 'reauthentication_required';
    if (!isAsked || identityPrompt === null || !(await identityPrompt())) throw error;
    return send(path, input);
  }
}

async function send(path: string, input: RequestInput): Promise<Response> {
  const { method = 'GET', body, file, signal } = input;
  let response: Response;
  try {
    response = await fetch(base + path, {
      method,
      ...(signal && { signal }),
      headers: {
        ...accountHeaders(),
        ...input.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new RequestError(
      0,
      'offline',
      'Waypost could not be reached. Check your connection and try again.',
    );
  }
  if (response.ok) return response;
  const answer = readJson(await response.text());
  throw new RequestError(
    response.status,
    typeof answer['code'] === 'string' ? answer['code'] : 'unknown',
    typeof answer['message'] === 'string'
      ? answer['message']
      : `The server responded with ${response.status}. Try again in a moment.`,
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
  return error instanceof Error ? error.message : 'Something went wrong. Try again.';
}
