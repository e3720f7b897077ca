import type { FastifyInstance, FastifyRequest, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { ApiError } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { isQrType } from '#core/qr-type.ts';
import type { QrStatus } from '#features/database.ts';
import { findProject } from '#features/projects/project-queries.ts';
import type { QrCodeFilter } from '#features/qr-codes/qr-code-list-queries.ts';
import { qrCodeItemView } from '#features/qr-codes/qr-code-view.ts';
import { searchQrCodes } from '#features/qr-codes/search-qr-codes.ts';
import type { ApiContext } from '../api-context.ts';
import { callerOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { readPageRequest, sealNextPage } from '../page-request.ts';
import { allQueryValues, firstQueryValue } from '../query.ts';
import {
  envelopeFields,
  errorResponses,
  nextPageToken,
  pageQuery,
  rateLimitResponseHeaders,
  stringEnum,
} from '../schemas.ts';

const statuses: QrStatus[] = ['active', 'archived', 'blocked'];
/** Without a status filter archived codes are left out (D33). */
const statusesByDefault: QrStatus[] = ['active', 'blocked'];
const sizeWhenTooSmall = 1;

const schema: FastifySchema = {
  operationId: 'listQrCodes',
  tags: ['QR codes'],
  summary: 'List QR codes',
  description:
    'Newest first. All filters can be combined. A search for one or two letters may give a short page with a token: follow the token.',
  querystring: Type.Object({
    project_id: Type.Optional(Type.String({ description: 'Only codes of this project.' })),
    status: Type.Optional(
      Type.Array(stringEnum(statuses), { description: 'Repeatable. Without it: active and blocked.' }),
    ),
    type: Type.Optional(Type.String({ description: 'Exact match.' })),
    label_contains: Type.Optional(
      Type.String({ description: 'Part of the label, in any letter case, taken literally.' }),
    ),
    ...pageQuery,
  }),
  response: {
    200: {
      description: 'A page of codes.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields,
            items: Type.Array(Type.Ref('QrCodeItem#')),
            next_page_token: nextPageToken,
          }),
        },
      },
    },
    ...errorResponses(['project_not_found']),
  },
};

export function registerGetQrCodes(app: FastifyInstance, context: ApiContext): void {
  app.get('/v1/qr-codes', { schema }, async (request) => {
    const { accountId } = callerOf(request);
    const filter = await readFilter(context, request, accountId);
    const labelContains = firstQueryValue(request, 'label_contains') ?? '';
    const filters = JSON.stringify([filter?.projectId, filter?.statuses, filter?.type, labelContains]);
    const scope = { accountId, endpoint: 'qr-codes', filters };
    const page = readPageRequest(context, request, scope, sizeWhenTooSmall);
    const { rows, next } =
      filter === null
        ? { rows: [], next: null }
        : await searchQrCodes(context.db, filter, labelContains, page.after, page.size);
    return envelope(request, {
      items: rows.map(qrCodeItemView),
      next_page_token: sealNextPage(context, page, next),
    });
  });
}

/** Null: nothing can match (D32). A project of somebody else is an unknown one (D2). */
async function readFilter(
  context: ApiContext,
  request: FastifyRequest,
  accountId: string,
): Promise<QrCodeFilter | null> {
  const rawProject = firstQueryValue(request, 'project_id');
  const projectId = rawProject === undefined ? null : parseIdentifier('prj', rawProject);
  if (rawProject !== undefined) {
    const project = projectId === null ? undefined : await findProject(context.db, accountId, projectId);
    if (project === undefined) throw new ApiError('project_not_found', 'There is no such project.');
  }
  const asked = allQueryValues(request, 'status');
  const wanted = asked.length === 0 ? statusesByDefault : statuses.filter((status) => asked.includes(status));
  const type = firstQueryValue(request, 'type');
  if (type !== undefined && !isQrType(type)) return null;
  return { accountId, projectId, statuses: wanted, type: type ?? null };
}
