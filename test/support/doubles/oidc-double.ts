import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

export interface OidcPerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
  groups: string[];
}

/** A real OpenID provider on loopback. It signs everybody in as `person`, and can spoil its ID tokens. */
export class OidcDouble {
  readonly issuer: string;
  readonly clientId = 'waypost';
  readonly clientSecret = 'a secret of the provider that is long enough';
  person: OidcPerson = {
    sub: 'u-1',
    email: 'ana@corp.example',
    email_verified: true,
    name: 'Ana',
    groups: ['staff'],
  };
  /** Changes the claims of the next ID tokens, which stay correctly signed. */
  spoil: ((claims: JWTPayload) => JWTPayload) | null = null;
  /** Signs the next ID tokens with a key that nobody knows. */
  isForged = false;
  /** Parameters of the authorization requests. */
  readonly requests: URLSearchParams[] = [];
  readonly #server: Server;
  readonly #key: CryptoKey;
  readonly #wrongKey: CryptoKey;

  private constructor(server: Server, key: CryptoKey, wrongKey: CryptoKey) {
    this.#server = server;
    this.#key = key;
    this.#wrongKey = wrongKey;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(redirectUri: string): Promise<OidcDouble> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    const double = new OidcDouble(server, privateKey, (await generateKeyPair('RS256')).privateKey);
    await double.#serve(redirectUri);
    return double;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #serve(redirectUri: string): Promise<void> {
    const jwk = { ...(await exportJWK(this.#key)), kid: 'test', alg: 'RS256', use: 'sig' };
    const provider = new Provider(this.issuer, {
      clients: [{ client_id: this.clientId, client_secret: this.clientSecret, redirect_uris: [redirectUri] }],
      jwks: { keys: [jwk] },
      cookies: { keys: ['test'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ ...this.person }) }),
      interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
      features: { devInteractions: { enabled: false } },
      ttl: { AuthorizationCode: 2, AccessToken: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
      // Not required by the specification, but what most providers do.
      conformIdTokenClaims: false,
    });
    // Its warnings about a test set-up don't belong into the output of tests.
    const handle = provider.callback();
    this.#server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      const url = new URL(request.url ?? '/', this.issuer);
      if (url.pathname === '/auth') this.requests.push(url.searchParams);
      if (url.pathname.startsWith('/interaction/')) {
        this.#interact(provider, request, response).catch((error: unknown) =>
          response.destroy(error as Error),
        );
        return;
      }
      if (url.pathname === '/token') this.#spoilResponse(response);
      handle(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
  }

  /** Nobody is asked: the person signs in and agrees. */
  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    if (prompt.name === 'login')
      return provider.interactionFinished(request, response, { login: { accountId: this.person.sub } });
    const grant = new provider.Grant({
      accountId: session?.accountId ?? this.person.sub,
      clientId: String(params['client_id']),
    });
    grant.addOIDCScope('openid email profile');
    return provider.interactionFinished(request, response, { consent: { grantId: await grant.save() } });
  }

  #spoilResponse(response: ServerResponse): void {
    const end = response.end.bind(response);
    response.end = ((body?: string | Buffer) => {
      this.#spoiled(body === undefined ? '' : String(body)).then(
        (text) => {
          if (!response.headersSent) response.setHeader('content-length', Buffer.byteLength(text));
          end(text);
        },
        (error: unknown) => response.destroy(error as Error),
      );
      return response;
    }) as typeof response.end;
  }

  async #spoiled(body: string): Promise<string> {
    if ((this.spoil === null && !this.isForged) || !body.includes('id_token')) return body;
    const tokens = JSON.parse(body) as Record<string, string>;
    const claims = decodeJwt(tokens['id_token'] ?? '');
    const signed = await new SignJWT(this.spoil?.(claims) ?? claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'test' })
      .sign(this.isForged ? this.#wrongKey : this.#key);
    return JSON.stringify({ ...tokens, id_token: signed });
  }
}
