import type { Answer, Body, Tagged } from './answer.ts';
import type { components, operations } from './openapi.ts';
import type { ListOptions } from './projects.ts';
import { readList, readPages } from './read-pages.ts';
import {
  type MatchOptions,
  type RequestOptions,
  sleep,
  type Transport,
  type WaitingOptions,
} from './transport.ts';
import { RenderFailedError, RenderTimeoutError } from './waypost-error.ts';

export type NewQrCode = Body<'createQrCode'>;
export type QrCodeChange = Body<'updateQrCode'>;
export type QrCode = Answer<'getQrCode', 200> & Tagged;
export type BulkResult = components['schemas']['BulkResult'];
export type BulkChange = NonNullable<Body<'updateQrCodes'>['change']>;
export type Scan = components['schemas']['Scan'];
export type Change = components['schemas']['Change'];
export type QrCodeItem = components['schemas']['QrCodeItem'];
export type RedirectRule = components['schemas']['RedirectRule'];
type QrCodePage = Answer<'listQrCodes', 200>;

export interface QrCodeFilter {
  projectId?: string;
  /** Default: active and blocked. */
  status?: readonly ('active' | 'archived' | 'blocked')[];
  type?: string;
  /** Part of the label, in any letter case. */
  labelContains?: string;
  /** Codes that have all of these tags. */
  tag?: readonly string[];
}

export interface WaitOptions extends RequestOptions {
  /** For the whole wait; default 60 seconds. */
  waitMsMax?: number;
}

export interface ScansOptions extends RequestOptions {
  /** Scans after this number. */
  afterNumber?: number;
}

/** The smallest size that phones read, and from how far. */
export type Watch = Answer<'getWatch', 200>;
export type PrintAdvice = Answer<'getPrintAdvice', 200>;

/** How an image is drawn for print. Without a size, it is as large as in its design. */
export type ImageOptions = operations['getImage']['parameters']['query'];

export type NewLabelSheet = Body<'createLabelSheet'>;

export interface BulkOptions extends RequestOptions {
  /** One failure fails all, and nothing is written. */
  atomic?: boolean;
}

const bulkPath = ofCode('bulk', 2);
const firstPauseMs = 150;
const pauseMsMax = 2_000;

export class QrCodes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns at once; slug and images follow. To wait for them, pass `waitSeconds` or call `waitUntilRendered`. */
  create(code: NewQrCode, options: WaitingOptions = {}): Promise<QrCode> {
    return this.#transport.write('POST', '/v1/qr-codes', options, code);
  }

  get(qrId: string, options: WaitingOptions = {}): Promise<QrCode> {
    return this.#transport.send({
      ...options,
      path: ofCode(qrId),
    });
  }

  /** By the slug of its link. */
  find(slug: string, options: RequestOptions = {}): Promise<QrCode> {
    return this.#transport.send({ ...options, path: ofCode('find'), query: { slug } });
  }

  /** Changes the given fields; null clears a field. */
  update(qrId: string, change: QrCodeChange, options: WaitingOptions & MatchOptions = {}): Promise<QrCode> {
    const path = ofCode(qrId);
    return this.#transport.write('PATCH', path, options, change);
  }

  /** Its link stops working until `activate`. */
  archive(qrId: string, options: RequestOptions = {}): Promise<QrCode> {
    return this.update(qrId, { status: 'archived' }, options);
  }

  activate(qrId: string, options: RequestOptions = {}): Promise<QrCode> {
    return this.update(qrId, { status: 'active' }, options);
  }

  /** All matching codes, newest first. */
  list({
    pageSize,
    signal,
    timeoutMs,
    ...filter
  }: QrCodeFilter & ListOptions = {}): AsyncGenerator<QrCodeItem, void, undefined> {
    const options = {
      ...(pageSize !== undefined && { pageSize }),
      ...(signal && { signal }),
      ...(timeoutMs !== undefined && { timeoutMs }),
    };
    return readPages(
      (token) => this.page({ ...filter, ...options, ...(token !== undefined && { pageToken: token }) }),
      ({ qr_id }) => qr_id,
    );
  }

  /** One page, for callers that keep the token themselves. */
  page(asked: QrCodeFilter & ListOptions & { pageToken?: string } = {}): Promise<QrCodePage> {
    const { projectId, status, type, labelContains, tag, pageSize, pageToken, ...options } = asked;
    return this.#transport.send({
      ...options,
      path: '/v1/qr-codes',
      query: {
        project_id: projectId,
        status,
        type,
        label_contains: labelContains,
        tag,
        page_size: pageSize,
        page_token: pageToken,
      },
    });
  }

  /** Up to 500 codes with one request. Each succeeds or fails by itself, unless `atomic` is true. */
  createMany(items: readonly NewQrCode[], options: BulkOptions = {}): Promise<Answer<'createQrCodes', 200>> {
    return this.#bulk('POST', { items }, options);
  }

  /** The same change for up to 500 codes, which can also move them to another project. */
  updateMany(
    qrIds: readonly string[],
    change: BulkChange,
    options: BulkOptions = {},
  ): Promise<Answer<'updateQrCodes', 200>> {
    return this.#bulk('PATCH', { qr_ids: qrIds, change }, options);
  }

  /** A change per code, for up to 500 codes. `if_match` is the `etag` of the code as you read it. */
  changeMany(
    items: NonNullable<Body<'updateQrCodes'>['items']>,
    options: BulkOptions = {},
  ): Promise<Answer<'updateQrCodes', 200>> {
    return this.#bulk('PATCH', { items }, options);
  }

  #bulk<Result>(
    method: 'POST' | 'PATCH',
    body: Record<string, unknown>,
    { atomic, ...options }: BulkOptions,
  ): Promise<Result> {
    return this.#transport.write(method, bulkPath, options, { ...body, atomic });
  }

  /** Who changed what, newest first. */
  history(qrId: string, options: ListOptions = {}): AsyncGenerator<Change, void, undefined> {
    return readList<Answer<'listQrCodeHistory', 200>>(
      this.#transport,
      pathOf(qrId, 'history'),
      options,
      ({ change_id }) => change_id,
    );
  }

  /**
   * Single scans, oldest first, from the oldest that is kept or after a number. Ends with the newest one: continue later with the last
   * `scan_number`.
   */
  async *scans(qrId: string, options: ScansOptions = {}): AsyncGenerator<Scan, void, undefined> {
    const { afterNumber, ...rest } = options;
    const path = pathOf(qrId, 'scans');
    for (let after = afterNumber; ; ) {
      const query = { after_number: after, limit: 1_000 };
      const page = await this.#transport.send<Answer<'listScans', 200>>({
        ...rest,
        path,
        query,
      });
      yield* page.items;
      if (!page.has_more) return;
      after = page.next_after_number;
    }
  }

  /** The image as a file for print. */
  image(qrId: string, query: ImageOptions, options: RequestOptions = {}): Promise<Uint8Array> {
    const path = pathOf(qrId, 'image');
    return this.#transport.send({ ...options, path, query, isFile: true });
  }

  /** How small the image can be printed. */
  printAdvice(qrId: string, options: RequestOptions = {}): Promise<PrintAdvice> {
    return this.#transport.send({ ...options, path: pathOf(qrId, 'print-advice') });
  }

  /** A PDF with a label per code. */
  labels(body: NewLabelSheet, options: RequestOptions = {}): Promise<Uint8Array> {
    return this.#transport.send({ ...options, method: 'POST', path: '/v2/label-sheets', body, isFile: true });
  }

  /** What the change would have done to the scans of the last 30 days. Nothing is changed. */
  rehearse(
    body: Body<'rehearseChange'>,
    options: RequestOptions = {},
  ): Promise<Answer<'rehearseChange', 200>> {
    return this.#transport.write('POST', '/v2/rehearsals', options, body);
  }

  /** What is watched about a code, and how it is doing. */
  getWatch(qrId: string, options: RequestOptions = {}): Promise<Watch> {
    return this.#transport.send({ ...options, path: pathOf(qrId, 'watch') });
  }

  /** Checks its destination every day, or sends an alarm when scans stop or surge. What is left out is off. */
  watch(qrId: string, settings: Body<'putWatch'>, options: RequestOptions = {}): Promise<Watch> {
    return this.#transport.write('PUT', pathOf(qrId, 'watch'), options, settings);
  }

  unwatch(qrId: string, options: RequestOptions = {}): Promise<Answer<'deleteWatch', 200>> {
    return this.#transport.write('DELETE', pathOf(qrId, 'watch'), options);
  }

  /** Restores the values from before a change. */
  revert(qrId: string, changeId: string, options: MatchOptions = {}): Promise<QrCode> {
    const path = pathOf(qrId, 'revert');
    return this.#transport.write('POST', path, options, { change_id: changeId });
  }

  /** The code with its slug and images, as soon as they are ready. */
  async waitUntilRendered(
    qrId: string,
    { waitMsMax = 60_000, ...options }: WaitOptions = {},
  ): Promise<QrCode> {
    const endMs = Date.now() + waitMsMax;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 1.5)) {
      const leftSeconds = Math.floor((endMs - Date.now()) / 1_000);
      const waitSeconds = Math.min(10, leftSeconds);
      const code = await this.get(qrId, { ...options, ...(waitSeconds > 0 && { waitSeconds }) });
      if (code.render_status === 'done') return code;
      if (code.render_status === 'error')
        throw new RenderFailedError({
          message: code.render_error ?? 'The image could not be made.',
          code: 'render_failed',
          status: 200,
        });
      if (Date.now() + pauseMs > endMs)
        throw new RenderTimeoutError({
          message: `The image of ${qrId} was not done within ${waitMsMax} ms; it is ${code.render_status}.`,
          code: 'render_timeout',
          status: 0,
        });
      await sleep(pauseMs, options.signal);
    }
  }
}

function pathOf(qrId: string, what: string): string {
  return `${ofCode(qrId, 2)}/${what}`;
}

function ofCode(qrId: string, version = 1): string {
  return `/v${version}/qr-codes/${encodeURIComponent(qrId)}`;
}
