import { ApiError } from '#core/errors.ts';
import { parseTextField } from '#core/text-field.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { lockAccount } from '../accounts/account-queries.ts';
import type { Tx } from '../database.ts';
import { projectBounds } from './project-bounds.ts';
import { insertProject, type ProjectRow, updateProjectsNoDefault } from './project-queries.ts';

export interface NewProjectInput {
  accountId: string;
  name: string;
  description?: string;
  setAsDefault?: boolean;
  createdVia: 'api' | 'dashboard';
}

export async function createProject(tx: Tx, input: NewProjectInput): Promise<ProjectRow> {
  const name = parseTextField('name', input.name, projectBounds.name);
  if (!name.ok) throw new ApiError('invalid_request', name.message);
  const description = parseTextField('description', input.description ?? '', projectBounds.description);
  if (!description.ok) throw new ApiError('invalid_request', description.message);

  if (input.setAsDefault) {
    // The lock makes taking the default and giving it one step: never two, never none.
    await lockAccount(tx, input.accountId);
    await updateProjectsNoDefault(tx, input.accountId);
  }
  return insertProject(tx, {
    project_id: newUuid(),
    account_id: input.accountId,
    name: name.value,
    description: description.value,
    is_default: input.setAsDefault ?? false,
    created_via: input.createdVia,
  });
}
