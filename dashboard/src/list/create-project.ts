import { request } from '../api/request.ts';

/** @returns its ID. */
export async function createProject(name: string): Promise<string> {
  const { project } = await request<{ project: { project_id: string } }>('/projects', {
    method: 'POST',
    body: { name, description: '' },
  });
  return project.project_id;
}
