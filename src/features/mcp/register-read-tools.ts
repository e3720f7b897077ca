import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { codeViews } from '#core/analytics/analytics-query.ts';
import { explainScan } from '#core/explain-scan.ts';
import { parseLanguageTag } from '#core/language-tag.ts';
import type { ScanTarget } from '#core/resolve-scan.ts';
import { deviceClasses } from '#core/rules/device-class.ts';
import { parseRedirectRules } from '#core/rules/redirect-rule.ts';
import { type CallApi, callTool, resultOf, segment } from './call-api.ts';

const annotations = { readOnlyHint: true, openWorldHint: false };
const qrId = z.string().describe('The ID of the code: qrc_…');

/** Tools that read codes. */
export function registerReadTools(server: McpServer, call: CallApi): void {
  server.registerTool(
    'find_codes',
    {
      title: 'Find QR codes',
      description: 'Codes whose label contains a text, newest first. Without a text: all codes.',
      inputSchema: z.object({
        label_contains: z.string().optional(),
        project_id: z.string().optional().describe('Only codes of this project: prj_…'),
        page_size: z.number().int().min(1).max(100).default(20),
        page_token: z.string().optional().describe('next_page_token of the page before'),
      }),
      annotations,
    },
    ({ label_contains: label, ...query }) =>
      callTool(call('GET', '/v1/qr-codes', { query: { ...query, label_contains: label } })),
  );
  server.registerTool(
    'get_code',
    {
      title: 'Get a QR code',
      description: 'Everything about a code, by its ID or by its short link.',
      inputSchema: z.object({ code: z.string().describe('qrc_…, a short link, or the last part of it') }),
      annotations,
    },
    ({ code }) => callTool(findCode(call, code)),
  );
  server.registerTool(
    'explain_scan',
    {
      title: 'Explain where a scan would go',
      description:
        'Where a scan of the code leads now, and why: rules, expiry, limit. For the device, country and time that you imagine.',
      inputSchema: z.object({
        code: z.string().describe('qrc_…, a short link, or the last part of it'),
        device: z.enum(deviceClasses).default('ios'),
        country: z.string().length(2).optional().describe('ISO 3166 code'),
        language: z
          .string()
          .refine((tag) => parseLanguageTag(tag) !== null)
          .optional()
          .describe('The preferred one, as a tag such as de or pt-BR'),
        at: z.iso.datetime({ offset: true }).optional().describe('Default: now'),
      }),
      annotations,
    },
    async ({ code, device, country, language, at }) => {
      const [found, account] = await Promise.all([findCode(call, code), call('GET', '/v2/account')]);
      const failed = [found, account].find(({ status }) => status >= 400);
      if (failed !== undefined) return callTool(Promise.resolve(failed));
      const explanation = explainScan(targetOf(found.body, String(account.body['timezone'])), {
        host: null,
        isDomain: false,
        visitor: {
          device,
          country: country?.toUpperCase() ?? null,
          language: language === undefined ? null : parseLanguageTag(language),
        },
        query: code.split('?')[1]?.split('#')[0] ?? '',
        instantMs: at === undefined ? Date.now() : Date.parse(at),
        scanCount: Number(found.body['scan_count']),
      });
      return resultOf({ ...explanation, note: 'If its project is archived, the link leads nowhere.' });
    },
  );
  server.registerTool(
    'get_history',
    {
      title: 'Get the history of a QR code',
      description: 'Who changed what, newest first, with the values before and after.',
      inputSchema: z.object({ qr_id: qrId, page_size: z.number().int().min(1).max(100).default(20) }),
      annotations,
    },
    ({ qr_id: id, ...query }) => callTool(call('GET', `/v2/qr-codes/${segment(id)}/history`, { query })),
  );
}

/** Tools that read numbers of scans. */
export function registerAnalyticsTools(server: McpServer, call: CallApi): void {
  server.registerTool(
    'get_analytics',
    {
      title: 'Get analytics',
      description: 'Exact numbers of scans of a code or project. The view `rules` is for codes only.',
      inputSchema: z.object({
        id: z.string().describe('qrc_… or prj_…'),
        view: z.enum(codeViews).default('summary'),
        interval: z.enum(['24h', '7d', '30d', '90d', '12m']).optional(),
        start: z.string().optional().describe('Instead of interval: RFC 3339, a whole quarter of an hour'),
        end: z.string().optional(),
        timezone: z.string().optional(),
      }),
      annotations,
    },
    ({ id, view, ...query }) =>
      callTool(
        call(
          'GET',
          `/v2/analytics/${id.startsWith('prj_') ? 'projects' : 'qr-codes'}/${segment(id)}/${view}`,
          { query },
        ),
      ),
  );
}

function findCode(call: CallApi, code: string) {
  if (code.startsWith('qrc_')) return call('GET', `/v1/qr-codes/${segment(code)}`);
  const [link = ''] = code.split(/[?#]/);
  const slug = link.split('/').findLast((part) => part !== '') ?? '';
  return call('GET', '/v1/qr-codes/by-slug', { query: { slug } });
}

/** What decides a scan, from the document of the code. */
function targetOf(code: Record<string, unknown>, timeZone: string): ScanTarget {
  const rules = parseRedirectRules(code['redirect_rules']);
  const url = code['redirect_url'];
  const expiresAt = code['expires_at'];
  return {
    qrId: String(code['qr_id']),
    projectId: String(code['project_id']),
    accountId: '',
    isPublic: code['short_link'] !== null,
    status: code['status'] as ScanTarget['status'],
    isProjectArchived: false,
    accountState: 'active',
    domainHost: null,
    expiresAtMs: typeof expiresAt === 'string' ? Date.parse(expiresAt) : null,
    scanLimit: code['scan_limit'] as number | null,
    isNumbered: false,
    redirectUrl: typeof url === 'string' && url !== '' ? url : null,
    text: '',
    textKind: 'text',
    content: null,
    rules: rules.ok ? rules.value : [],
    forwardedParams: code['forwarded_params'] as string[],
    timeZone,
    analyticsEnabled: true,
    version: 0,
    projectVersion: 0,
    accountVersion: 0,
  };
}
