import { Projects } from './projects.ts';
import { QrCodes } from './qr-codes.ts';
import { Transport, type WaypostOptions } from './transport.ts';

export type { ListOptions, NewProject, Project } from './projects.ts';
export type {
  ChangedQrCode,
  CreatedQrCode,
  NewQrCode,
  QrCode,
  QrCodeChange,
  QrCodeFilter,
  QrCodeItem,
  RedirectRule,
  WaitOptions,
} from './qr-codes.ts';
export type { RequestOptions, WaypostOptions } from './transport.ts';
export * from './waypost-error.ts';

/** The Waypost API. It needs only `fetch`: Node, Deno, Bun, edge platforms. */
export class Waypost {
  readonly projects: Projects;
  readonly qrCodes: QrCodes;

  constructor(options: WaypostOptions) {
    const transport = new Transport(options);
    this.projects = new Projects(transport);
    this.qrCodes = new QrCodes(transport);
  }
}
