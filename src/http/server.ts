import Fastify, { type FastifyInstance, type RawServerDefault } from 'fastify';
import { Refusal } from '#core/errors.ts';
import { securityTxt } from '#core/security-txt.ts';
import { newUuid } from '#platform/new-uuid.ts';
import { packageVersion } from '#platform/package-version.ts';
import { AllowedMethods } from './allowed-methods.ts';
import type { ApiContext } from './api-context.ts';
import { registerApiReference } from './api-reference.ts';
import { createAuthentication } from './authenticate.ts';
import { createClientErrorHandler } from './client-error.ts';
import { compressJson } from './compress-json.ts';
import { registerDashboard } from './dashboard/register-dashboard.ts';
import { createErrorHandler } from './error-handler.ts';
import { registerFiles } from './files.ts';
import { registerGuide } from './guide.ts';
import { registerHome } from './home.ts';
import { registerMcp } from './mcp.ts';
import { registerOauth } from './oauth/register-oauth.ts';
import { registerOpenApi } from './openapi.ts';
import { takeRawBodies } from './read-body.ts';
import { pathOf, registerRequestLog } from './request-log.ts';
import { requireAccessRule } from './route-access.ts';
import { registerSecurityHeaders } from './security-headers.ts';
import { registerTraceRequests } from './trace-requests.ts';
import { registerGetProjects } from './v1/get-projects.ts';
import { registerGetQrCode } from './v1/get-qr-code.ts';
import { registerGetQrCodes } from './v1/get-qr-codes.ts';
import { registerPatchQrCode } from './v1/patch-qr-code.ts';
import { registerPostProjects } from './v1/post-projects.ts';
import { registerPostQrCodes } from './v1/post-qr-codes.ts';
import { registerChangeStyleTemplate } from './v2/change-style-template.ts';
import { registerDownloadExport } from './v2/download-export.ts';
import { registerGetAccount } from './v2/get-account.ts';
import { registerGetAnalytics } from './v2/get-analytics.ts';
import { registerGetEvents } from './v2/get-events.ts';
import { registerGetExports } from './v2/get-exports.ts';
import { registerGetHistory } from './v2/get-history.ts';
import { registerGetImage } from './v2/get-image.ts';
import { registerGetPrintAdvice } from './v2/get-print-advice.ts';
import { registerGetScans } from './v2/get-scans.ts';
import { registerGetStyleTemplates } from './v2/get-style-templates.ts';
import { registerPatchBulk } from './v2/patch-bulk.ts';
import { registerPlannedChanges } from './v2/planned-changes.ts';
import { registerPostBulk } from './v2/post-bulk.ts';
import { registerPostExports } from './v2/post-exports.ts';
import { registerPostJudge } from './v2/post-judge.ts';
import { registerPostLabelSheets } from './v2/post-label-sheets.ts';
import { registerPostRehearsals } from './v2/post-rehearsals.ts';
import { registerPostRevert } from './v2/post-revert.ts';
import { registerPostStyleTemplates } from './v2/post-style-templates.ts';
import { registerWatches } from './v2/watches.ts';
import { registerWebhookDeliveries } from './v2/webhook-deliveries.ts';
import { registerWebhookEndpoints } from './v2/webhook-endpoints.ts';

/** As long as PostgreSQL counts as having just come back. */
const settleRetrySeconds = 5;
const bodyBytesMax = 64 * 1024;
const headerBytesMax = 16 * 1024;

/** The API server, ready to listen. All routes and hooks are registered here. */
export async function buildServer(context: ApiContext): Promise<FastifyInstance> {
  const handleError = createErrorHandler(context.log, context.config.apiBaseUrl);
  const app: FastifyInstance = Fastify<RawServerDefault>({
    logger: false,
    genReqId: () => newUuid(),
    requestIdHeader: false,
    trustProxy: context.config.trustedProxies.length > 0 ? context.config.trustedProxies : false,
    bodyLimit: bodyBytesMax,
    // An identifier of any length is treated as unknown (D25); the limit is that of the headers.
    routerOptions: { maxParamLength: headerBytesMax },
    // A slow client can hold a socket for a limited time: for its headers, then for the whole request.
    requestTimeout: 15_000,
    keepAliveTimeout: 65_000,
    http: {
      headersTimeout: 10_000,
      maxHeaderSize: headerBytesMax,
      connectionsCheckingInterval: 1_000,
      requireHostHeader: false,
    },
    // During shutdown, requests on open connections are still served.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: createClientErrorHandler(context.config.apiBaseUrl),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      handleError(error, request, reply as never);
    },
  });
  // Schemas only describe; the parsers of `core` check, with messages that name the field (ADR 7).
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => (body) => JSON.stringify(body));
  app.setErrorHandler(handleError);
  registerSecurityHeaders(app, context.config);
  answerOddRequests(app);
  if (context.tracing !== null) registerTraceRequests(app, context.tracing, context.config.trustedProxies);
  registerRequestLog(app, context);
  const allowedMethods = new AllowedMethods(app);
  // Before the body is read: an unknown path gets a 404, whatever is sent to it.
  app.addHook('onRequest', async (request) => {
    const path = pathOf(request);
    if (request.is404 || allowedMethods.isRefused(path, request.method))
      throw notFound(request.method, path, allowedMethods.of(path));
  });

  // A scan process that has not noticed the return of PostgreSQL would serve the state before the change.
  app.addHook('onRequest', async (request) => {
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method) || !context.isSettling()) return;
    throw new Refusal(
      'service_unavailable',
      'The database has just become available again. Send the request again in a few seconds.',
      {
        retryAfterSeconds: settleRetrySeconds,
      },
    );
  });

  takeRawBodies(app);
  await registerOpenApi(app, context.config.apiBaseUrl);
  await app.register(async (api) => {
    api.addHook('onRoute', requireAccessRule);
    api.addHook('onRequest', createAuthentication(context));
    api.addHook('onSend', compressJson);
    registerGetProjects(api, context);
    registerPostProjects(api, context);
    registerPostQrCodes(api, context);
    registerGetQrCodes(api, context);
    registerGetQrCode(api, context);
    registerPatchQrCode(api, context);
    registerGetHistory(api, context);
    registerPostRevert(api, context);
    registerPlannedChanges(api, context);
    registerPostRehearsals(api, context);
    registerWatches(api, context);
    registerGetAccount(api, context);
    registerGetAnalytics(api, context);
    registerGetScans(api, context);
    registerGetImage(api, context);
    registerGetPrintAdvice(api, context);
    registerPostExports(api, context);
    registerGetExports(api, context);
    registerGetEvents(api, context);
    registerWebhookEndpoints(api, context);
    registerWebhookDeliveries(api, context);
    registerGetStyleTemplates(api, context);
    registerPostStyleTemplates(api, context);
    registerChangeStyleTemplate(api, context);
    registerPostJudge(api, context);
    registerPostLabelSheets(api, context);
    registerPostBulk(api, context);
    registerPatchBulk(api, context);
    registerMcp(api, packageVersion());
  });
  await registerOauth(app, context);
  let openApiText = '';
  app.get('/openapi.json', { schema: { hide: true }, onSend: compressJson }, async (_request, reply) =>
    reply.type('application/json').send(openApiText),
  );
  app.get('/.well-known/security.txt', { schema: { hide: true } }, async (_request, reply) => {
    const { publicBaseUrl, abuse } = context.config;
    const text = securityTxt(publicBaseUrl, abuse.securityContact, context.clock.nowMs());
    return reply.type('text/plain; charset=utf-8').send(text);
  });
  await registerDashboard(app, context);
  registerFiles(app, context);
  registerDownloadExport(app, context);
  registerGuide(app);
  registerHome(app, context);
  registerApiReference(app);
  await app.ready();
  openApiText = JSON.stringify(app.swagger());
  return app;
}

/** Node would respond to these itself, without the envelope. */
function answerOddRequests(app: FastifyInstance): void {
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  app.addHook('onRequest', async (request) => {
    if (request.headers.host !== undefined || request.raw.httpVersion === '1.0') return;
    throw new Refusal('invalid_request', 'The Host header is required.');
  });
}

function notFound(method: string, path: string, allowed: string[]): Refusal {
  if (allowed.length === 0)
    return new Refusal('not_found', "This path doesn't exist. See /docs for all endpoints.");
  const allow = allowed.join(', ');
  return new Refusal('method_not_allowed', `${path} doesn't support ${method}. Use ${allow}.`, {
    allow,
  });
}
