import { Agent, request } from 'node:http';

export interface LoadAnswer {
  status: number;
  location: string | null;
}

export interface LoadClient {
  /** Null if the connection broke before the response was complete. */
  scan(
    url: string,
    slug: string,
    options?: { method?: string; headers?: Record<string, string> },
  ): Promise<LoadAnswer | null>;
  close(): void;
}

/** Many connections that stay open, cheaper than `fetch`. */
export function createLoadClient(connections: number): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    scan: (url, slug, { method = 'GET', headers = {} } = {}) =>
      new Promise((resolve) => {
        const sent = request(`${url}/${slug}`, { agent, method, headers, timeout: 20_000 }, (response) => {
          response.resume();
          response.on('end', () =>
            resolve(
              response.complete
                ? { status: response.statusCode ?? 0, location: response.headers.location ?? null }
                : null,
            ),
          );
          response.on('error', () => resolve(null));
        });
        sent.on('error', () => resolve(null));
        sent.on('timeout', () => sent.destroy());
        sent.end();
      }),
    close: () => agent.destroy(),
  };
}

/** Runs this many workers in parallel until all have returned. */
export async function inParallel(workers: number, work: (worker: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
}
