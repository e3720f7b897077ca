import type { Role } from '#core/role.ts';

export const roleNames: Record<Role, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'Everything, including other owners, data export and erasure.' },
  admin: { label: 'Admin', hint: 'Members, keys, projects, domains and settings.' },
  editor: { label: 'Editor', hint: 'Creates and changes codes and templates.' },
  viewer: { label: 'Viewer', hint: 'Sees codes and analytics.' },
};

export function roleOptions(canMakeOwners: boolean): { value: string; label: string }[] {
  return (['viewer', 'editor', 'admin', 'owner'] as const)
    .filter((role) => role !== 'owner' || canMakeOwners)
    .map((role) => ({ value: role, label: roleNames[role].label }));
}
