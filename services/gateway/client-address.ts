/** The network address a request comes from; `X-Forwarded-For` is believed only with TRUST_PROXY (decisions G24). */
import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
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

/**
 * What limits count by: an IPv4 address, or the first 64 bits of an IPv6 one, which is the least that one household or server is given.
 * An IPv4 address written as IPv6 is the IPv4 address.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? 0 : 8 - first.length - last.length;
  const all = [...first, ...Array.from({ length: Math.max(zeros, 0) }, () => '0'), ...last];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
