import { Command } from 'commander';
import type { Scope } from '#core/scopes.ts';
import { type CallApi, pathWith } from '#features/mcp/call-api.ts';
import { type ApiOptions, chooseProfile, type Profile, profileOption } from './api-client.ts';
import type { CliContext } from './cli-context.ts';

interface McpOptions extends ApiOptions {
  write?: boolean;
}

const timeoutMs = 30_000;
const reading: Scope[] = ['qr.read', 'analytics.read'];

/** An MCP server for programs on this machine, over standard input and output. */
export function mcpCommand(context: CliContext, version: string): Command {
  return new Command('mcp')
    .description(
      'tools for AI assistants over standard input and output (MCP). Only reads, unless --write is given and the key has the scope qr.write',
    )
    .option('--write', 'also offer tools that create and change codes')
    .addOption(profileOption())
    .action(async ({ write = false, profile }: McpOptions) => {
      const call = callerOf(chooseProfile(context, profile));
      // Other commands don't need it, and it takes a moment to load.
      const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
      const { createMcpServer } = await import('#features/mcp/create-mcp-server.ts');
      const scopes: Scope[] = write ? [...reading, 'qr.write'] : reading;
      serveStdio(() => createMcpServer(version, scopes, call));
      await new Promise((resolve) => process.stdin.once('close', resolve));
    });
}

function callerOf({ url, apiKey }: Profile): CallApi {
  return async (method, path, { query, body } = {}) => {
    const response = await fetch(url.replace(/(?<!\/)\/+$/, '') + pathWith(path, query), {
      method,
      headers: {
        'x-api-key': apiKey,
        'user-agent': 'waypost-mcp',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
}
