import type { FastifyInstance, FastifySchema } from 'fastify';
import { Type } from 'typebox';
import { parseDestination } from '#core/destination.ts';
import { accept, type Parsed, parseAll, refuseField } from '#core/parsed.ts';
import { sampleText } from '#core/qr-content/sample-text.ts';
import { type Design, parseDesignKeys } from '#core/qr-image/design-input.ts';
import { type Finding, findingCodes, scoreGood } from '#core/qr-image/finding.ts';
import type { ApiContext } from '../api-context.ts';
import { actorOf } from '../authenticate.ts';
import { envelope } from '../envelope.ts';
import { createBodyReader, strictBodyOf } from '../read-body.ts';
import {
  envelopeFields2,
  errorResponses,
  nullable,
  openEnum,
  rateLimitResponseHeaders,
  stringEnum,
} from '../schemas.ts';
import { refuseUnknownParameters } from './strict-request.ts';

const schema: FastifySchema = {
  operationId: 'judgeDesign',
  tags: ['Style templates'],
  summary: 'Test whether phones can read a design',
  description: 'The same scan test that every image must pass. Nothing is stored.',
  body: Type.Object({
    design: Type.Unsafe<object | null>({ type: 'object', nullable: true, allOf: [{ $ref: 'Design#' }] }),
    link: Type.Optional(
      Type.String({
        description:
          'A link for the test. A longer link needs more modules. Default: a link of this service.',
        example: 'https://go.example.com/qr-8kx2mp4tz6wn',
      }),
    ),
  }),
  response: {
    200: {
      description: 'The verdict.',
      headers: rateLimitResponseHeaders,
      content: {
        'application/json': {
          schema: Type.Object({
            ...envelopeFields2,
            verdict: stringEnum(['pass', 'weak', 'refused'], {
              description: '`weak` below a score of 80. A code with a refused design gets no image.',
            }),
            score: nullable(Type.Integer({ minimum: 0, maximum: 100, description: 'Null if refused.' })),
            findings: Type.Array(
              Type.Object({
                code: openEnum(findingCodes),
                message: Type.String({ description: 'What to improve, as text for people.' }),
              }),
            ),
          }),
        },
      },
    },
    ...errorResponses(['invalid_request', 'invalid_payload']),
  },
};

export function registerPostJudge(app: FastifyInstance, context: ApiContext): void {
  const config = { access: 'designs.try' } as const;
  const options = { schema, config, preValidation: createBodyReader(context) };
  app.post('/v2/style-templates/judge', options, async (request) => {
    refuseUnknownParameters(request, []);
    const { design, link } = strictBodyOf(request, ['design', 'link'], parseJudgeRequest);
    const text = link?.toUpperCase() ?? sampleText('url', null, context.config.publicBaseUrl);
    const { accountId } = actorOf(request);
    const judged = await context.drawings.run(accountId, { kind: 'verdict', text, design: design ?? {} });
    return envelope(request, verdictView(judged));
  });
}

function parseJudgeRequest(
  body: Record<string, unknown>,
): Parsed<{ design: Design; link: string | undefined }> {
  const link = body['link'] === undefined ? accept(undefined) : parseDestination('link', body['link']);
  const parts = parseAll({
    design:
      body['design'] === undefined ? refuseField('design', 'is required.') : parseDesignKeys(body['design']),
    link,
  });
  return parts.ok ? accept({ design: parts.value.design, link: parts.value.link?.url }) : parts;
}

function verdictView(judged: Parsed<{ score: number; findings: Finding[] }>) {
  if (judged.ok) {
    const { score, findings } = judged.value;
    return { verdict: score < scoreGood ? 'weak' : 'pass', score, findings };
  }
  const code = findingCodes.find((known) => known === judged.reason) ?? 'not_drawable';
  return { verdict: 'refused', score: null, findings: [{ code, message: judged.message }] };
}
