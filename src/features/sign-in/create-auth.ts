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
import { ssoSessions } from './sso-sessions.ts';

/** The served paths of better-auth; all others under its path get a 404. */
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
/** We set it on every request and ignore the client's. */
export const clientAddressHeader = 'x-waypost-client';

const hour = 3_600;
const day = 24 * hour;

export interface Auth {
  handler(request: Request): Promise<Response>;
  api: {
    getSession(input: { headers: Headers }): Promise<SignedIn | null>;
    startSsoSession(input: {
      body: { userId: string; accountId: string };
      headers: Headers;
      asResponse: true;
    }): Promise<Response>;
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
  session: {
    id: string;
    token: string;
    /** The account whose single sign-on started the session: it works only there. */
    ssoAccountId?: string | null;
  };
}

/** Other subdomains can't set a `__Host-` cookie; browsers accept it over TLS only. */
export function cookiePrefix({ apiBaseUrl }: Pick<Config, 'apiBaseUrl'>): string {
  return apiBaseUrl.startsWith('https:') ? '__Host-waypost' : 'waypost';
}

export function cookieAttributes({ apiBaseUrl }: Pick<Config, 'apiBaseUrl'>) {
  return { httpOnly: true, secure: apiBaseUrl.startsWith('https:'), sameSite: 'lax', path: '/' } as const;
}

/** How long an unused session lasts. */
export const sessionSeconds = 30 * day;

/** Configures better-auth with our tables, mails, cookies and limits. */
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
      // The database never lets such a session last longer.
      additionalFields: {
        ssoAccountId: { type: 'string', required: false, input: false, fieldName: 'sso_account_id' },
      },
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
      // A password chosen with a link from a mail proves the address; there is no other way to get one (sign-up.ts).
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
        // Other requested links, and devices that skip the second factor.
        await deleteVerifications(db, user.id);
        if (!isFirst) await sendSecurityNotice(db, office, { email: user.email }, { kind: 'password_reset' });
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
        // The path contains the token: auth-handler.ts counts by network, so that no table stores it.
        '/reset-password/*': false,
        '/two-factor/*': { window: 60, max: 10 },
      },
    },
    advanced: {
      cookiePrefix: cookiePrefix(config),
      useSecureCookies: false,
      defaultCookieAttributes: cookieAttributes(config),
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // We check our migrations at startup; better-auth would check too, even while PostgreSQL is away.
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
      ssoSessions(),
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
        // The plugin itself accepts passkeys without user verification.
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

/** The message for users of a suspended account (D74). */
export function suspendedMessage(reason: string): string {
  return `This account is suspended: ${reason} Contact the operator of this service.`;
}

async function requireVerified(isVerified: boolean | undefined): Promise<void> {
  if (isVerified === true) return;
  throw new APIError('UNAUTHORIZED', {
    code: 'user_verification_required',
    message: "This passkey didn't verify your identity. Use a passkey with a PIN, fingerprint or face scan.",
  });
}
