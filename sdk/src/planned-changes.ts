import type { Answer, Body, Tagged } from './answer.ts';
import type { components } from './openapi.ts';
import type { ListOptions } from './projects.ts';
import { readList } from './read-pages.ts';
import type { MatchOptions, RequestOptions, Transport } from './transport.ts';

export type PlannedChange = components['schemas']['PlannedChange'];
export type NewPlannedChange = Body<'createPlannedChange'>;
type TaggedPlan = Answer<'getPlannedChange', 200> & Tagged;

const path = '/v2/planned-changes';

/** Changes of codes at a later instant. */
export class PlannedChanges {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Everything is checked now, and again at `apply_at`. */
  create(plan: NewPlannedChange, options: RequestOptions = {}): Promise<Answer<'createPlannedChange', 201>> {
    return this.#transport.write('POST', path, options, plan);
  }

  get(planId: string, options: RequestOptions = {}): Promise<TaggedPlan> {
    return this.#transport.send({ ...options, path: pathOf(planId) });
  }

  /** Until it begins. */
  update(
    planId: string,
    change: Body<'updatePlannedChange'>,
    options: MatchOptions = {},
  ): Promise<TaggedPlan> {
    return this.#transport.write('PATCH', pathOf(planId), options, change);
  }

  /** Until it begins. */
  cancel(planId: string, options: MatchOptions = {}): Promise<Answer<'cancelPlannedChange', 200>> {
    return this.#transport.write('DELETE', pathOf(planId), options);
  }

  /** All of them, newest first. */
  list(options: ListOptions = {}): AsyncGenerator<PlannedChange, void, undefined> {
    return readList<Answer<'listPlannedChanges', 200>>(
      this.#transport,
      path,
      options,
      ({ plan_id }) => plan_id,
    );
  }
}

function pathOf(planId: string): string {
  return `${path}/${encodeURIComponent(planId)}`;
}
