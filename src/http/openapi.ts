import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { errorSchema } from './schemas.ts';
import { designSchema, renderMetadataSchema } from './v1/design-schema.ts';
import { projectSchema } from './v1/project-schema.ts';
import { qrCodeItemSchema, qrCodeSchema } from './v1/qr-code-schema.ts';
import { redirectRuleSchema } from './v1/redirect-rule-schema.ts';
import { analyticsSchemas } from './v2/analytics-schema.ts';
import { bulkResultSchema } from './v2/bulk-response.ts';
import { changeSchema } from './v2/history-schema.ts';
import { templateSchema } from './v2/style-template-schema.ts';

const description = `
Waypost makes dynamic QR codes: the printed link never changes, and where it leads can change at any time.

- Every request carries an API key in \`x-api-key\`. Keys are server-to-server; there are no CORS headers.
- Every answer has \`ok\`, \`version\` and \`request_id\`; an error also has a \`code\` for programs and a \`message\` for people.
- Unknown fields of a body are ignored, so that v1 can grow.
`;

/** OpenAPI 3.0.3 from the schemas of the routes themselves. */
export async function registerOpenApi(app: FastifyInstance): Promise<void> {
  app.addSchema(errorSchema);
  app.addSchema(projectSchema);
  app.addSchema(redirectRuleSchema);
  app.addSchema(qrCodeSchema);
  app.addSchema(qrCodeItemSchema);
  app.addSchema(bulkResultSchema);
  app.addSchema(changeSchema);
  app.addSchema(designSchema);
  app.addSchema(renderMetadataSchema);
  app.addSchema(templateSchema);
  for (const schema of analyticsSchemas) app.addSchema(schema);
  await app.register(swagger, {
    openapi: {
      openapi: '3.0.3',
      info: {
        title: 'Waypost API',
        version: '1.0.0',
        description,
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'QR codes', description: 'Printed links whose destination can change.' },
        { name: 'Projects', description: 'Workspaces that group QR codes.' },
        { name: 'Bulk operations', description: 'Many QR codes with one request.' },
        { name: 'Style templates', description: 'Designs with a name, and their scan test.' },
        { name: 'Analytics', description: 'Exact numbers of scans by time, place and device.' },
        { name: 'History', description: 'Who changed what, and how to undo it.' },
        { name: 'Account', description: 'Limits, and how much of them is used.' },
      ],
      components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
      security: [{ apiKey: [] }],
    },
    convertConstToEnum: true,
    refResolver: {
      buildLocalReference: (json, _base, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `schema${index}`,
    },
  });
}
