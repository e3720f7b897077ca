import type { components, operations } from './openapi.ts';
import { readPages } from './read-pages.ts';
import type { RequestOptions, Transport } from './transport.ts';

export type Project = components['schemas']['Project'];
export type NewProject = operations['createProject']['requestBody']['content']['application/json'];
type CreatedProject = operations['createProject']['responses'][201]['content']['application/json'];
type ProjectPage = operations['listProjects']['responses'][200]['content']['application/json'];

export interface ListOptions extends RequestOptions {
  /** Items per request; up to 100. */
  pageSize?: number;
}

export class Projects {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  create(project: NewProject, options: RequestOptions = {}): Promise<CreatedProject> {
    return this.#transport.write('POST', '/v1/projects', options, project);
  }

  /** All projects, newest first. */
  list({ pageSize, ...options }: ListOptions = {}): AsyncGenerator<Project, void, undefined> {
    return readPages(
      (token) =>
        this.page({
          ...options,
          ...(pageSize !== undefined && { pageSize }),
          ...(token !== undefined && { pageToken: token }),
        }),
      ({ project_id }) => project_id,
    );
  }

  /** One page, for callers that keep the token themselves. */
  page({ pageSize, pageToken, ...options }: ListOptions & { pageToken?: string } = {}): Promise<ProjectPage> {
    return this.#transport.send({
      ...options,
      path: '/v1/projects',
      query: { page_size: pageSize, page_token: pageToken },
    });
  }
}
