import { Analytics } from './analytics.ts';
import type { Answer } from './answer.ts';
import { Events } from './events.ts';
import { Exports } from './exports.ts';
import { PlannedChanges } from './planned-changes.ts';
import { Projects } from './projects.ts';
import { QrCodes } from './qr-codes.ts';
import type { RateLimit } from './rate-limits.ts';
import { StyleTemplates } from './style-templates.ts';
import { type RequestOptions, Transport, type WaypostOptions } from './transport.ts';
import { WebhookEndpoints } from './webhook-endpoints.ts';

export type { AnalyticsRange } from './analytics.ts';
export type { EventFilter, EventsOptions, FollowOptions, WaypostEvent } from './events.ts';
export type { Export, ExportWaitOptions, NewExport } from './exports.ts';
export type { NewPlannedChange, PlannedChange } from './planned-changes.ts';
export type { ListOptions, NewProject, Project } from './projects.ts';
export type {
  BulkChange,
  BulkOptions,
  BulkResult,
  Change,
  ImageOptions,
  NewLabelSheet,
  NewQrCode,
  PrintAdvice,
  QrCode,
  QrCodeChange,
  QrCodeFilter,
  QrCodeItem,
  RedirectRule,
  Scan,
  ScansOptions,
  WaitOptions,
  Watch,
} from './qr-codes.ts';
export type { RateLimit } from './rate-limits.ts';
export type { Design, Judgement, StyleTemplate } from './style-templates.ts';
export type { MatchOptions, RequestOptions, WaitingOptions, WaypostOptions } from './transport.ts';
export {
  type VerifyWebhookOptions,
  verifyWebhook,
  type WebhookMessage,
  WebhookVerificationError,
} from './verify-webhook.ts';
export * from './waypost-error.ts';
export type {
  DeliveriesOptions,
  NewWebhookEndpoint,
  WebhookDelivery,
  WebhookEndpoint,
} from './webhook-endpoints.ts';

/** The Waypost API. It needs only `fetch`: Node, Deno, Bun, edge platforms. */
export class Waypost {
  readonly projects: Projects;
  readonly qrCodes: QrCodes;
  readonly analytics: Analytics;
  readonly styleTemplates: StyleTemplates;
  readonly exports: Exports;
  readonly events: Events;
  readonly webhookEndpoints: WebhookEndpoints;
  readonly plannedChanges: PlannedChanges;
  readonly #transport: Transport;

  constructor(options: WaypostOptions) {
    this.#transport = new Transport(options);
    this.projects = new Projects(this.#transport);
    this.qrCodes = new QrCodes(this.#transport);
    this.analytics = new Analytics(this.#transport);
    this.styleTemplates = new StyleTemplates(this.#transport);
    this.exports = new Exports(this.#transport);
    this.events = new Events(this.#transport);
    this.webhookEndpoints = new WebhookEndpoints(this.#transport);
    this.plannedChanges = new PlannedChanges(this.#transport);
  }

  /** The account of the key, with its limits and how much of them is used. */
  account(options: RequestOptions = {}): Promise<Answer<'getAccount', 200>> {
    return this.#transport.send({ ...options, path: '/v2/account' });
  }

  /** The quotas of the key, as of the last response. */
  get rateLimits(): readonly RateLimit[] {
    return this.#transport.rateLimits;
  }
}
