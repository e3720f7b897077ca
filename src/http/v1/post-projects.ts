import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseNewProject } from '#core/project-input.ts';
import { actAs } from '#features/act-as.ts';
import { runOnce } from '#features/idempotency/run-once.ts';
import { createProject } from '#features/projects/create-project.ts';
import { projectView } from '#features/projects/project-view.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { bodyOf, createBodyReader, idempotencyKeyOf } from '../read-body.ts';
import { errorResponses, idempotencyHeaders, inEnvelope, onceResponseHeaders } from '../schemas.ts';
import { sendOnce } from '../send-code.ts';

const body = Type.Object(
  {
    name: Type.String({ description: '1 to 120 characters after trimming.' }),
    description: Type.Optional(Type.String({ description: 'At most 2,000 characters after trimming.' })),
    set_as_default: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Makes it the default project of the account. The previous default project loses this role.',
      }),
    ),
  },
  { example: { name: 'Spring campaign', description: 'Posters and table cards' } },
);

const schema: FastifySchema = {
  operationId: 'createProject',
  tags: ['Projects'],
  summary: 'Create a project',
  headers: idempotencyHeaders,
  body,
  response: {
    201: {
      description: 'The new project.',
      headers: onceResponseHeaders,
      content: { 'application/json': { schema: inEnvelope('Project', 1) } },
    },
    ...errorResponses([
      'invalid_request',
      'invalid_payload',
      'idempotency_conflict',
      'quota_exceeded_project',
    ]),
  },
};

export function registerPostProjects(app: FastifyInstance, context: ApiContext): void {
  app.post(
    '/v1/projects',
    { schema, config: { access: 'projects.create' }, preValidation: createBodyReader(context) },
    async (request, reply) => {
      const project = bodyOf(request, parseNewProject);
      const answer = await runOnce(
        actAs(context.db, actorOf(request)),
        idempotencyKeyOf(request),
        async (tx) => {
          const created = await createProject(tx, actorOf(request), project);
          return { status: 201, body: projectView(created) };
        },
      );
      return sendOnce(context, request, reply, answer);
    },
  );
}
