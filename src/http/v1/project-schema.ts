import { Type } from 'typebox';
import { nullableEnum, timestamp } from '../schemas.ts';

export const projectFields = {
  project_id: Type.String({ example: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8' }),
  name: Type.String({ example: 'Spring campaign' }),
  description: Type.String({ description: 'Empty if there is none.', example: 'Posters and table cards' }),
  is_default: Type.Boolean({ description: 'Whether new codes without a project_id belong to this project.' }),
  has_custom_domain: Type.Boolean({ description: 'Whether its links use a custom domain.' }),
  created_via: nullableEnum(['api', 'dashboard'], {
    description: 'Null for the project that was created with the account.',
  }),
  created_at: timestamp('Time of creation. Never changes.'),
  updated_at: timestamp('Time of the last change.'),
};

export const projectSchema = Type.Object(projectFields, {
  $id: 'Project',
  description: 'A workspace that groups QR codes inside one account.',
});
