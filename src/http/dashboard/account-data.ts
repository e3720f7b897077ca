import { Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { exportAccount } from '#features/account-data/export-account.ts';
import { cancelErasure, scheduleErasure } from '#features/account-data/schedule-erasure.ts';
import { accountView } from '#features/accounts/account-view.ts';
import { countTry, tryLimits } from '#features/sign-in/count-try.ts';
import { sendSecurityNotice } from '#features/sign-in/send-security-notice.ts';
import { PlaceCount } from '#platform/place-count.ts';
import { tarArchive } from '#platform/tar-archive.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf, dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { mailOffice } from './mail-office.ts';
import { requireProof } from './require-proof.ts';

const path = '/dashboard/api/account';
const exportsOfAccountMax = 1;
const exportsMax = 4;

/** Owners can export and erase their data (D82). */
export function registerAccountData(app: FastifyInstance, context: ApiContext): void {
  const { db, files, clock, log, plans } = context;
  const places = new PlaceCount(exportsOfAccountMax, exportsMax);

  /** Streamed while it is read, so an account of any size needs little memory. */
  app.get(`${path}/export`, dashboardRoute('account.export'), async (request, reply) => {
    const { accountId } = memberOf(request);
    await requireProof(context, callerOf(request));
    if (!(await countTry(db, context.secrets, accountId, tryLimits.export)))
      throw new Refusal(
        'rate_limited',
        "This account has reached today's limit of exports. Try again tomorrow.",
        {
          retryAfterSeconds: 3_600,
        },
      );
    if (!places.take(accountId))
      throw new Refusal(
        'service_unavailable',
        'An export is already running. Try again when it has finished.',
        {
          retryAfterSeconds: 30,
        },
      );
    const archive = Readable.from(
      tarArchive(exportAccount(db, context.ledgers, files, accountId), clock.nowMs()),
    );
    const stream = archive.pipe(createGzip());
    archive.on('error', (error) => {
      log.error({ err: error, account_id: accountId }, 'an export broke off');
      stream.destroy(error);
    });
    stream.on('close', () => {
      archive.destroy();
      places.giveBack(accountId);
    });
    const name = `${formatIdentifier('acc', accountId)}.tar.gz`;
    return reply
      .headers({
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
      })
      .type('application/gzip')
      .send(stream);
  });

  app.post(`${path}/erasure`, dashboardRoute('account.erase'), async (request) => {
    const { accountId } = memberOf(request);
    await requireProof(context, callerOf(request));
    const account = await scheduleErasure(dbOf(context, request), accountId);
    await sendSecurityNotice(
      db,
      mailOffice(context),
      { accountId },
      {
        kind: 'erasure_requested',
        detail: `The account will be erased on ${account.erase_at?.toISOString()}. Until then your codes keep working, and you can cancel the erasure in the settings.`,
      },
    );
    return { ok: true, account: accountView(plans, account) };
  });

  app.delete(`${path}/erasure`, dashboardRoute('account.erase'), async (request) => {
    const { accountId } = memberOf(request);
    const account = await cancelErasure(dbOf(context, request), accountId);
    await sendSecurityNotice(db, mailOffice(context), { accountId }, { kind: 'erasure_cancelled' });
    return { ok: true, account: accountView(plans, account) };
  });
}
