import { type TSchema, Type } from 'typebox';
import { defaultStyle } from '#core/qr-image/default-style.ts';
import { dotStyles } from '#core/qr-image/dots.ts';
import { eyeStyles } from '#core/qr-image/eyes.ts';
import { borderStyles } from '#core/qr-image/frame.ts';
import { errorLevels } from '#core/qr-image/qr-matrix.ts';
import { alignments, ratios, units } from '#core/qr-image/render-style.ts';
import { stringEnum } from '../schemas.ts';

const colour = (description: string) =>
  Type.String({ pattern: '^#[0-9a-fA-F]{6}$', description, example: '#1a2b3c' });

/** Keys that always have a value. */
const basic: Record<keyof typeof defaultStyle, TSchema> = {
  format_ratio: stringEnum([...ratios], { description: 'Width to height. With `custom`, `height` counts.' }),
  width: Type.Number({ description: '128 to 4,096 px, 10 to 1,000 mm, 1 to 100 cm, or 0.4 to 40 in.' }),
  height: Type.Number({ description: 'The width decides it, unless `format_ratio` is `custom`.' }),
  unit: stringEnum([...units]),
  padding: Type.Number({ minimum: 0, description: 'At most a quarter of the shorter side.' }),
  quiet_zone: Type.Number({ minimum: 1, maximum: 10, description: 'In modules. 4 reads best.' }),
  border_style: stringEnum([...borderStyles]),
  dot_style: stringEnum([...dotStyles]),
  eye_style: stringEnum([...eyeStyles]),
  foreground_color: colour('Of the modules.'),
  background_color: colour('Behind the modules.'),
  bg_transparent: Type.Boolean(),
  error_correction: stringEnum([...errorLevels], { description: 'A logo needs M, Q or H.' }),
  dpi: Type.Number({ minimum: 72, maximum: 1_200 }),
  export_png: Type.Boolean({ description: 'Whether there is a PNG besides the SVG.' }),
  output_alignment: stringEnum([...alignments], {
    description: 'Of the code in a format that is not square.',
  }),
};

/** Keys that can be absent. */
const optional: Record<string, TSchema> = {
  caption: Type.String({
    minLength: 1,
    maxLength: 40,
    description: 'Needs `border_style` `caption`, `caption-top` or `bubble`.',
    example: 'SCAN ME',
  }),
  eye_color: colour('Default: like the other modules.'),
  frame_color: colour('Default: `foreground_color`.'),
  gradient: Type.Object({
    type: Type.Optional(stringEnum(['linear', 'radial'], { description: 'Default: linear.' })),
    from: colour('The first color.'),
    to: colour('The last color.'),
    angle: Type.Optional(Type.Number({ minimum: 0, maximum: 360, description: 'Default: 0.' })),
  }),
  logo: Type.Object({
    view_box: Type.Array(Type.Number(), {
      minItems: 4,
      maxItems: 4,
      description: '`[x, y, width, height]`.',
      example: [0, 0, 24, 24],
    }),
    paths: Type.Array(
      Type.Object({
        d: Type.String({ description: 'SVG path data.', example: 'M0 0h24v24H0z' }),
        fill: colour('The color.'),
      }),
      { minItems: 1, maxItems: 32 },
    ),
    share: Type.Optional(
      Type.Number({
        description: 'Of the width of the code: at most 0.15 with M, 0.2 with Q, 0.25 with H. Default: 0.15.',
      }),
    ),
  }),
};

const optionalFields = Object.fromEntries(
  Object.entries(optional).map(([name, schema]) => [name, Type.Optional(schema)]),
);

/** In words: generators take the keyword `default` for a promise that the field is there. */
function describe(name: string, schema: TSchema): string {
  const { description = '' } = schema as { description?: string };
  return `${description} Default: ${String(defaultStyle[name as keyof typeof defaultStyle])}.`.trim();
}

export const designSchema = Type.Object(
  {
    ...Object.fromEntries(
      Object.entries(basic).map(([name, schema]) => [
        name,
        Type.Optional(Type.Unsafe({ ...schema, description: describe(name, schema) })),
      ]),
    ),
    ...optionalFields,
  },
  { $id: 'Design', description: 'The look of a code. Missing keys have their default.' },
);

export const renderMetadataSchema = Type.Object(
  { ...basic, ...optionalFields },
  { $id: 'RenderMetadata', description: 'The design of a code, with defaults filled in.' },
);
