/** The network address a request comes from; `X-Forwarded-For` is believed only with TRUST_PROXY (decisions G24). */
import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../../shared/kernel/node/config.ts';

/** The address as it was told: the nearest proxy's word where it is trusted, else the socket's; `unknown` once that is closed. */
export function readClientIp(config: Config, request: IncomingMessage): string {
  const forwarded = request.headers['x-forwarded-for'];
  if (config.trustProxy && typeof forwarded === 'string') {
    // The last entry is the one our own proxy wrote; what stands before it anyone can send.
    const nearest = forwarded.split(',').at(-1)?.trim();
    if (nearest) return nearest;
  }
  return request.socket.remoteAddress ?? 'unknown';
}

/**
 * What limits count by: an IPv4 address, or the first 64 bits of an IPv6 one, which is the least that one household or server is given.
 * An IPv4 address written as IPv6 is the IPv4 address.
 */
export function rateLimitNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
