import { Type } from 'typebox';
import { nullableEnum, timestamp } from '../schemas.ts';

export const projectFields = {
  project_id: Type.String({ example: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8' }),
  name: Type.String({ example: 'Spring campaign' }),
  description: Type.String({ description: 'Empty when there is none.', example: 'Posters and table cards' }),
  is_default: Type.Boolean({ description: 'Whether codes without a project_id go here.' }),
  has_custom_domain: Type.Boolean({ description: 'Whether its links use a domain of its own.' }),
  created_via: nullableEnum(['api', 'dashboard'], {
    description: 'Null for the default project that came with the account.',
  }),
  created_at: timestamp('When it was created. Never changes.'),
  updated_at: timestamp('When it last changed.'),
};

export const projectSchema = Type.Object(projectFields, {
  $id: 'Project',
  description: 'A workspace that groups QR codes inside one account.',
});
