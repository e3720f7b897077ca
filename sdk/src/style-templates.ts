import type { Answer, Body, Tagged } from './answer.ts';
import type { components } from './openapi.ts';
import type { ListOptions } from './projects.ts';
import { readList } from './read-pages.ts';
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
    return this.#transport.write('POST', path, options, template);
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
    return this.#transport.write('PATCH', pathOf(templateId), options, change);
  }

  async delete(templateId: string, options: MatchOptions = {}): Promise<void> {
    await this.#transport.write('DELETE', pathOf(templateId), options);
  }

  /** All templates, newest first. */
  list(options: ListOptions = {}): AsyncGenerator<StyleTemplate, void, undefined> {
    return readList<Answer<'listStyleTemplates', 200>>(
      this.#transport,
      path,
      options,
      ({ template_id }) => template_id,
    );
  }

  /** Tests whether phones can read a design. */
  judge(
    design: Design | null,
    { link, ...options }: RequestOptions & { link?: string } = {},
  ): Promise<Judgement> {
    const body = { design, ...(link !== undefined && { link }) };
    return this.#transport.write('POST', `${path}/judge`, options, body);
  }
}

function pathOf(templateId: string): string {
  return `${path}/${encodeURIComponent(templateId)}`;
}
