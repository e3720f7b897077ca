import type { FastifyInstance } from 'fastify';
import { invalidRequest, Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { sampleText } from '#core/qr-content/sample-text.ts';
import { parseDesign } from '#core/qr-image/design-input.ts';
import { isQrType } from '#core/qr-type.ts';
import { parseNewTemplate } from '#core/template-input.ts';
import { resultOf } from '#features/rendering/print-task.ts';
import { templateNotFound } from '#features/style-templates/change-template.ts';
import { saveTemplate, templatesMax } from '#features/style-templates/save-template.ts';
import { deleteTemplate, listTemplates } from '#features/style-templates/template-queries.ts';
import { templateView } from '#features/style-templates/template-view.ts';
import type { ApiContext } from '../api-context.ts';
import { firstQueryValue } from '../query.ts';
import { dbOf, memberOf } from './admit-member.ts';
import { dashboardRoute } from './dashboard-route.ts';
import { jsonBody, textField } from './json-body.ts';

const path = '/dashboard/api/designs';
const logoBytesMax = 2 * 1024 * 1024;
const captionLettersMax = 40;

/** Requests of the design editor. */
export function registerDesigns(app: FastifyInstance, context: ApiContext): void {
  const { db, config, drawings } = context;

  const textOf = (body: Record<string, unknown>) => {
    const type = textField(body, 'type') ?? '';
    return sampleText(isQrType(type) ? type : 'url', body['content'], config.publicBaseUrl);
  };

  /** Tests a design before it is saved. "Refused" is a result, not an error. */
  app.post(`${path}/judge`, dashboardRoute('designs.try'), async (request) => {
    const { accountId } = memberOf(request);
    const body = jsonBody(request);
    const design = parseDesign(body['design'] ?? null);
    if (!design.ok) return { ok: true, is_accepted: false, message: design.message };
    const text = textOf(body);
    const judged = await drawings.run(accountId, { kind: 'verdict', text, design: design.value ?? {} });
    if (!judged.ok) return { ok: true, is_accepted: false, message: judged.message };
    const { score, findings, widthPx, heightPx } = judged.value;
    return {
      ok: true,
      is_accepted: true,
      score,
      findings: findings.map(({ message }) => message),
      width_px: widthPx,
      height_px: heightPx,
    };
  });

  /** How small a design can be printed. */
  app.post(`${path}/print-advice`, dashboardRoute('designs.try'), async (request) => {
    const { accountId } = memberOf(request);
    const body = jsonBody(request);
    const design = parseDesign(body['design'] ?? null);
    if (!design.ok) throw invalidRequest(design);
    const task = { kind: 'advice', text: textOf(body), design: design.value ?? {} } as const;
    return { ok: true, advice: resultOf(await drawings.run(accountId, task)) };
  });

  /** A caption as shapes: fonts are on the server, the preview is in the browser. */
  app.get(`${path}/caption`, dashboardRoute('designs.try'), async (request) => {
    const { accountId } = memberOf(request);
    const text = (firstQueryValue(request, 'text') ?? '').trim();
    if (text === '' || Array.from(text).length > captionLettersMax)
      throw new Refusal('invalid_request', `caption must be text of 1 to ${captionLettersMax} characters.`);
    const outline = await drawings.run(accountId, { kind: 'caption', text });
    if (!outline.ok) throw invalidRequest(outline);
    return { ok: true, outline: outline.value };
  });

  app.post(`${path}/logo`, { ...dashboardRoute('designs.try'), bodyLimit: logoBytesMax }, async (request) => {
    const { accountId } = memberOf(request);
    const file = request.body as Buffer | undefined;
    if (file === undefined || file.length === 0)
      throw new Refusal('invalid_payload', 'Send the file as the body.');
    const logo = await drawings.run(accountId, { kind: 'logo', file });
    if (!logo.ok) throw invalidRequest(logo);
    return { ok: true, logo: logo.value };
  });

  app.get(`${path}/templates`, dashboardRoute('templates.read'), async (request) => {
    const { accountId } = memberOf(request);
    const templates = await listTemplates(db, accountId, templatesMax);
    return { ok: true, items: templates.map(templateView) };
  });

  app.post(`${path}/templates`, dashboardRoute('templates.change'), async (request, reply) => {
    const member = memberOf(request);
    const body = jsonBody(request);
    const input = parseNewTemplate({ name: textField(body, 'name') ?? '', design: body['design'] ?? null });
    if (!input.ok) throw invalidRequest(input);
    const template = await dbOf(context, request)
      .transaction()
      .execute((tx) => saveTemplate(tx, member, input.value, 'replace'));
    return reply.status(201).send({ ok: true, template: templateView(template) });
  });

  app.delete<{ Params: { id: string } }>(
    `${path}/templates/:id`,
    dashboardRoute('templates.change'),
    async (request) => {
      const { accountId } = memberOf(request);
      const templateId = parseIdentifier('tpl', request.params.id);
      const deleted =
        templateId === null ? undefined : await deleteTemplate(dbOf(context, request), accountId, templateId);
      if (deleted === undefined) throw templateNotFound();
      return { ok: true };
    },
  );
}
