import type { Answer } from './answer.ts';
import type { RequestOptions, Transport } from './transport.ts';

export interface AnalyticsRange extends RequestOptions {
  /** A range that ends now; default `30d`. */
  interval?: '24h' | '7d' | '30d' | '90d' | '12m';
  /** Instead of `interval`: a whole quarter of an hour. */
  start?: Date | string;
  /** Default: now. */
  end?: Date | string;
  /** An IANA name; default: the time zone of the account. */
  timezone?: string;
}

type Views<Prefix extends 'QrCode' | 'Project'> = {
  summary: Answer<`get${Prefix}Summary`, 200>;
  trend: Answer<`get${Prefix}Trend`, 200>;
  countries: Answer<`get${Prefix}Countries`, 200>;
  devices: Answer<`get${Prefix}Devices`, 200>;
  referrers: Answer<`get${Prefix}Referrers`, 200>;
  hours: Answer<`get${Prefix}Hours`, 200>;
  browsers: Answer<`get${Prefix}Browsers`, 200>;
  systems: Answer<`get${Prefix}Systems`, 200>;
};
type ProjectViews = Views<'Project'>;
type QrCodeViews = Views<'QrCode'> & { rules: Answer<'getQrCodeRules', 200> };

/** Options of single views. */
interface ViewOptions extends AnalyticsRange {
  /** Of a trend. */
  unit?: 'hour' | 'day' | 'week' | 'month';
  /** Of a breakdown: 1 to 250. */
  limit?: number;
}

/** Exact numbers of scans. */
export class Analytics {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  ofCode<View extends keyof QrCodeViews>(
    qrId: string,
    view: View,
    options: ViewOptions = {},
  ): Promise<QrCodeViews[View]> {
    return this.#read(`qr-codes/${encodeURIComponent(qrId)}/${view}`, options);
  }

  ofProject<View extends keyof ProjectViews>(
    projectId: string,
    view: View,
    options: ViewOptions = {},
  ): Promise<ProjectViews[View]> {
    return this.#read(`projects/${encodeURIComponent(projectId)}/${view}`, options);
  }

  #read<Numbers>(path: string, asked: ViewOptions): Promise<Numbers> {
    const { interval, start, end, timezone, unit, limit, ...options } = asked;
    const query = { interval, start: instant(start), end: instant(end), timezone, unit, limit };
    return this.#transport.send({ ...options, path: `/v2/analytics/${path}`, query });
  }
}

function instant(value: Date | string | undefined): string | undefined {
  return value instanceof Date ? value.toISOString() : value;
}
