import { type TSchema, Type } from 'typebox';
import { defaultStyle } from '#core/qr-image/default-style.ts';
import { dotStyles } from '#core/qr-image/dots.ts';
import { eyeBallStyles, eyeStyles } from '#core/qr-image/eyes.ts';
import { borderStyles } from '#core/qr-image/frames/frame.ts';
import { logoShapes } from '#core/qr-image/picture-logo.ts';
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
  error_correction: stringEnum([...errorLevels], { description: 'As a minimum. A logo needs more.' }),
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
    description: 'Needs a `border_style` with words, such as `caption`.',
    example: 'SCAN ME',
  }),
  eye_color: colour('Default: like the other modules.'),
  eye_ball_style: stringEnum([...eyeBallStyles], { description: 'Default: like `eye_style`.' }),
  eye_ball_color: colour('Default: like the rest of the eye.'),
  frame_color: colour('Default: `foreground_color`.'),
  gradient: Type.Object({
    type: Type.Optional(stringEnum(['linear', 'radial'], { description: 'Default: linear.' })),
    from: colour('The first color.'),
    to: colour('The last color.'),
    angle: Type.Optional(Type.Number({ minimum: 0, maximum: 360, description: 'Default: 0.' })),
  }),
  logo: Type.Object(
    {
      image: Type.Optional(
        Type.String({
          maxLength: 44_000,
          description: 'A PNG, JPEG or WebP as a data URI: at most 32 kB and 1,024 pixels per side.',
          example: 'data:image/png;base64,iVBORw0KGgo…',
        }),
      ),
      svg: Type.Optional(
        Type.String({
          maxLength: 44_000,
          description: 'The text of an SVG of shapes. Elements that run, load or filter are refused.',
        }),
      ),
      paths: Type.Optional(
        Type.Array(
          Type.Object({
            d: Type.String({ description: 'SVG path data.', example: 'M0 0h24v24H0z' }),
            fill: colour('The color.'),
          }),
          { minItems: 1, maxItems: 32, description: 'Flat shapes. They need a `view_box`.' },
        ),
      ),
      view_box: Type.Optional(
        Type.Array(Type.Number(), {
          minItems: 4,
          maxItems: 4,
          description: 'Of `paths`: `[x, y, width, height]`.',
          example: [0, 0, 24, 24],
        }),
      ),
      share: Type.Optional(
        Type.Number({
          description:
            'The longer side of the logo, relative to the width of the code: 0.04 to 0.5, as far as the scan test allows. Default: 0.2. For `paths`: at most 0.15 with M, 0.2 with Q, 0.25 with H. Default: 0.15.',
        }),
      ),
      padding: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 3,
          description: 'Free modules around an `image` or `svg`. Default: 0.5.',
        }),
      ),
      shape: Type.Optional(
        stringEnum([...logoShapes], {
          description: 'Of an `image` or `svg`. `circle` cuts its corners off. Default: none.',
        }),
      ),
      background: Type.Optional(colour('Of the plate behind an `image` or `svg`. Default: no plate.')),
    },
    { description: 'The picture in the middle. Needs exactly one of `image`, `svg` and `paths`.' },
  ),
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
