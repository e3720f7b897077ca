import type { FastifyInstance } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { addDomain } from '#features/domains/add-domain.ts';
import { checkDomain } from '#features/domains/check-domains.ts';
import { findDomainOfProject } from '#features/domains/domain-queries.ts';
import { domainView, redrawView } from '#features/domains/domain-view.ts';
import { ownNames } from '#features/domains/own-names.ts';
import { findRedraw } from '#features/domains/redraw-queries.ts';
import { removeDomain } from '#features/domains/remove-domain.ts';
import { setDomainRoot } from '#features/domains/set-domain-root.ts';
import { DnsLookUp } from '#platform/dns-look-up.ts';
import { PlaceCount } from '#platform/place-count.ts';
import type { ApiContext } from '../api-context.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';
import { requireProject } from './projects.ts';

const path = '/dashboard/api/projects/:id/domain';
const looksOfAccountMax = 3;
const looksMax = 50;

interface ProjectRequest {
  Params: { id: string };
}

/** The domain of a project: claim, verify, set its root, remove. */
export function registerDomains(app: FastifyInstance, context: ApiContext): void {
  const { db, config, clock, safety } = context;
  const check = { dns: new DnsLookUp(config.safety.dnsServers), target: config.domainTarget, clock };
  const places = new PlaceCount(looksOfAccountMax, looksMax);
  const answer = async (projectId: string) => {
    const [domain, redraw] = await Promise.all([
      findDomainOfProject(db, projectId),
      findRedraw(db, projectId),
    ]);
    return {
      ok: true,
      domain: domain === undefined ? null : domainView(domain, config.domainTarget),
      redraw: redraw === undefined ? null : redrawView(redraw),
    };
  };

  app.get<ProjectRequest>(path, dashboardRoute('domains.read'), async (request) => {
    const { project_id } = await requireProject(context, request, 'domains.read');
    return answer(project_id);
  });

  app.post<ProjectRequest>(path, dashboardRoute('domains.change'), async (request, reply) => {
    const project = await requireProject(context, request, 'domains.change');
    const host = textField(jsonBody(request), 'host') ?? '';
    await addDomain(dbOf(context, request), memberOf(request), project, host, ownNames(config));
    return reply.status(201).send(await answer(project.project_id));
  });

  app.post<ProjectRequest>(`${path}/check`, dashboardRoute('domains.change'), async (request) => {
    const { project_id } = await requireProject(context, request, 'domains.change');
    const domain = await findDomainOfProject(db, project_id);
    if (domain === undefined) throw new Refusal('not_found', 'The project has no domain.');
    if (!places.take(domain.account_id))
      throw new Refusal('service_unavailable', 'DNS checks are already running. Try again in a moment.', {
        retryAfterSeconds: 2,
      });
    try {
      await checkDomain(db, domain, check, true);
    } finally {
      places.giveBack(domain.account_id);
    }
    return answer(project_id);
  });

  app.patch<ProjectRequest>(path, dashboardRoute('domains.change'), async (request) => {
    const project = await requireProject(context, request, 'domains.change');
    const body = jsonBody(request);
    const url = body['root_url'] === null ? null : (textField(body, 'root_url') ?? null);
    await setDomainRoot(dbOf(context, request), safety, project, url === '' ? null : url);
    return answer(project.project_id);
  });

  app.delete<ProjectRequest>(path, dashboardRoute('domains.change'), async (request) => {
    const { project_id } = await requireProject(context, request, 'domains.change');
    if ((await removeDomain(dbOf(context, request), project_id)) === undefined)
      throw new Refusal('not_found', 'The project has no domain.');
    return answer(project_id);
  });
}
