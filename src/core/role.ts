/** Weakest first: a role may do everything that the ones before it may do. */
export const roles = ['viewer', 'editor', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];
/** An account has owners; a project has not. */
export const projectRoles = ['viewer', 'editor', 'admin'] as const;
export type ProjectRole = (typeof projectRoles)[number];
