import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { deleteEmailChanges } from '#features/sign-in/confirm-email.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { authPath, authPaths } from '#features/sign-in/create-auth.ts';
import { refuseWeakPassword } from '#features/sign-in/refuse-weak-password.ts';
import { type NoticeKind, sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import { findUserOfResetToken } from '#features/sign-in/session-queries.ts';
import type { ApiContext } from '../api-context.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { guardSecondFactor } from './guard-second-factor.ts';
import { jsonBody, textField } from './json-body.ts';
import { keepDevice, limitPasswordTries } from './limit-password-tries.ts';
import { mailOffice } from './mail-office.ts';
import { limitResetLinks, readRevocations, revokeAccess } from './password-reset.ts';
import { requireProof } from './require-proof.ts';
import { findSession, ownSessionOnly, requireSession } from './require-session.ts';
import { toWebRequest } from './web-request.ts';

const tokenPath = /^\/reset-password\/[\w-]{1,100}$/;
/** So that the response time doesn't reveal whether a mail was sent. */
const mailAnswerMs = 400;

/** Paths that check the password of the signed-in user, and the field. */
const passwordFields: Record<string, string> = {
  '/change-password': 'currentPassword',
  '/two-factor/enable': 'password',
  '/two-factor/disable': 'password',
  '/two-factor/get-totp-uri': 'password',
  '/two-factor/generate-backup-codes': 'password',
};

/** Paths that give permanent access without asking for a password themselves. */
const provedPaths = new Set([
  '/passkey/generate-register-options',
  '/passkey/verify-registration',
  '/passkey/delete-passkey',
  '/passkey/update-passkey',
]);

/** Paths about the user in all accounts: a session of single sign-on can't use them. */
const ownSessionPaths =
  /^\/(change-password|list-sessions|revoke-|two-factor\/|passkey\/(generate-register|verify-registration|list|delete|update))/;

const noticeOf: Record<string, NoticeKind> = {
  '/change-password': 'password_changed',
  '/two-factor/disable': 'two_factor_off',
  '/two-factor/generate-backup-codes': 'backup_codes',
  '/passkey/verify-registration': 'passkey_added',
  '/passkey/delete-passkey': 'passkey_removed',
};

/** better-auth serves the listed paths. Limits, re-authentication and notices are ours, before and after it. */
export function registerAuthHandler(app: FastifyInstance, context: ApiContext): void {
  const { auth, config, log } = context;
  app.route({
    method: ['GET', 'POST'],
    url: `${authPath}/*`,
    ...dashboardRoute('public'),
    handler: async (request, reply) => {
      const path = request.url.slice(authPath.length).split('?')[0] ?? '';
      const isToken = request.method === 'GET' && tokenPath.test(path);
      if (!authPaths.has(path) && !isToken) throw new Refusal('not_found', "This path doesn't exist.");
      if (isToken) await limitResetLinks(context, request);
      const body = readBody(request);
      const isMail = path === '/request-password-reset';
      const floor = sleep(isMail ? mailAnswerMs : 0);
      if (isMail && !(await countTry(context.db, context.secrets, emailOf(body), tryLimits.mail))) {
        await floor;
        return reply.send(mailAnswer);
      }
      if (ownSessionPaths.test(path) && (await findSession(context, request))?.session.ssoAccountId)
        throw ownSessionOnly();
      const finish = await prepare(context, request, path, body ?? {});
      const response = await auth.handler(toWebRequest(request, config.apiBaseUrl, body));
      await floor;
      if (response.status >= 500) {
        log.error(
          { status: response.status, path: isToken ? '/reset-password/…' : path },
          'sign-in could not answer',
        );
        throw new Refusal('service_unavailable', "You can't sign in right now. Try again.", {
          retryAfterSeconds: 2,
        });
      }
      for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
      // Each cookie is a separate header.
      for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
      const answer = Buffer.from(await response.arrayBuffer());
      if (response.status === 200) await finish(reply, answer);
      return reply.status(response.status).send(answer);
    },
  });
}

/** In better-auth's words. */
const mailAnswer = {
  status: true,
  message: 'If this email exists in our system, check your email for the reset link',
};

/** Only JSON: better-auth would also read a form, in which other fields could bypass our limits. */
function readBody(request: FastifyRequest): Record<string, unknown> | null {
  const bytes = request.body as Buffer | undefined;
  if (request.method === 'GET' || bytes === undefined || bytes.length === 0) return null;
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('invalid_payload', 'Send the body as application/json.', { status: 415 });
  return jsonBody(request);
}

function emailOf(body: Record<string, unknown> | null): string {
  return textField(body ?? {}, 'email') ?? '';
}

type Finish = (reply: FastifyReply, answer: Buffer) => Promise<void>;

/** Checks before better-auth is called; returns the follow-up of its success. */
async function prepare(
  context: ApiContext,
  request: FastifyRequest,
  path: string,
  body: Record<string, unknown>,
): Promise<Finish> {
  if (path === '/sign-in/email') {
    await limitPasswordTries(context, request, emailOf(body));
    return rememberDevice(context, request);
  }
  if (path === '/two-factor/verify-backup-code' || path === '/passkey/verify-authentication')
    return rememberDevice(context, request);
  if (path === '/reset-password') return prepareReset(context, body);
  if (path === '/two-factor/verify-totp') return prepareTotp(context, request);
  const isPasswordAsked = path in passwordFields;
  if (!isPasswordAsked && !provedPaths.has(path)) return async () => {};
  const caller = await requireSession(context, request);
  if (!isPasswordAsked) await requireProof(context, caller);
  if (isPasswordAsked) await limitPasswordTries(context, request, caller.user.email, caller.session.id);
  if (path === '/two-factor/enable' || path === '/two-factor/disable')
    await guardSecondFactor(context, caller, path);
  if (path === '/change-password') requireStrongPassword(textField(body, 'newPassword') ?? '');
  // A session created here would count as proved without a password.
  delete body['createSession'];
  const kind = noticeOf[path];
  return async () => {
    // Somebody else may have asked for another address.
    if (path === '/change-password') await deleteEmailChanges(context.db, caller.user.id);
    if (kind !== undefined) await notify(context, caller.user.email, kind);
  };
}

async function prepareReset(context: ApiContext, body: Record<string, unknown>): Promise<Finish> {
  requireStrongPassword(textField(body, 'newPassword') ?? '');
  const revocations = readRevocations(body);
  const user = await findUserOfResetToken(context.db, textField(body, 'token') ?? '');
  return async () => {
    if (user !== null) await revokeAccess(context, user.id, revocations);
  };
}

/** The same path completes a sign-in and turns on the second factor. */
async function prepareTotp(context: ApiContext, request: FastifyRequest): Promise<Finish> {
  const caller = await requireSession(context, request).catch(() => null);
  if (caller === null) return rememberDevice(context, request);
  await guardSecondFactor(context, caller, '/two-factor/verify-totp');
  return async () => {
    if (!caller.user.twoFactorEnabled) await notify(context, caller.user.email, 'two_factor_on');
  };
}

function rememberDevice(context: ApiContext, request: FastifyRequest): Finish {
  return async (reply, answer) => {
    const { user } = JSON.parse(answer.toString('utf8')) as { user?: { email?: string } };
    if (user?.email !== undefined) keepDevice(context, request, reply, user.email);
  };
}

function requireStrongPassword(password: string): void {
  const strong = refuseWeakPassword(password);
  if (!strong.ok) throw invalidRequest(strong);
}

function notify(context: ApiContext, email: string, kind: NoticeKind): Promise<void> {
  return sendSecurityNotice(context.db, mailOffice(context), { email }, { kind });
}
