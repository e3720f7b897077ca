import type { components, operations } from './openapi.ts';
import type { ListOptions } from './projects.ts';
import { readPages } from './read-pages.ts';
import { type RequestOptions, sleep, type Transport } from './transport.ts';
import { ConnectionError, RenderFailedError } from './waypost-error.ts';

type Answer<Operation extends keyof operations, Status extends number> = operations[Operation] extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>;
}
  ? Body
  : never;

export type NewQrCode = operations['createQrCode']['requestBody']['content']['application/json'];
export type QrCodeChange = operations['updateQrCode']['requestBody']['content']['application/json'];
export type CreatedQrCode = Answer<'createQrCode', 201>;
export type QrCode = Answer<'getQrCode', 200>;
export type ChangedQrCode = Answer<'updateQrCode', 200>;
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
}

export interface WaitOptions extends RequestOptions {
  /** For the whole wait; default 60 seconds. */
  waitMsMax?: number;
}

const firstPauseMs = 150;
const pauseMsMax = 2_000;

export class QrCodes {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns at once; slug and images follow: see `waitUntilRendered`. */
  create(code: NewQrCode, options: RequestOptions = {}): Promise<CreatedQrCode> {
    return this.#transport.send({ ...options, method: 'POST', path: '/v1/qr-codes', body: code });
  }

  get(qrId: string, options: RequestOptions = {}): Promise<QrCode> {
    return this.#transport.send({
      ...options,
      method: 'GET',
      path: `/v1/qr-codes/${encodeURIComponent(qrId)}`,
    });
  }

  /** By the slug of its link. */
  find(slug: string, options: RequestOptions = {}): Promise<QrCode> {
    return this.#transport.send({ ...options, method: 'GET', path: '/v1/qr-codes/find', query: { slug } });
  }

  /** Changes the given fields; null clears a field. */
  update(qrId: string, change: QrCodeChange, options: RequestOptions = {}): Promise<ChangedQrCode> {
    const path = `/v1/qr-codes/${encodeURIComponent(qrId)}`;
    return this.#transport.send({ ...options, method: 'PATCH', path, body: change });
  }

  /** Its link stops working until `activate`. */
  archive(qrId: string, options: RequestOptions = {}): Promise<ChangedQrCode> {
    return this.update(qrId, { status: 'archived' }, options);
  }

  activate(qrId: string, options: RequestOptions = {}): Promise<ChangedQrCode> {
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
    const { projectId, status, type, labelContains, pageSize, pageToken, ...options } = asked;
    return this.#transport.send({
      ...options,
      method: 'GET',
      path: '/v1/qr-codes',
      query: {
        project_id: projectId,
        status,
        type,
        label_contains: labelContains,
        page_size: pageSize,
        page_token: pageToken,
      },
    });
  }

  /** The code with its slug and images, as soon as they are ready. */
  async waitUntilRendered(
    qrId: string,
    { waitMsMax = 60_000, ...options }: WaitOptions = {},
  ): Promise<QrCode> {
    const endMs = Date.now() + waitMsMax;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 1.5)) {
      const code = await this.get(qrId, options);
      if (code.render_status === 'done') return code;
      if (code.render_status === 'error')
        throw new RenderFailedError({
          message: code.render_error ?? 'The image could not be made.',
          code: 'render_failed',
          status: 200,
        });
      if (Date.now() + pauseMs > endMs)
        throw new ConnectionError({
          message: `The image of ${qrId} was not done within ${waitMsMax} ms; it is ${code.render_status}.`,
          code: 'render_timeout',
          status: 0,
        });
      await sleep(pauseMs, options.signal);
    }
  }
}
