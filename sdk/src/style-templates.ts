import type { Answer, Body, Tagged } from './answer.ts';
import type { components } from './openapi.ts';
import type { ListOptions } from './projects.ts';
import { readPages } from './read-pages.ts';
import type { MatchOptions, RequestOptions, Transport } from './transport.ts';

export type Design = components['schemas']['Design'];
export type StyleTemplate = components['schemas']['StyleTemplate'];
export type Judgement = Answer<'judgeDesign', 200>;
type TaggedTemplate = Answer<'getStyleTemplate', 200> & Tagged;

const path = '/v2/style-templates';

/** Designs with a name. */
export class StyleTemplates {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(template: Body<'createStyleTemplate'>, options: RequestOptions = {}): Promise<TaggedTemplate> {
    return this.#transport.send({ ...options, method: 'POST', path, body: template });
  }

  get(templateId: string, options: RequestOptions = {}): Promise<TaggedTemplate> {
    return this.#transport.send({ ...options, path: pathOf(templateId) });
  }

  /** Codes that were created with it keep their design. */
  update(
    templateId: string,
    change: Body<'updateStyleTemplate'>,
    options: MatchOptions = {},
  ): Promise<TaggedTemplate> {
    return this.#transport.send({ ...options, method: 'PATCH', path: pathOf(templateId), body: change });
  }

  async delete(templateId: string, options: MatchOptions = {}): Promise<void> {
    await this.#transport.send({ ...options, method: 'DELETE', path: pathOf(templateId) });
  }

  /** All templates, newest first. */
  list({ pageSize, ...options }: ListOptions = {}): AsyncGenerator<StyleTemplate, void, undefined> {
    return readPages(
      (token) =>
        this.#transport.send<Answer<'listStyleTemplates', 200>>({
          ...options,
          path,
          query: { page_size: pageSize, page_token: token },
        }),
      ({ template_id }) => template_id,
    );
  }

  /** Tests whether phones can read a design. */
  judge(
    design: Design | null,
    { link, ...options }: RequestOptions & { link?: string } = {},
  ): Promise<Judgement> {
    const body = { design, ...(link !== undefined && { link }) };
    return this.#transport.send({ ...options, method: 'POST', path: `${path}/judge`, body });
  }
}

function pathOf(templateId: string): string {
  return `${path}/${encodeURIComponent(templateId)}`;
}
