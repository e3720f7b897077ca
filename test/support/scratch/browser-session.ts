import type { TestApi } from './test-api.ts';

export interface PageAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: whatever the answer holds
  body: any;
}

/** A browser without a screen: keeps cookies and sends its origin. */
export class BrowserSession {
  readonly cookies = new Map<string, string>();
  readonly setCookies: string[] = [];
  readonly #api: Pick<TestApi, 'url' | 'config'>;
  readonly #address: string;

  constructor(api: Pick<TestApi, 'url' | 'config'>, address = '198.51.100.7') {
    this.#api = api;
    this.#address = address;
  }

  get(path: string): Promise<PageAnswer> {
    return this.send('GET', path);
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<PageAnswer> {
    return this.send('POST', path, body, headers);
  }

  async send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<PageAnswer> {
    const isFile = body instanceof Uint8Array;
    const response = await fetch(this.#api.url + path, {
      method,
      redirect: 'manual',
      headers: {
        origin: this.#api.config.apiBaseUrl,
        'x-forwarded-for': this.#address,
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(body !== undefined && {
          'content-type': isFile ? 'application/octet-stream' : 'application/json',
        }),
        ...headers,
      },
      ...(body !== undefined && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  }

  #keep(cookie: string): void {
    this.setCookies.push(cookie);
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/max-age=0/i.test(cookie) || value === '') this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
