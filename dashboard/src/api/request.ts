import { noteLost } from './connection.ts';

/** An error response, with the server's message. */
export class RequestError extends Error {
  readonly status: number;
  readonly code: string;
  /** All mistakes in the request, with the fields that they concern. */
  readonly problems: readonly Problem[];

  constructor(status: number, code: string, message: string, problems: readonly Problem[] = []) {
    super(message);
    this.status = status;
    this.code = code;
    this.problems = problems;
  }
}

export interface Problem {
  /** The field as the API names it; null: the request as a whole. */
  param: string | null;
  message: string;
}

/** No response arrived. The server may have done it all the same. */
export class ConnectionError extends RequestError {
  /** Whether doing it twice is the same as doing it once. */
  readonly isRepeatable: boolean;

  constructor(isRepeatable: boolean) {
    super(0, 'offline', 'Waypost could not be reached. Check your connection and try again.');
    this.isRepeatable = isRepeatable;
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

/** A new account begins with the zone of the browser. */
const zoneHeaders = { 'x-waypost-timezone': new Intl.DateTimeFormat().resolvedOptions().timeZone };

/** Asks the user for something; resolves with whether they did it. */
type Prompt = () => Promise<boolean>;
let identityPrompt: Prompt | null = null;
let signInPrompt: Prompt | null = null;

export function setIdentityPrompt(prompt: Prompt | null): void {
  identityPrompt = prompt;
}

export function setSignInPrompt(prompt: Prompt | null): void {
  signInPrompt = prompt;
}

/**
 * A request with the session cookie. Error responses are thrown as RequestError. If the server requires that the user signs in again or
 * confirms their identity, they are asked, and the request is sent again.
 */
export async function request<Answer>(path: string, input: RequestInput = {}): Promise<Answer> {
  const response = await fetchResponse(path, input);
  return readJson(await response.text()) as Answer;
}

/** Saves a response as a file. */
export async function download(path: string, name: string): Promise<void> {
  saveFile([await (await fetchResponse(path)).blob()], name);
}

export function saveFile(parts: BlobPart[], name: string, type?: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, type === undefined ? {} : { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** As `request`, with the whole response. */
export async function fetchResponse(path: string, input: RequestInput = {}): Promise<Response> {
  // Each reason is asked about once.
  for (let asked: Prompt | null = null; ; ) {
    try {
      return await send(path, input);
    } catch (error) {
      const prompt = promptFor(error);
      if (prompt === null || prompt === asked || !(await prompt())) throw error;
      asked = prompt;
    }
  }
}

function promptFor(error: unknown): Prompt | null {
  if (!(error instanceof RequestError)) return null;
  if (error.code === 'reauthentication_required') return identityPrompt;
  return isSignedOut(error) && account !== null ? signInPrompt : null;
}

/** Whether the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401 && error.code === 'unauthorized';
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
        ...zoneHeaders,
        ...input.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(file && { 'content-type': 'application/octet-stream' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file && { body: file }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    noteLost();
    throw new ConnectionError(method !== 'POST' || input.headers?.['idempotency-key'] !== undefined);
  }
  if (response.ok) return response;
  const answer = readJson(await response.text()) as {
    code?: string;
    message?: string;
    param?: string | null;
    errors?: Problem[];
  };
  const { code = 'unknown', message, param = null, errors } = answer;
  if (message === undefined) {
    const text = `The server responded with ${response.status}. Try again in a moment.`;
    throw new RequestError(response.status, code, text);
  }
  throw new RequestError(response.status, code, message, errors ?? [{ param, message }]);
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
