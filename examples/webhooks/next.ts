// Next.js: save this file as app/hooks/route.ts.
import { verifyWebhook, WebhookVerificationError } from '@waypost/sdk';

const { WEBHOOK_SECRET: secret = '' } = process.env;

export async function POST(request: Request): Promise<Response> {
  try {
    // As text: the signature is about the body exactly as it arrived.
    const message = await verifyWebhook({ secret, body: await request.text(), headers: request.headers });
    console.log(message.type, message.event_id);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}
