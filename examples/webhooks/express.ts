import { verifyWebhook, WebhookVerificationError } from '@waypost/sdk';
import express from 'express';

const { PORT = '4000', WEBHOOK_SECRET: secret = '' } = process.env;

const app = express();
// As text: the signature is about the body exactly as it arrived.
app.post('/hooks', express.text({ type: 'application/json' }), async (request, response) => {
  try {
    const message = await verifyWebhook({ secret, body: request.body, headers: request.headers });
    console.log(message.type, message.event_id);
    response.sendStatus(204);
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    response.status(400).send(error.message);
  }
});
app.listen(Number(PORT), () => console.log(`http://localhost:${PORT}/hooks`));
