import { type Logger, type LoggerOptions, pino } from 'pino';
import type { Config } from './config.ts';

export type Log = Logger;

const keyInText = /api_live_[0-9A-Za-z]{8,}/g;

/** JSON lines on standard output, or readable lines in development. */
export function createLog(config: Pick<Config, 'logLevel' | 'logFormat'>, name: string): Log {
  const options = logOptions(config, name);
  if (config.logFormat === 'json') return pino(options);
  const { formatters: _formatters, ...prettyOptions } = options;
  const pretty = { ignore: 'pid,hostname,name', translateTime: 'HH:MM:ss' };
  return pino({ ...prettyOptions, transport: { target: 'pino-pretty', options: pretty } });
}

/** Keys are removed from the finished line, so that no field can leak one. */
export function logOptions(config: Pick<Config, 'logLevel'>, name: string): LoggerOptions {
  return {
    name,
    level: config.logLevel,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['headers', 'cookie', 'password', '*.headers', '*.cookie', '*.password', '*["x-api-key"]'],
      censor: '[redacted]',
    },
    hooks: { streamWrite: (line) => line.replace(keyInText, 'api_live_[redacted]') },
  };
}

/** For commands, which print their own messages. */
export const silentLog: Log = pino({ level: 'silent' });
