import { formatIdentifier } from '#core/identifier.ts';
import type { FolderRow } from './folder-queries.ts';

export function folderView({ folder_id, project_id, name }: FolderRow) {
  return {
    folder_id: formatIdentifier('fld', folder_id),
    project_id: formatIdentifier('prj', project_id),
    name,
  };
}
