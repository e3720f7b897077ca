import { verifyWebhook, WebhookVerificationError } from '@waypost/sdk';
import fastify from 'fastify';

const { PORT = '4000', WEBHOOK_SECRET: secret = '' } = process.env;

const app = fastify();
// As text: the signature is about the body exactly as it arrived.
app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
app.post<{ Body: string }>('/hooks', async (request, reply) => {
  try {
    const message = await verifyWebhook({ secret, body: request.body, headers: request.headers });
    console.log(message.type, message.event_id);
    return await reply.status(204).send();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return reply.status(400).send(error.message);
  }
});
await app.listen({ port: Number(PORT) });
console.log(`http://localhost:${PORT}/hooks`);
