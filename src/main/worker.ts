import { availableParallelism } from 'node:os';
import { countOpenReports, deleteOldReports } from '#features/abuse-reports/abuse-report-queries.ts';
import { registerOpenReports } from '#features/abuse-reports/register-open-reports.ts';
import { eraseAccounts } from '#features/account-data/erase-accounts.ts';
import { addJob, type JobPayloads, jobQueues } from '#features/add-job.ts';
import { deleteOldMoves } from '#features/analytics/projects-at.ts';
import { rollUpScans } from '#features/analytics/roll-up-scans.ts';
import { deleteOldVisitors } from '#features/analytics/rollup-queries.ts';
import type { Database } from '#features/database.ts';
import { checkDomains } from '#features/domains/check-domains.ts';
import { rememberLinkHost } from '#features/domains/remember-link-host.ts';
import { switchOnEvents } from '#features/events/event-queries.ts';
import { keepEventPartitions } from '#features/events/keep-event-partitions.ts';
import { keepEvents } from '#features/events/keep-events.ts';
import { purgeExports } from '#features/exports/purge-exports.ts';
import { runExport } from '#features/exports/run-export.ts';
import { deleteOldHistory } from '#features/history/delete-old-history.ts';
import { purgeIdempotencyKeys } from '#features/idempotency/purge-idempotency-keys.ts';
import { LedgerDatabases } from '#features/ledger-servers/ledger-databases.ts';
import { deleteFailedMailJobs, deleteOldMails } from '#features/mails/mail-queries.ts';
import { sendMail } from '#features/mails/send-mail.ts';
import { deleteExpiredInvitations } from '#features/members/invitation-queries.ts';
import { deleteExpiredTokens } from '#features/oauth/token-queries.ts';
import { areListsComplete } from '#features/qr-codes/list-fact-queries.ts';
import { syncLists } from '#features/qr-codes/sync-lists.ts';
import { purgeReplacedFiles } from '#features/rendering/purge-replaced-files.ts';
import { redrawProject, resumeRedraws } from '#features/rendering/redraw-project.ts';
import { insertRedrawSecretsJob } from '#features/rendering/redraw-queries.ts';
import { redrawSecrets } from '#features/rendering/redraw-secrets.ts';
import { RenderPool } from '#features/rendering/render-pool.ts';
import { renderQrCode } from '#features/rendering/render-qr-code.ts';
import { sendReports } from '#features/reports/send-reports.ts';
import { archiveOldDays } from '#features/scan-archive/archive-old-days.ts';
import { dropDetachedDays } from '#features/scan-archive/archive-queries.ts';
import { countOpenRows } from '#features/scan-upkeep/fold-queries.ts';
import { foldScans } from '#features/scan-upkeep/fold-scans.ts';
import { keepScanPartitions } from '#features/scan-upkeep/keep-scan-partitions.ts';
import { keepPlacing } from '#features/scan-upkeep/place-numbers.ts';
import { registerOpenRows } from '#features/scan-upkeep/register-open-rows.ts';
import { deleteOldSalts } from '#features/scan-upkeep/upkeep-queries.ts';
import { deleteOldTries } from '#features/sign-in/count-try.ts';
import { deleteExpiredSignIns } from '#features/sign-in/session-queries.ts';
import { createSafety } from '#features/url-safety/create-safety.ts';
import { updateThreatLists } from '#features/url-safety/lists/update-threat-lists.ts';
import { keepSafetyRecord } from '#features/url-safety/operator/keep-safety-record.ts';
import { findBacklog } from '#features/url-safety/rescan/backlog-queries.ts';
import { insertDueListsJob } from '#features/url-safety/rescan/change-queries.ts';
import { examineChanges } from '#features/url-safety/rescan/examine-changes.ts';
import { examineDue } from '#features/url-safety/rescan/examine-due.ts';
import { sweepDestinations } from '#features/url-safety/rescan/sweep-destinations.ts';
import { registerBacklog } from '#features/url-safety/safety-metrics.ts';
import { type Lane, makeDeliveries } from '#features/webhooks/delivery-queries.ts';
import { continueEventReplay } from '#features/webhooks/replay-events.ts';
import { continueScanReplay } from '#features/webhooks/replay-scans.ts';
import { makeScanDeliveries } from '#features/webhooks/scan-group-queries.ts';
import { DnsLookUp } from '#platform/dns-look-up.ts';
import { FileLinks } from '#platform/file-links.ts';
import { JobRunner } from '#platform/jobs.ts';
import { createMailer } from '#platform/mailer.ts';
import { openFileStore } from '#platform/open-file-store.ts';
import { PlaceCount } from '#platform/place-count.ts';
import { createDatabase, createPostgresPool } from '#platform/postgres.ts';
import { Secrets } from '#platform/secrets.ts';
import { addDatabaseHealth } from './database-health.ts';
import { jobSchedule } from './job-schedule.ts';
import type { ProcessContext, ProcessPart } from './process-part.ts';
import { createWatchTasks } from './watch-tasks.ts';
import { createWebhookRunners } from './webhook-runners.ts';
import { addWorkerHealth } from './worker-health.ts';

/** One of them rolls up scans all the time, one folds them, one gives events their places, and one may check destinations. */
const concurrency = 8;
/** Exports take long, and nobody waits for them: they leave room for other jobs. */
const exportsAtOnce = 3;
const renderThreads = Math.max(1, Math.min(concurrency, availableParallelism() - 1));

const timeouts = { connectMs: 3_000, statementMs: 60_000, lockMs: 4_000 };

/** Background jobs. Each task is idempotent: it can run again after a crash. */
export async function startWorker(process: ProcessContext): Promise<ProcessPart> {
  const { config, log, clock, tracing } = process;
  const pool = createPostgresPool({
    url: config.databaseDirectUrl,
    poolMax: concurrency + 6,
    timeouts,
    applicationName: 'waypost-worker',
    log,
  });
  const db = createDatabase<Database>(pool);
  const ledgers = new LedgerDatabases(config.ledgerDatabaseUrls, {
    poolMax: 4,
    timeouts,
    applicationName: 'waypost-worker',
    log,
  });
  await addDatabaseHealth(process, pool);
  const secrets = new Secrets(config.secretKeys);
  const renderPool = new RenderPool(renderThreads);
  const rendering = {
    pool: renderPool,
    store: await openFileStore(config.fileStore),
    publicBaseUrl: config.publicBaseUrl,
    secrets,
    tracing,
  };
  const exporting = {
    ledgers,
    store: rendering.store,
    pool: renderPool,
    addresses: { publicBaseUrl: config.publicBaseUrl, fileLinks: new FileLinks(secrets, config, clock) },
    log,
    places: new PlaceCount(1, exportsAtOnce),
  };
  const safety = createSafety(db, process);
  registerBacklog(process.metrics, () => findBacklog(db));
  registerOpenRows(process.metrics, async () => {
    const open = await ledgers.ask((server) => countOpenRows(server.db));
    return Math.max(await countOpenRows(db), ...open.map((rows) => rows ?? 0));
  });
  registerOpenReports(process.metrics, () => countOpenReports(db));
  const domains = { dns: new DnsLookUp(config.safety.dnsServers), target: config.domainTarget, clock };
  const mailer = createMailer(config.mail, log);
  const watching = createWatchTasks(process, { db, ledgers, secrets });
  const leaving = new AbortController();
  /** The process stops, or the runner ends because PostgreSQL was away. */
  const untilEnd = (runnerEnds: AbortSignal | undefined) =>
    runnerEnds === undefined ? leaving.signal : AbortSignal.any([leaving.signal, runnerEnds]);
  const webhooks = createWebhookRunners(process, {
    pool,
    db,
    secrets,
    addresses: exporting.addresses,
    ledgers,
    signal: leaving.signal,
  });
  const runner = new JobRunner<Omit<JobPayloads, Lane>>({
    pool,
    log,
    tracing,
    concurrency,
    queues: jobQueues,
    tasks: {
      'render-qr-code': async (payload, { job }) => {
        const { qr_id: qrId, generation } = payload;
        const isLastTry = job.attempts >= job.max_attempts;
        await renderQrCode(db, { qrId, generation }, { ...rendering, isLastTry });
      },
      'redraw-project': (payload, { abortSignal }) =>
        redrawProject(db, payload.project_id, untilEnd(abortSignal)),
      'check-domains': async (_, { abortSignal }) => {
        await resumeRedraws(db);
        const looked = await checkDomains(db, domains, untilEnd(abortSignal));
        if (looked > 0) log.info({ looked }, 'domains were looked at');
      },
      'check-destinations': (_, { abortSignal }) => watching['check-destinations'](untilEnd(abortSignal)),
      'check-domain-expiries': (_, { abortSignal }) =>
        watching['check-domain-expiries'](untilEnd(abortSignal)),
      'learn-scan-baselines': (_, { abortSignal }) => watching['learn-scan-baselines'](untilEnd(abortSignal)),
      'find-scan-alarms': (_, { abortSignal }) => watching['find-scan-alarms'](untilEnd(abortSignal)),
      'redraw-secrets': async () => {
        const asked = await redrawSecrets(db);
        if (asked > 0)
          log.info({ asked }, 'images that hold secrets are drawn again under names that nobody can guess');
      },
      'run-export': (payload, { job, abortSignal }) =>
        runExport(
          db,
          payload.export_id,
          { ...exporting, isLastTry: job.attempts >= job.max_attempts },
          untilEnd(abortSignal),
        ),
      'purge-exports': async () => {
        const removed = await purgeExports(db, rendering.store);
        if (removed > 0) log.info({ removed }, 'files of expired exports were removed');
      },
      'purge-replaced-files': async () => {
        const removed = await purgeReplacedFiles(db, rendering.store);
        if (removed > 0) log.info({ removed }, 'files of replaced designs were removed');
      },
      'keep-scan-partitions': async () => {
        const servers = (await ledgers.list()).map((server) => server.db);
        const kept = await Promise.allSettled(
          [db, ...servers].map((ledger) =>
            keepScanPartitions(ledger, config.archivesScans ? null : config.scanRetentionDays),
          ),
        );
        for (const result of kept) {
          if (result.status === 'rejected') throw result.reason;
          const { made, dropped } = result.value;
          if (made > 0 || dropped.length > 0)
            log.info({ made, dropped }, 'partitions of the scan ledger were kept');
        }
        if (!config.archivesScans) {
          for (const ledger of [db, ...servers]) await dropDetachedDays(ledger);
          return;
        }
        const archived = await archiveOldDays(db, ledgers, rendering.store, config.scanRetentionDays);
        if (archived.length > 0) log.info({ archived }, 'days of scans were archived');
      },
      'send-sealed-mail': (payload) => sendMail(db, secrets, mailer, payload.mail_id),
      'send-reports': async (_, { abortSignal }) => {
        const tools = {
          office: { secrets },
          pool: renderPool,
          dashboardUrl: `${config.apiBaseUrl}/dashboard/`,
          clock,
          log,
        };
        const sent = await sendReports(db, tools, untilEnd(abortSignal));
        if (sent > 0) log.info({ sent }, 'reports were sent');
      },
      'fold-scans': (_, { abortSignal }) => {
        const signal = untilEnd(abortSignal);
        return Promise.all([foldScans(db, ledgers, log, signal), keepPlacing(db, log, signal)]);
      },
      'keep-events': (_, { abortSignal }) =>
        keepEvents(
          db,
          { ofEvents: () => makeDeliveries(db), ofScans: () => makeScanDeliveries(db) },
          log,
          untilEnd(abortSignal),
        ),
      'replay-webhook': (payload) => continueEventReplay(db, payload),
      'replay-webhook-scans': (payload) => continueScanReplay(db, payload),
      'keep-event-partitions': async () => {
        const dropped = await keepEventPartitions(db, config.scanRetentionDays);
        if (dropped > 0) log.info({ dropped }, 'old days of events and deliveries were dropped');
      },
      'roll-up-scans': (_, { abortSignal }) => rollUpScans(db, ledgers, log, untilEnd(abortSignal)),
      'delete-visitor-salts': async () => {
        await deleteOldSalts(db);
        await deleteOldVisitors(db);
        await deleteOldMoves(db, config.scanRetentionDays);
      },
      'delete-sign-in-tries': async () => {
        await deleteOldTries(db);
        await deleteOldMails(db);
        await deleteFailedMailJobs(db);
        await deleteExpiredInvitations(db);
        await deleteOldHistory(db);
        await deleteExpiredTokens(db);
        const removed = await deleteExpiredSignIns(db);
        if (removed > 0) log.info({ removed }, 'sign-ups that were never confirmed were removed');
      },
      'update-threat-lists': () =>
        updateThreatLists(db, { ...safety, clock, log, random: () => Math.random() }),
      'examine-safety-changes': () => examineChanges(db, safety),
      'sweep-destinations': async () => {
        await safety.lists.refresh();
        await examineDue(db, safety, clock);
        await sweepDestinations(db, safety, { clock, days: config.safety.sweepDays });
      },
      'erase-accounts': async (_, { abortSignal }) => {
        const erased = await eraseAccounts(db, ledgers, rendering.store, untilEnd(abortSignal));
        if (erased.length > 0) log.warn({ account_ids: erased }, 'accounts were erased');
      },
      'delete-old-reports': () => deleteOldReports(db),
      'sync-lists': (_, { abortSignal }) => syncLists(db, untilEnd(abortSignal)),
      'keep-safety-record': () => keepSafetyRecord(db),
      'purge-idempotency-keys': async () => {
        const removed = await purgeIdempotencyKeys(db);
        if (removed > 0) log.info({ removed }, 'expired idempotency keys were removed');
      },
    },
    schedule: jobSchedule,
    onStart: async () => {
      await insertDueListsJob(db);
      await insertRedrawSecretsJob(db);
      await switchOnEvents(db);
      // These run all the time; their schedule alone would begin up to a minute later.
      for (const task of ['keep-events', 'fold-scans', 'roll-up-scans'] as const)
        await addJob(db, task, null, { key: task, priority: -10 });
      if (!(await areListsComplete(db))) await addJob(db, 'sync-lists', null, { key: 'sync-lists' });
      await rememberLinkHost(db, config.publicBaseUrl, false);
    },
  });
  await runner.start();
  await webhooks.start();
  addWorkerHealth(process, runner, rendering.store);
  return {
    name: 'worker',
    address: null,
    drain: async () => {
      leaving.abort();
      await Promise.all([runner.stop(), webhooks.stop()]);
    },
    close: async () => {
      mailer.close();
      await renderPool.close();
      await db.destroy();
      await ledgers.end();
    },
  };
}
