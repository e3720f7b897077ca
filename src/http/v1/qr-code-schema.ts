import { Type } from 'typebox';
import { anyUtm, forwardedNamesMax } from '#core/forward-query.ts';
import { apiTypes, dashboardTypes } from '#core/qr-type.ts';
import { redirectRulesMax } from '#core/rules/redirect-rule.ts';
import { tagLengthMax, tagsMax } from '#core/tags.ts';
import { nullable, openEnum, stringEnum, timestamp } from '../schemas.ts';

const qrId = Type.String({ example: 'qrc_01JD3Z8M2K5N7Q9S1V3X5Z7B9D' });
const projectId = Type.String({ example: 'prj_01JD3Z5T9GQ4R6W8Y0A2C4E6G8' });
const slug = nullable(
  Type.String({
    description: 'The public slug; null until the first image is ready, and for static codes.',
    example: 'qr-8kx2mp4tz6wn',
  }),
);
const shortLink = nullable(
  Type.String({
    description:
      'The public link, with the domain of the project if it has one; null until the first image is ready, and for static codes.',
    example: 'https://go.example.com/qr-8kx2mp4tz6wn',
  }),
);
const label = Type.String({ example: 'Table card' });
const status = stringEnum(['active', 'archived', 'blocked']);
const type = openEnum([...apiTypes, ...dashboardTypes]);
const redirectUrl = Type.String({
  description: 'Destination of scans that match no rule; empty for type text.',
  example: 'https://example.com/menu',
});
const renderStatus = openEnum(['staging', 'pending', 'rendering', 'done', 'error', 'idle']);
const nullableTime = (description: string) => nullable(timestamp(description));

const redirectRules = Type.Array(Type.Ref('RedirectRule#'), { maxItems: redirectRulesMax });
const expiresAt = nullableTime('From this time on, scans get a 410.');
const scanLimit = nullable(
  Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Null: unlimited.', example: 500 }),
);
const scanCount = Type.Integer({ description: 'Number of successful scans.', example: 42 });
const times = {
  created_at: timestamp('Time of creation. Never changes.'),
  updated_at: timestamp('Time of the last change.'),
};

const tags = Type.Array(Type.String({ example: 'Berlin' }), {
  maxItems: tagsMax,
  description: `Up to ${tagsMax} tags of 1 to ${tagLengthMax} characters, unique without regard to letter case.`,
});

const forwardedParams = Type.Array(Type.String({ example: 'utm_*' }), {
  maxItems: forwardedNamesMax,
  description: `Query parameters of the scanned link that are added to the destination: names, or \`${anyUtm}\`. Those of the destination win.`,
});

export const qrCodeFields = {
  qr_id: qrId,
  project_id: projectId,
  slug,
  short_link: shortLink,
  type,
  label,
  status,
  render_status: renderStatus,
  destination_url: nullable(
    Type.String({
      description: 'The current destination; null until the first image is ready, and for static codes.',
      example: 'https://example.com/menu',
    }),
  ),
  redirect_url: redirectUrl,
  file_url_svg: nullable(Type.String({ description: 'The image as SVG; null until it is ready.' })),
  file_url_png: nullable(Type.String({ description: 'The image as PNG; null until it is ready.' })),
  analytics_enabled: Type.Boolean({
    description: 'Whether Waypost stores details of each scan for analytics. Scans are counted in any case.',
  }),
  ...times,
  last_rendered_at: nullableTime('Time when the last image was ready.'),
  render_requested_at: nullableTime('Time when the current image was requested.'),
  render_attempt: Type.Integer({ description: 'Number of attempts.', example: 0 }),
  render_error: nullable(Type.String({ description: 'Why the last attempt failed.' })),
  redirect_rules: redirectRules,
  expires_at: expiresAt,
  scan_limit: scanLimit,
  scan_count: scanCount,
  tags,
  forwarded_params: forwardedParams,
  qr_data: Type.Unsafe<object>({
    type: 'object',
    additionalProperties: true,
    description: 'The content of the code. Its fields depend on the type.',
    example: { url: 'https://example.com/menu' },
  }),
  qr_render_metadata: Type.Ref('RenderMetadata#'),
};

export const qrCodeSchema = Type.Object(qrCodeFields, {
  $id: 'QrCode',
  description: 'A QR code with all fields.',
});

export const qrCodeItemSchema = Type.Object(
  {
    qr_id: qrId,
    project_id: projectId,
    slug,
    short_link: shortLink,
    label,
    status,
    type,
    redirect_url: redirectUrl,
    created_at: times.created_at,
    render_status: renderStatus,
    tags,
  },
  { $id: 'QrCodeItem', description: 'A QR code in a list.' },
);

/** Schemas describe bodies for readers; `core/qr-code-input.ts` checks them, with messages that name the field. */
const settings = {
  redirect_rules: Type.Optional(nullable(redirectRules)),
  expires_at: Type.Optional(expiresAt),
  scan_limit: Type.Optional(scanLimit),
  tags: Type.Optional(tags),
  forwarded_params: Type.Optional(forwardedParams),
  design: Type.Optional(
    Type.Unsafe<object | null>({
      type: 'object',
      nullable: true,
      description: 'Replaces the whole design; null is the default design.',
      allOf: [{ $ref: 'Design#' }],
      example: { foreground_color: '#1a2b3c', dot_style: 'rounded' },
    }),
  ),
  template_id: Type.Optional(
    Type.String({
      description: 'Copies the design of a template. Later changes of the template don’t affect the code.',
      example: 'tpl_01JD3Z9R3M7P1T5X9B3F7K1N5R',
    }),
  ),
};

export const newQrCodeBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({ description: '1 to 255 characters after trimming. Becomes the label.' }),
    ),
    label: Type.Optional(Type.String({ description: 'Alias of name. If you send both, name is used.' })),
    type: Type.Optional(stringEnum([...apiTypes], { description: 'Default: url.' })),
    redirect_url: Type.Optional(Type.String({ description: 'Required for url and dynamic_url.' })),
    text: Type.Optional(Type.String({ description: 'Required for text: 1 to 4,000 characters.' })),
    qr_data: Type.Optional(
      Type.Object({ text: Type.Optional(Type.String()) }, { description: 'Alias of text.' }),
    ),
    project_id: Type.Optional(Type.String({ description: 'Default: the default project.' })),
    ...settings,
  },
  { example: { name: 'Table card', redirect_url: 'https://example.com/menu' } },
);

export const changeQrCodeBody = Type.Object(
  {
    label: Type.Optional(Type.String({ description: '1 to 255 characters after trimming.' })),
    name: Type.Optional(Type.String({ description: 'Alias of label. If you send both, label is used.' })),
    redirect_url: Type.Optional(Type.String({ description: 'Only for type url.' })),
    status: Type.Optional(stringEnum(['active', 'archived'])),
    ...settings,
  },
  { minProperties: 1, example: { redirect_url: 'https://example.com/summer-menu' } },
);
