import { formatIdentifier } from '#core/identifier.ts';
import { linkBase } from '#core/link-base.ts';
import { isStaticType } from '#core/qr-content/content-field.ts';
import { defaultStyle } from '#core/qr-image/default-style.ts';
import { parseRenderStyle } from '#core/qr-image/render-style.ts';
import type { QrType } from '#core/qr-type.ts';
import { joinRule, splitRule } from '#core/rules/rule-source.ts';
import type { FileLinks } from '#platform/file-links.ts';
import type { QrCodeListRow } from './qr-code-list-queries.ts';
import type { FullQrCodeRow, QrCodeRow } from './qr-code-queries.ts';

/** Base addresses of short links and files. */
export interface Addresses {
  publicBaseUrl: string;
  fileLinks: Pick<FileLinks, 'urlOf'>;
}

/** The full document of a code (D72). */
export function qrCodeView(code: FullQrCodeRow, addresses: Addresses) {
  return {
    qr_id: formatIdentifier('qrc', code.qr_id),
    project_id: formatIdentifier('prj', code.project_id),
    slug: publicSlug(code),
    short_link: publicLink(code, addresses),
    type: code.type,
    label: code.label,
    status: code.status,
    render_status: code.render_status,
    destination_url: destinationUrl(code, addresses),
    redirect_url: code.redirect_url,
    file_url_svg: fileUrl(code.svg_file, addresses),
    file_url_png: fileUrl(code.png_file, addresses),
    analytics_enabled: code.analytics_enabled,
    created_at: code.created_at.toISOString(),
    updated_at: code.updated_at.toISOString(),
    last_rendered_at: code.last_rendered_at?.toISOString() ?? null,
    render_requested_at: code.render_requested_at?.toISOString() ?? null,
    render_attempt: code.render_attempt,
    render_error: code.render_error,
    redirect_rules: rulesView(code),
    expires_at: code.expires_at?.toISOString() ?? null,
    scan_limit: code.scan_limit,
    scan_count: code.scan_count,
    // Events of earlier releases have none.
    tags: (code.tags as string[] | undefined) ?? [],
    forwarded_params: (code.forwarded_params as string[] | undefined) ?? [],
    qr_data: code.qr_data ?? { url: code.redirect_url },
    qr_render_metadata: styleView(code.render_metadata),
  };
}

/** An item of the list. */
export function qrCodeItemView(code: QrCodeListRow, addresses: Pick<Addresses, 'publicBaseUrl'>) {
  return {
    qr_id: formatIdentifier('qrc', code.qr_id),
    project_id: formatIdentifier('prj', code.project_id),
    slug: publicSlug(code),
    short_link: publicLink(code, addresses),
    label: code.label,
    status: code.status,
    type: code.type,
    redirect_url: code.redirect_url,
    created_at: code.created_at.toISOString(),
    render_status: code.render_status,
    tags: code.tags,
  };
}

/** Complete, as the API promises: missing options have their default, and the height follows from the format. */
function styleView(design: Record<string, unknown> | null): Record<string, unknown> {
  const style = parseRenderStyle(design ?? {});
  const size = style.ok ? { width: style.value.width, height: style.value.height } : {};
  return { ...defaultStyle, ...design, ...size };
}

/** PostgreSQL stores the fields of a rule in its own order. */
function rulesView(code: QrCodeRow): Record<string, unknown>[] {
  return (code.redirect_rules as Record<string, unknown>[]).map((rule) => {
    const [first, second = null] = splitRule(rule);
    return first === undefined ? rule : joinRule(first, second, String(rule['url']));
  });
}

/** Static codes have no link: the image contains their content. */
function publicSlug(code: { type: QrType; is_slug_public: boolean; reserved_slug: string }): string | null {
  return code.is_slug_public && !isStaticType(code.type) ? code.reserved_slug : null;
}

/** The absolute link, once it works (D64). */
function publicLink(
  code: QrCodeListRow | QrCodeRow,
  { publicBaseUrl }: Pick<Addresses, 'publicBaseUrl'>,
): string | null {
  return publicSlug(code) === null ? null : shortLink(code, publicBaseUrl);
}

/** Null until the first image is ready; for a text, the link that shows it (D17). */
function destinationUrl(code: QrCodeRow, { publicBaseUrl }: Addresses): string | null {
  if (publicSlug(code) === null) return null;
  return code.redirect_url === '' ? shortLink(code, publicBaseUrl) : code.redirect_url;
}

export function shortLink(
  code: Pick<QrCodeRow, 'domain_host' | 'reserved_slug'>,
  publicBaseUrl: string,
): string {
  return `${linkBase(publicBaseUrl, code.domain_host)}/${code.reserved_slug}`;
}

function fileUrl(file: string | null, { fileLinks }: Addresses): string | null {
  return file && fileLinks.urlOf(file);
}
