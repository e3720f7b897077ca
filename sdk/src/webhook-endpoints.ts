import type { Answer, Body, Tagged } from './answer.ts';
import type { components } from './openapi.ts';
import type { ListOptions } from './projects.ts';
import { readList } from './read-pages.ts';
import type { MatchOptions, RequestOptions, Transport } from './transport.ts';

export type WebhookEndpoint = components['schemas']['WebhookEndpoint'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type NewWebhookEndpoint = Body<'createWebhookEndpoint'>;
type TaggedEndpoint = Answer<'getWebhookEndpoint', 200> & Tagged;

export interface DeliveriesOptions extends ListOptions {
  /** Only those with this status. */
  status?: WebhookDelivery['status'];
}

const path = '/v2/webhook-endpoints';

/** Where events and scans are sent, and what happened to them. */
export class WebhookEndpoints {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The answer has the `secret` for `verifyWebhook`. Nobody can read it later. */
  create(
    endpoint: NewWebhookEndpoint,
    options: RequestOptions = {},
  ): Promise<Answer<'createWebhookEndpoint', 201>> {
    return this.#transport.write('POST', path, options, endpoint);
  }

  get(endpointId: string, options: RequestOptions = {}): Promise<TaggedEndpoint> {
    return this.#transport.send({ ...options, path: pathOf(endpointId) });
  }

  update(
    endpointId: string,
    change: Body<'updateWebhookEndpoint'>,
    options: MatchOptions = {},
  ): Promise<TaggedEndpoint> {
    return this.#transport.write('PATCH', pathOf(endpointId), options, change);
  }

  async delete(endpointId: string, options: MatchOptions = {}): Promise<void> {
    await this.#transport.write('DELETE', pathOf(endpointId), options);
  }

  /** All endpoints, newest first. */
  list(options: ListOptions = {}): AsyncGenerator<WebhookEndpoint, void, undefined> {
    return readList<Answer<'listWebhookEndpoints', 200>>(
      this.#transport,
      path,
      options,
      ({ endpoint_id }) => endpoint_id,
    );
  }

  /** A new secret. For `expiresIn` seconds the old one signs too. */
  rotateSecret(
    endpointId: string,
    { expiresIn, ...options }: RequestOptions & { expiresIn: number },
  ): Promise<Answer<'rotateWebhookSecret', 200>> {
    return this.#post(`${pathOf(endpointId)}/rotate-secret`, { expires_in: expiresIn }, options);
  }

  /** Sends a sample of this type. */
  test(
    endpointId: string,
    type: Body<'testWebhookEndpoint'>['type'],
    options: RequestOptions = {},
  ): Promise<Answer<'testWebhookEndpoint', 202>> {
    return this.#post(`${pathOf(endpointId)}/test`, { type }, options);
  }

  /** Sends all events after one of them again, or all scans of a code after a number. */
  replay(
    endpointId: string,
    range: { after: string } | { qr_id: string; after_number: number },
    options: RequestOptions = {},
  ): Promise<Answer<'replayWebhookEvents', 202>> {
    return this.#post(`${pathOf(endpointId)}/replay`, range, options);
  }

  /** All deliveries, newest first. */
  deliveries(
    endpointId: string,
    { status, ...options }: DeliveriesOptions = {},
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return readList<Answer<'listWebhookDeliveries', 200>>(
      this.#transport,
      `${pathOf(endpointId)}/deliveries`,
      { ...options, query: { status } },
      ({ delivery_id }) => delivery_id,
    );
  }

  /** Sends a delivery again, also one that succeeded. */
  retry(
    endpointId: string,
    deliveryId: string,
    options: RequestOptions = {},
  ): Promise<Answer<'retryWebhookDelivery', 202>> {
    const delivery = `${pathOf(endpointId)}/deliveries/${encodeURIComponent(deliveryId)}`;
    return this.#transport.write('POST', `${delivery}/retry`, options);
  }

  #post<Sent>(where: string, body: object, options: RequestOptions): Promise<Sent> {
    return this.#transport.write('POST', where, options, body);
  }
}

function pathOf(endpointId: string): string {
  return `${path}/${encodeURIComponent(endpointId)}`;
}
