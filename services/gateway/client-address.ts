/** The network address a request comes from; `X-Forwarded-For` is believed only with TRUST_PROXY (decisions G24). */
import type { IncomingMessage } from 'node:http';
import type { Config } from '../../shared/kernel/config.ts';

export function clientAddress(config: Config, request: IncomingMessage): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (config.trustProxy && typeof forwarded === 'string') {
    // The last entry is the one our own proxy wrote; what stands before it anyone can send.
    const nearest = forwarded.split(',').at(-1)?.trim();
    if (nearest) return nearest;
  }
  return request.socket.remoteAddress ?? 'unknown';
}
