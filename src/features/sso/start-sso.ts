import * as oidc from 'openid-client';
import type { Secrets } from '#platform/secrets.ts';
import type { ProviderClient } from './provider-client.ts';
import { SsoError } from './sso-error.ts';
import { flowSeconds, type SsoFlow } from './sso-flow.ts';
import type { SsoRow } from './sso-queries.ts';

export const secretPurpose = 'sso client secret';

export interface SsoOffice {
  providers: ProviderClient;
  secrets: Secrets;
  apiBaseUrl: string;
}

export function callbackUrl(apiBaseUrl: string): string {
  return `${apiBaseUrl}/dashboard/api/sso/callback`;
}

/** The address of the provider to which the browser goes, and what it carries along. */
export async function startSso(
  office: SsoOffice,
  sso: SsoRow,
  { email, sessionId, nowMs }: { email: string; sessionId: string | null; nowMs: number },
): Promise<{ url: string; flow: SsoFlow }> {
  const configuration = await openProvider(office, sso);
  const verifier = oidc.randomPKCECodeVerifier();
  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(office.apiBaseUrl),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    login_hint: email,
    // To confirm an identity, a session at the provider is not enough.
    ...(sessionId !== null && { max_age: '0', prompt: 'login' }),
  });
  const endsMs = nowMs + flowSeconds * 1_000;
  return { url: url.href, flow: { accountId: sso.account_id, state, nonce, verifier, sessionId, endsMs } };
}

export async function openProvider(office: SsoOffice, sso: SsoRow): Promise<oidc.Configuration> {
  const clientSecret = office.secrets.open(secretPurpose, sso.sealed_secret);
  if (clientSecret === null) throw new SsoError('sso_failed');
  try {
    return await office.providers.discover({ issuer: sso.issuer, clientId: sso.client_id, clientSecret });
  } catch (error) {
    throw new SsoError('sso_unavailable', error);
  }
}
