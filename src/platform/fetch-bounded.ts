interface Bounds {
  headers?: Record<string, string>;
  timeoutMs: number;
  bytesMax: number;
}

export interface FetchedAnswer {
  status: number;
  headers: Headers;
  body: Buffer;
}

/** A GET request with a limit on time and bytes. */
export async function fetchBounded(
  url: string,
  { headers = {}, timeoutMs, bytesMax }: Bounds,
): Promise<FetchedAnswer> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) });
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new Error(`the response has more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return { status: response.status, headers: response.headers, body: Buffer.concat(chunks) };
}
