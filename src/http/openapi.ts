import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { envelopeSchemas, errorSchema } from './schemas.ts';
import { designSchema, renderMetadataSchema } from './v1/design-schema.ts';
import { projectSchema } from './v1/project-schema.ts';
import { qrCodeItemSchema, qrCodeSchema } from './v1/qr-code-schema.ts';
import { redirectRuleSchema, ruleSchemas } from './v1/redirect-rule-schema.ts';
import { analyticsSchemas } from './v2/analytics-schema.ts';
import { eventSchema } from './v2/event-schema.ts';
import { exportSchema } from './v2/export-schema.ts';
import { scanSchema } from './v2/get-scans.ts';
import { changeSchema } from './v2/history-schema.ts';
import { plannedChangeSchema } from './v2/planned-change-schema.ts';
import { bulkResultSchema } from './v2/register-bulk.ts';
import { templateSchema } from './v2/style-template-schema.ts';
import { watchSchema } from './v2/watch-schema.ts';
import { deliverySchema, endpointSchema, endpointWithSecretSchema } from './v2/webhook-schema.ts';

const description = `
Waypost makes dynamic QR codes: the printed link never changes, and its destination can change at any time.

- Send an API key in \`x-api-key\`, or the token of an OAuth client as \`Authorization: Bearer …\`. Keys are for servers; there are no CORS headers.
- \`/v2\` adds to \`/v1\` and uses the same keys.
- Every response has \`ok\`, \`version\` and \`request_id\`. An error also has a \`code\` for programs, a \`message\` for people, the field (\`param\`) and a link to its explanation (\`doc_url\`).
- Ignore unknown fields and values in responses: both versions can get new ones.
- The [guide](/docs/guide/api) explains idempotency, rate limits, concurrent edits and lists.
`;

/** Responses of the real service (`test/response-examples.test.ts`), by operation. */
const examples: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('./response-examples.json', import.meta.url), 'utf8'),
);

interface Operation {
  operationId?: string;
  responses?: Record<string, { content?: Record<string, { example?: unknown }> }>;
}

/** Each success has a recorded response as its example. */
function addExamples(paths: Record<string, Record<string, Operation>>): void {
  for (const { operationId = '', responses = {} } of Object.values(paths).flatMap((path) =>
    Object.values(path),
  )) {
    const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
    const content = success?.content?.['application/json'];
    if (content !== undefined && examples[operationId] !== undefined) content.example = examples[operationId];
  }
}

/** OpenAPI 3.0.3 from the schemas of the routes themselves. */
export async function registerOpenApi(app: FastifyInstance, apiBaseUrl: string): Promise<void> {
  for (const schema of [...envelopeSchemas, errorSchema]) app.addSchema(schema);
  app.addSchema(projectSchema);
  for (const schema of ruleSchemas) app.addSchema(schema);
  app.addSchema(redirectRuleSchema);
  app.addSchema(qrCodeSchema);
  app.addSchema(qrCodeItemSchema);
  app.addSchema(bulkResultSchema);
  app.addSchema(plannedChangeSchema);
  app.addSchema(watchSchema);
  app.addSchema(changeSchema);
  app.addSchema(designSchema);
  app.addSchema(renderMetadataSchema);
  app.addSchema(templateSchema);
  for (const schema of [
    ...analyticsSchemas,
    scanSchema,
    exportSchema,
    eventSchema,
    endpointSchema,
    endpointWithSecretSchema,
    deliverySchema,
  ])
    app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Waypost API',
        version: '2.0.0',
        description,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: apiBaseUrl, description: 'This installation.' }],
      tags: [
        { name: 'QR codes', description: 'Printed links whose destination can change.' },
        { name: 'Projects', description: 'Workspaces that group QR codes.' },
        { name: 'Bulk operations', description: 'Many QR codes with one request.' },
        { name: 'Planned changes', description: 'Changes of QR codes at a later instant.' },
        { name: 'Watches', description: 'Alarms when a destination fails, or scans stop or surge.' },
        { name: 'Style templates', description: 'Designs with a name, and their scan test.' },
        { name: 'Analytics', description: 'Exact numbers of scans by time, place and device.' },
        { name: 'Exports', description: 'Codes, analytics, single scans and images as files.' },
        { name: 'Events', description: 'What happened, in an order that never changes.' },
        { name: 'Webhooks', description: 'Receivers of events, and what was delivered to them.' },
        { name: 'History', description: 'Who changed what, and how to undo it.' },
        { name: 'Account', description: 'Limits, and how much of them is used.' },
      ],
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
          token: { type: 'http', scheme: 'bearer', description: 'A token of an OAuth client.' },
        },
      },
      security: [{ apiKey: [] }, { token: [] }],
    },
    convertConstToEnum: true,
    transformObject: (document) => {
      assert('openapiObject' in document);
      addExamples(document.openapiObject.paths as Record<string, Record<string, Operation>>);
      return document.openapiObject;
    },
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema${index}`,
    },
  });
}
