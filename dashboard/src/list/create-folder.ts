import { request } from '../api/request.ts';
import type { Folder } from '../api/types.ts';

/** @returns its ID. */
export async function createFolder(projectId: string, name: string): Promise<string> {
  const { folder } = await request<{ folder: Folder }>(`/projects/${projectId}/folders`, {
    method: 'POST',
    body: { name },
  });
  return folder.folder_id;
}
