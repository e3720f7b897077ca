import type { Answer, Body } from './answer.ts';
import type { components } from './openapi.ts';
import type { ListOptions } from './projects.ts';
import { readList } from './read-pages.ts';
import { type RequestOptions, sleep, type Transport } from './transport.ts';
import { ExportFailedError, ExportTimeoutError } from './waypost-error.ts';

export type Export = components['schemas']['Export'];
export type NewExport = Body<'createExport'>;

export interface ExportWaitOptions extends RequestOptions {
  /** For the whole wait; default 10 minutes. */
  waitMsMax?: number;
  /** Called with each state until it is done. */
  onProgress?: (state: Export) => void;
}

const path = '/v2/exports';
const waitMsDefault = 600_000;
const pauseMsMin = 250;
const pauseMsMax = 5_000;

/** Codes, analytics, single scans and images as files. */
export class Exports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(body: NewExport, options: RequestOptions = {}): Promise<Answer<'createExport', 202>> {
    return this.#transport.write('POST', path, options, body);
  }

  get(exportId: string, options: RequestOptions = {}): Promise<Answer<'getExport', 200>> {
    return this.#transport.send({ ...options, path: pathOf(exportId) });
  }

  /** All exports, newest first. */
  list(options: ListOptions = {}): AsyncGenerator<Export, void, undefined> {
    return readList<Answer<'listExports', 200>>(this.#transport, path, options, ({ export_id }) => export_id);
  }

  /** Cancels it, or removes its file. */
  async delete(exportId: string, options: RequestOptions = {}): Promise<void> {
    await this.#transport.write('DELETE', pathOf(exportId), options);
  }

  /** Waits until the file can be downloaded from `download_url`. */
  async waitUntilDone(exportId: string, options: ExportWaitOptions = {}): Promise<Answer<'getExport', 200>> {
    const { waitMsMax = waitMsDefault, onProgress, ...rest } = options;
    const endMs = Date.now() + waitMsMax;
    for (let pauseMs = pauseMsMin; ; pauseMs = Math.min(pauseMs * 1.5, pauseMsMax)) {
      const state = await this.get(exportId, rest);
      onProgress?.(state);
      if (state.status === 'done') return state;
      if (state.status !== 'queued' && state.status !== 'running')
        throw new ExportFailedError({
          message: state.error ?? `The export is ${state.status}.`,
          code: `export_${state.status}`,
          status: 200,
        });
      if (Date.now() + pauseMs > endMs)
        throw new ExportTimeoutError({
          message: `The export was not done after ${Math.round(waitMsMax / 1_000)} seconds. Read it again later.`,
          code: 'export_timeout',
          status: 200,
        });
      await sleep(pauseMs, rest.signal);
    }
  }

  /** Starts an export, waits for it, and returns the file as a stream. */
  async download(body: NewExport, options: ExportWaitOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const { waitMsMax: _, onProgress: __, ...rest } = options;
    const { export_id: exportId } = await this.create(body, rest);
    return this.open(await this.waitUntilDone(exportId, options), rest);
  }

  /** The file of an export that is done, as a stream. */
  open(done: Export, options: RequestOptions = {}): Promise<ReadableStream<Uint8Array>> {
    const link = done.download_url;
    if (link === null)
      return Promise.reject(
        new ExportFailedError({
          message: `The export is ${done.status}: it has no file.`,
          code: 'no_file',
          status: 200,
        }),
      );
    // At the address that we know: the service may know itself under another one.
    return this.#transport.download(link.slice(link.indexOf(path)), options);
  }
}

function pathOf(exportId: string): string {
  return `${path}/${encodeURIComponent(exportId)}`;
}
