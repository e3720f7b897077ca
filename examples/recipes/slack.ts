// Posts what happens to codes into a channel of Slack.
// WEBHOOK_SECRET is that of the endpoint, SLACK_URL the address of an "incoming webhook" of your Slack app.
import { serve } from '@hono/node-server';
import { verifyWebhook, type WebhookMessage, WebhookVerificationError } from '@waypost/sdk';

const { PORT = '4000', WEBHOOK_SECRET: secret = '', SLACK_URL: slackUrl = '' } = process.env;

const words: Record<string, string> = {
  'qr.limit_reached': 'has reached its scan limit',
  'qr.expired': 'has expired',
  'qr.blocked': 'was blocked, because its destination is dangerous',
  'qr.archived': 'was archived',
};

function textOf({ type, data }: WebhookMessage): string | null {
  const what = words[type];
  if (what === undefined || data.qr_code === undefined) return null;
  // A very large event has only IDs.
  const { qr_id: id, label = id } = data.qr_code as { qr_id: string; label?: string };
  // In Slack, these three characters have a meaning.
  const name = label.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `The code “${name}” ${what}.`;
}

async function receive(request: Request): Promise<Response> {
  try {
    const message = await verifyWebhook({ secret, body: await request.text(), headers: request.headers });
    const text = textOf(message);
    if (text === null) return new Response(null, { status: 204 });
    const posted = await fetch(slackUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
    });
    // Otherwise Waypost sends it again later.
    return new Response(null, { status: posted.ok ? 204 : 502 });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return new Response(error.message, { status: 400 });
  }
}

serve({ fetch: receive, port: Number(PORT) }, () => console.log(`http://localhost:${PORT}/`));
