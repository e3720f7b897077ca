import { McpServer } from '@modelcontextprotocol/server';
import { hasScope, type Scope } from '#core/scopes.ts';
import type { CallApi } from './call-api.ts';
import { registerAnalyticsTools, registerReadTools } from './register-read-tools.ts';
import { registerWriteTools } from './register-write-tools.ts';

const instructions =
  'Waypost runs dynamic QR codes: printed links whose destination can change. Find a code first, then read or change it. A change affects everybody who scans the printed code, at once.';

/** The tools that these scopes allow. Every call goes through the public API, with its checks and limits. */
export function createMcpServer(version: string, scopes: readonly Scope[], call: CallApi): McpServer {
  const server = new McpServer(
    { name: 'waypost', title: 'Waypost', version },
    { capabilities: { tools: {} }, instructions },
  );
  if (hasScope(scopes, 'qr.read')) registerReadTools(server, call);
  if (hasScope(scopes, 'analytics.read')) registerAnalyticsTools(server, call);
  if (hasScope(scopes, 'qr.write')) registerWriteTools(server, call);
  return server;
}
