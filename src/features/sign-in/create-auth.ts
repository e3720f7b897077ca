import { createHmac } from 'node:crypto';
import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Db } from '../database.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { updateEmailVerified } from './membership-queries.ts';
import { enqueueMail, signInMail } from './sign-in-mail.ts';

/** What of better-auth is served; everything else under its path is 404. */
export const authPaths: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/sign-out',
  '/get-session',
  '/request-password-reset',
  '/reset-password',
  '/change-password',
  '/list-sessions',
  '/revoke-session',
  '/revoke-sessions',
  '/revoke-other-sessions',
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/get-totp-uri',
  '/two-factor/verify-totp',
  '/two-factor/verify-backup-code',
  '/two-factor/generate-backup-codes',
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/generate-authenticate-options',
  '/passkey/verify-authentication',
  '/passkey/list-user-passkeys',
  '/passkey/delete-passkey',
  '/passkey/update-passkey',
]);

export const authPath = '/dashboard/api/auth';
/** Set by us on every request, never taken from outside. */
export const clientAddressHeader = 'x-waypost-client';

const hour = 3_600;
const day = 24 * hour;

export interface Auth {
  handler(request: Request): Promise<Response>;
  api: {
    getSession(input: { headers: Headers }): Promise<SignedIn | null>;
    requestPasswordReset(input: { body: { email: string; redirectTo: string } }): Promise<unknown>;
  };
}

export interface SignedIn {
  user: { id: string; email: string; name: string; emailVerified: boolean };
  session: { id: string; token: string };
}

/** Sign-in is better-auth's; here it is told our tables, our mails, our cookies and our limits. */
export function createAuth(db: Db, config: Config, log: Log): Auth {
  const { apiBaseUrl } = config;
  const isSecure = apiBaseUrl.startsWith('https:');
  const options: BetterAuthOptions = {
    appName: 'Waypost',
    baseURL: apiBaseUrl,
    basePath: authPath,
    trustedOrigins: [apiBaseUrl],
    // Not the key of page tokens itself: one that leaks must not open the other.
    secret: createHmac('sha256', config.secretKey).update('sign-in').digest('base64'),
    database: { db, type: 'postgres' },
    telemetry: { enabled: false },
    logger: {
      level: 'warn',
      log: (level, message) => log[level === 'error' ? 'error' : 'warn']({ message }, 'sign-in'),
    },
    user: {
      modelName: 'auth_users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
      changeEmail: { enabled: false },
      deleteUser: { enabled: false },
    },
    session: {
      modelName: 'auth_sessions',
      fields: {
        expiresAt: 'expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        userId: 'user_id',
      },
      expiresIn: 30 * day,
      updateAge: day,
    },
    account: {
      modelName: 'auth_accounts',
      fields: {
        accountId: 'account_id',
        providerId: 'provider_id',
        userId: 'user_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'auth_verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      // Whoever chose a password by a link in a mail has proved the address; there is no other way to one (sign-up.ts).
      requireEmailVerification: true,
      disableSignUp: true,
      minPasswordLength: 10,
      maxPasswordLength: 200,
      password: { hash: hashPassword, verify: verifyPassword },
      resetPasswordTokenExpiresIn: hour,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, url }) =>
        enqueueMail(
          db,
          user.emailVerified ? signInMail.reset(user.email, url) : signInMail.welcome(user.email, url),
        ),
      onPasswordReset: ({ user }) => updateEmailVerified(db, user.id),
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'auth_rate_limits',
      fields: { lastRequest: 'last_request' },
      window: 60,
      max: 60,
      customRules: {
        '/sign-in/*': { window: 60, max: 10 },
        '/request-password-reset': { window: 60, max: 3 },
        '/reset-password': { window: 60, max: 10 },
        '/two-factor/*': { window: 60, max: 10 },
      },
    },
    advanced: {
      // `__Host-` can't be set by a neighbour on another subdomain; browsers take it over TLS alone.
      cookiePrefix: isSecure ? '__Host-waypost' : 'waypost',
      useSecureCookies: false,
      defaultCookieAttributes: { httpOnly: true, secure: isSecure, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // Our migrations are checked when we start; it would look for itself, also while PostgreSQL is away.
      database: { generateId: () => newUuid(), validateSchema: false },
    },
    plugins: [
      twoFactor({
        issuer: 'Waypost',
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'auth_two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
      passkey({
        rpName: 'Waypost',
        rpID: new URL(apiBaseUrl).hostname,
        origin: apiBaseUrl,
        authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
        schema: {
          passkey: {
            modelName: 'auth_passkeys',
            fields: {
              publicKey: 'public_key',
              userId: 'user_id',
              credentialID: 'credential_id',
              deviceType: 'device_type',
              backedUp: 'backed_up',
              createdAt: 'created_at',
            },
          },
        },
      }),
    ],
  };
  return betterAuth(options) as unknown as Auth;
}
