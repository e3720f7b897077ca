import { passkey } from '@better-auth/passkey';
import { type BetterAuthOptions, betterAuth } from 'better-auth';
import { APIError } from 'better-auth/api';
import { twoFactor } from 'better-auth/plugins/two-factor';
import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';
import { newUuid } from '#platform/new-uuid.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Db } from '../database.ts';
import { enqueueMail, type MailOffice } from '../mails/enqueue-mail.ts';
import { authSecrets } from './auth-secrets.ts';
import { hashPassword, verifyPassword } from './hash-password.ts';
import { findMembership, updateEmailVerified } from './membership-queries.ts';
import { sendSecurityNotice } from './send-security-notice.ts';
import { deleteVerifications } from './session-queries.ts';
import { signInMail } from './sign-in-mail.ts';

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
  user: {
    id: string;
    email: string;
    name: string;
    emailVerified: boolean;
    twoFactorEnabled?: boolean | null;
  };
  session: { id: string; token: string };
}

/** `__Host-` can't be set by a neighbour on another subdomain; browsers take it over TLS alone. */
export function cookiePrefix({ apiBaseUrl }: Pick<Config, 'apiBaseUrl'>): string {
  return apiBaseUrl.startsWith('https:') ? '__Host-waypost' : 'waypost';
}

export function cookieAttributes({ apiBaseUrl }: Pick<Config, 'apiBaseUrl'>) {
  return { httpOnly: true, secure: apiBaseUrl.startsWith('https:'), sameSite: 'lax', path: '/' } as const;
}

/** How long a session lasts without being used. */
export const sessionSeconds = 30 * day;

/** Sign-in is better-auth's; here it is told our tables, our mails, our cookies and our limits. */
export function createAuth(db: Db, config: Config, secrets: Secrets, log: Log): Auth {
  const { apiBaseUrl } = config;
  const office: MailOffice = { secrets, mail: config.mail, log };
  const options: BetterAuthOptions = {
    appName: 'Waypost',
    baseURL: apiBaseUrl,
    basePath: authPath,
    trustedOrigins: [apiBaseUrl],
    ...authSecrets(config.secretKeys),
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
      expiresIn: sessionSeconds,
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
          office,
          user.emailVerified ? signInMail.reset(user.email, url) : signInMail.welcome(user.email, url),
          !user.emailVerified,
        ),
      onPasswordReset: async ({ user }) => {
        const isFirst = !user.emailVerified;
        await updateEmailVerified(db, user.id);
        // The other links that were asked for, and devices that skip the second factor.
        await deleteVerifications(db, user.id);
        const membership = isFirst ? undefined : await findMembership(db, user.id);
        if (membership !== undefined)
          await sendSecurityNotice(db, office, membership.account_id, { kind: 'password_reset' });
      },
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
        // The path holds the token: counted by network in auth-handler.ts, so that no table holds it.
        '/reset-password/*': false,
        '/two-factor/*': { window: 60, max: 10 },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(config),
      useSecureCookies: false,
      defaultCookieAttributes: cookieAttributes(config),
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // Our migrations are checked when we start; it would look for itself, also while PostgreSQL is away.
      database: { generateId: () => newUuid(), validateSchema: false },
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const membership = await findMembership(db, session.userId);
            if (membership?.suspended_reason)
              throw new APIError('FORBIDDEN', {
                code: 'account_suspended',
                message: suspendedMessage(membership.suspended_reason),
              });
          },
        },
      },
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
        // The plugin itself lets keys pass that did not check who is there.
        registration: {
          afterVerification: ({ verification }) =>
            requireVerified(verification.registrationInfo?.userVerified),
        },
        authentication: {
          afterVerification: ({ verification }) =>
            requireVerified(verification.authenticationInfo.userVerified),
        },
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

/** What somebody whose account is suspended is told (D74). */
export function suspendedMessage(reason: string): string {
  return `This account is suspended: ${reason} Contact the operator of this service.`;
}

async function requireVerified(isVerified: boolean | undefined): Promise<void> {
  if (isVerified === true) return;
  throw new APIError('UNAUTHORIZED', {
    code: 'user_verification_required',
    message: 'This passkey did not check that it is you; use one with a PIN, fingerprint or face.',
  });
}
