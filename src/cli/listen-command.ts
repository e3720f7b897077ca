import { setTimeout as sleep } from 'node:timers/promises';
import type { Scan, Waypost, WaypostEvent } from '@waypost/sdk';
import { Command } from 'commander';
import { Refusal } from '#core/errors.ts';
import { deliveredTypes, scanType } from '#core/event-type.ts';
import { formatIdentifier } from '#core/identifier.ts';
import { firstLogIdOf } from '#core/log-id.ts';
import { deliveryBody } from '#core/webhooks/delivery-body.ts';
import { scanBody } from '#core/webhooks/scan-body.ts';
import { scansPerGroup } from '#core/webhooks/scan-groups.ts';
import { newPlainSecret } from '#features/webhooks/delivery-signer.ts';
import { type ApiOptions, callApi, profileOption } from './api-client.ts';
import type { CliContext } from './cli-context.ts';
import { Forwarder } from './forward-webhook.ts';

interface ListenOptions extends ApiOptions {
  forwardTo?: string;
  type?: string[];
  code?: string;
  project?: string;
  scans?: string[];
  after?: string;
  secret?: string;
}

const pageSizeMax = 100;
const scanPauseMs = 2_000;

/** Events as webhooks on a developer's machine, without a public address. */
export function listenCommand(context: CliContext): Command {
  return new Command('listen')
    .description('receive events on this machine as webhooks, without a public address')
    .option(
      '--forward-to <address>',
      'such as http://localhost:4000/hooks; without it, events are only shown',
    )
    .option('--type <type...>', `only these: ${deliveredTypes.slice(0, 3).join(', ')} …`)
    .option('--code <id>', 'only events of this code, qrc_…')
    .option('--project <id>', 'only events of this project, prj_…')
    .option('--scans <id...>', 'also each new scan of these codes, qrc_…')
    .option('--after <id>', 'start after this event, evt_…; default: with what happens from now on')
    .option('--secret <secret>', 'for the signature, whsec_…; default: a new one, which is shown')
    .addOption(profileOption())
    .action(async (options: ListenOptions) => {
      const secret = options.secret ?? newPlainSecret();
      const forwarder = new Forwarder(targetOf(options.forwardTo), secret, (line) => context.print(line));
      await callApi(context, options, async (waypost) => {
        const after = options.after ?? (await newestPlace(waypost));
        context.print(
          options.forwardTo === undefined
            ? 'Waiting for events. Stop with Ctrl+C.'
            : `Forwarding events to ${options.forwardTo}, signed with ${secret}. Stop with Ctrl+C.`,
        );
        await Promise.all([
          followEvents(waypost, { ...options, after }, forwarder),
          ...(options.scans ?? []).map((qrId) => followScans(waypost, qrId, forwarder)),
        ]);
      });
    });
}

function targetOf(address: string | undefined): URL | null {
  if (address === undefined) return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new Refusal(
      'invalid_request',
      `--forward-to must be an address such as http://localhost:4000/hooks, not ${address}.`,
    );
  return url;
}

async function followEvents(waypost: Waypost, options: ListenOptions, forwarder: Forwarder): Promise<void> {
  const filter = {
    pageSize: pageSizeMax,
    ...(options.type !== undefined && { types: options.type }),
    ...(options.code !== undefined && { qrId: options.code }),
    ...(options.project !== undefined && { projectId: options.project }),
    ...(options.after !== undefined && { after: options.after }),
  };
  for await (const event of waypost.events.follow(filter)) await forwarder.forward(messageOf(event));
}

/** The end of the log. A rare type is asked for, because a page then passes over many events. */
async function newestPlace(waypost: Waypost): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  let place = formatIdentifier('evt', firstLogIdOf(today));
  const onPlace = (next: string) => {
    place = next;
  };
  for await (const _ of waypost.events.list({ after: place, types: ['export.failed'], onPlace }));
  return place;
}

function messageOf({ event_id: eventId, type, created_at: createdAt, data }: WaypostEvent) {
  const { qr_code: code, project, export: file } = data;
  const ids = {
    ...(code && { qr_code: { qr_id: code.qr_id, project_id: code.project_id } }),
    ...(project && { project: { project_id: project.project_id } }),
    ...(file && { export: { export_id: file.export_id } }),
  };
  const subject = code?.qr_id ?? project?.project_id ?? file?.export_id ?? '';
  const body = deliveryBody({ eventId, type, createdAt, data: { ...data }, ids });
  return { id: eventId, type, subject, body };
}

/** Scans are not in the log: the code is asked for new ones again and again. */
async function followScans(waypost: Waypost, qrId: string, forwarder: Forwarder): Promise<void> {
  const { project_id: projectId, scan_count: count } = await waypost.qrCodes.get(qrId);
  for (let after = count; ; await sleep(scanPauseMs)) {
    const scans: Scan[] = [];
    for await (const scan of waypost.qrCodes.scans(qrId, { afterNumber: after }))
      if (scans.push(scan) === scansPerGroup) break;
    const [first, last] = [scans[0], scans.at(-1)];
    if (first === undefined || last === undefined) continue;
    // Deliveries to endpoints have IDs of their own.
    const id = `local_${qrId}_${last.scan_number}`;
    const body = scanBody({
      eventId: id,
      createdAt: first.scanned_at,
      qrId,
      projectId,
      firstNumber: first.scan_number,
      lastNumber: last.scan_number,
      scans,
    });
    await forwarder.forward({ id, type: scanType, subject: qrId, body });
    after = last.scan_number ?? after;
  }
}
