import { Type } from 'typebox';
import { timestamp } from '../schemas.ts';

export const templateFields = {
  template_id: Type.String({ example: 'tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R' }),
  name: Type.String({ description: '1 to 80 characters; unique in the account.', example: 'House style' }),
  design: Type.Ref('Design#'),
  created_at: timestamp('Time of creation. Never changes.'),
  updated_at: timestamp('Time of the last change.'),
};

export const templateSchema = Type.Object(templateFields, {
  $id: 'StyleTemplate',
  description: 'A design with a name. Codes get a copy of it, so a later change doesn’t affect them.',
});

export const templateParams = Type.Object({ id: Type.String({ example: 'tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R' }) });
