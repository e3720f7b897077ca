import { request } from '../api/request.ts';

export const hasPasskeys =
  typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;

/** Signs in with a passkey of the device. */
export async function signInWithPasskey(): Promise<void> {
  const options = await request<PublicKeyCredentialRequestOptionsJSON>(
    '/auth/passkey/generate-authenticate-options',
  );
  const credential = await navigator.credentials.get({
    // The server refuses passkeys without user verification.
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON({ ...options, userVerification: 'required' }),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen.');
  await request('/auth/passkey/verify-authentication', {
    method: 'POST',
    body: { response: credential.toJSON() },
  });
}

export async function addPasskey(name: string): Promise<void> {
  const options = await request<PublicKeyCredentialCreationOptionsJSON>(
    '/auth/passkey/generate-register-options',
  );
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
  });
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was created.');
  await request('/auth/passkey/verify-registration', {
    method: 'POST',
    body: { response: credential.toJSON(), name },
  });
}
