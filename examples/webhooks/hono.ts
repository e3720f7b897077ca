import { serve } from '@hono/node-server';
import { verifyWebhook, WebhookVerificationError } from '@waypost/sdk';
import { Hono } from 'hono';

const { PORT = '4000', WEBHOOK_SECRET: secret = '' } = process.env;

const app = new Hono();
app.post('/hooks', async (context) => {
  try {
    // As text: the signature is about the body exactly as it arrived.
    const body = await context.req.text();
    const message = await verifyWebhook({ secret, body, headers: context.req.raw.headers });
    console.log(message.type, message.event_id);
    return context.body(null, 204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return context.text(error.message, 400);
  }
});
// On Cloudflare Workers, Deno and Bun instead: export default app;
serve({ fetch: app.fetch, port: Number(PORT) }, () => console.log(`http://localhost:${PORT}/hooks`));
