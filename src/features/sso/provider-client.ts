import * as oidc from 'openid-client';
import { GuardedClient } from '#platform/guarded-client.ts';
import type { ResolveName } from '#platform/name-resolver.ts';
import { isPublicAddress } from '../url-safety/check/redirect-follower.ts';

export interface Provider {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

interface ProviderClientOptions {
  resolve: ResolveName;
  allowPrivateDestinations: boolean;
}

const timeoutMs = 5_000;
const bytesMax = 512 * 1024;

/** Speaks to the providers of accounts. Their addresses come from users, so private ones are refused, and time and bytes are limited. */
export class ProviderClient {
  readonly #options: ProviderClientOptions;
  readonly #guarded: GuardedClient;

  constructor(options: ProviderClientOptions) {
    this.#options = options;
    this.#guarded = new GuardedClient({
      resolve: options.resolve,
      isPublicAddress: options.allowPrivateDestinations ? () => true : isPublicAddress,
      userAgent: 'Waypost',
    });
  }

  /** Reads the metadata of a provider. */
  discover({ issuer, clientId, clientSecret }: Provider): Promise<oidc.Configuration> {
    const { allowPrivateDestinations } = this.#options;
    return oidc.discovery(new URL(issuer), clientId, clientSecret, oidc.ClientSecretBasic(clientSecret), {
      [oidc.customFetch]: (url, options) => this.#fetch(url, options),
      timeout: timeoutMs / 1_000,
      execute: [
        // The signature of every ID token is checked, although it comes directly from the provider.
        oidc.enableNonRepudiationChecks,
        ...(allowPrivateDestinations ? [oidc.allowInsecureRequests] : []),
      ],
    });
  }

  async #fetch(url: string, { method, headers, body }: oidc.CustomFetchOptions): Promise<Response> {
    const target = await this.#guarded.choose(new URL(url));
    if (target.kind !== 'public') throw new TypeError(`${new URL(url).host} can't be reached`);
    const answer = await this.#guarded.send(target, {
      method: method === 'POST' ? 'POST' : 'GET',
      timeoutMs,
      bytesMax,
      headers: { ...headers, accept: 'application/json' },
      ...(body !== undefined && body !== null && { body: textOf(body) }),
    });
    return new Response(Buffer.from(answer.body, 'latin1'), {
      status: answer.status,
      headers: answer.contentType === null ? {} : { 'content-type': answer.contentType },
    });
  }
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('the library sends forms only');
}
