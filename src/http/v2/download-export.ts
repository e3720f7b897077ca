import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { parseIdentifier } from '#core/identifier.ts';
import { type ExportRow, findExport } from '#features/exports/export-queries.ts';
import { isExpired } from '#features/exports/export-view.ts';
import { canSee } from '#features/exports/require-export.ts';
import { endingOf } from '#features/exports/run-export.ts';
import type { ApiContext } from '../api-context.ts';
import { limitAddress, refuseKnownAddress } from '../limit-requests.ts';
import { firstQueryValue } from '../query.ts';

const contentTypes: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  zip: 'application/zip',
};

/** The file of an export. The link itself is the permission, as long as the key that it was made for has it. */
export function registerDownloadExport(app: FastifyInstance, context: ApiContext): void {
  app.get<{ Params: { id: string } }>(
    '/v2/exports/:id/download',
    { schema: { hide: true } },
    async (request, reply) => {
      refuseKnownAddress(context, request);
      const found = await judge(context, request).catch(async (error: unknown) => {
        await limitAddress(context, request);
        throw error;
      });
      const file = found.file === null ? null : await context.files.open(found.file);
      if (file === null || isExpired(found, context.clock.nowMs())) {
        file?.content.destroy();
        throw expired('The file was removed after seven days. Start a new export.');
      }
      const day = found.created_at.toISOString().slice(0, 10);
      const ending = endingOf(found);
      return reply
        .headers({
          'content-disposition': `attachment; filename="waypost-${found.kind.replace('_', '-')}-${day}.${ending}"`,
          'content-length': file.bytes,
          'cache-control': 'private, no-store',
        })
        .type(contentTypes[ending] ?? 'application/octet-stream')
        .send(file.content);
    },
  );
}

async function judge(
  context: ApiContext,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<ExportRow> {
  const exportId = parseIdentifier('exp', request.params.id);
  const keyId = parseIdentifier('key', firstQueryValue(request, 'key') ?? '');
  const lookup = keyId === null ? null : await context.keys.findById(keyId);
  if (exportId === null || keyId === null || lookup?.kind !== 'actor') throw wrong();
  const { actor, suspendedReason } = lookup;
  const { accountId } = actor;
  const [expires, signature] = [firstQueryValue(request, 'expires'), firstQueryValue(request, 'signature')];
  const verdict = context.downloadLinks.judge({ exportId, accountId, keyId }, expires ?? '', signature ?? '');
  if (verdict === 'wrong') throw wrong();
  if (suspendedReason !== null || !actor.entitlements.apiAccess)
    throw new Refusal('api_access_disabled', 'This account is suspended, or its plan has no API access.');
  const found = await findExport(context.db, accountId, exportId);
  if (found === undefined || !canSee(actor, found)) throw wrong();
  if (verdict === 'expired')
    throw expired('This link was valid for one hour. Read the export again for a new one.');
  return found;
}

function wrong(): Refusal {
  return new Refusal('export_not_found', 'There is no such export, or the link is not valid any more.');
}

function expired(message: string): Refusal {
  return new Refusal('export_expired', message);
}
