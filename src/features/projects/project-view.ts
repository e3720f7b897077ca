import { formatIdentifier } from '#core/identifier.ts';
import type { ProjectRow } from './project-queries.ts';

/** A project of the public API, which has no field `is_archived` (specification, Project). */
export function projectView(project: ProjectRow) {
  return {
    project_id: formatIdentifier('prj', project.project_id),
    name: project.name,
    description: project.description,
    is_default: project.is_default,
    has_custom_domain: project.has_custom_domain,
    created_via: project.created_via,
    created_at: project.created_at.toISOString(),
    updated_at: project.updated_at.toISOString(),
  };
}
