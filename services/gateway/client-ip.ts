/**
 * The IP address of a client, and the network by which rate limits, memory budgets and sign-in limits count
 * (decisions G24).
 */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../shared/kernel/node/config.ts';

/**
 * The last entry of `X-Forwarded-For` with TRUST_PROXY, else the socket's address; `unknown` once that is
 * closed.
 */
export function readClientIp(config: Config, request: IncomingMessage): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (config.trustProxy && typeof forwarded === 'string') {
    // Our own proxy wrote the last entry; anyone can send the others.
    const nearest = forwarded.split(',').at(-1)?.trim();
    if (nearest) return nearest;
  }
  return request.socket.remoteAddress ?? 'unknown';
}

/**
 * The network that limits count by: an IPv4 address, or the first 64 bits of an IPv6 one, the smallest block
 * given to a household or server. An IPv4 address mapped to IPv6 counts as IPv4.
 */
export function rateLimitNetwork(clientIp: string): string {
  if (!ipaddr.isValid(clientIp)) return clientIp;
  const parsed = ipaddr.process(clientIp);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
