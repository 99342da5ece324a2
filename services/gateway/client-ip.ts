/**
 * The IP address of a client, behind proxies too, and the network by which rate limits, memory budgets and sign-in
 * limits count.
 */
import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '../../shared/kernel/node/config.ts';
import { isTrustedProxy } from '../../shared/kernel/node/trusted-proxies.ts';
import { memoiseText } from '../../shared/kernel/validation/memoise.ts';

type ProxyConfig = Pick<Config, 'trustProxy'>;
type ReceivedRequest = Pick<IncomingMessage, 'headers'> & { socket: Pick<Socket, 'remoteAddress'> };

/**
 * The address that the outermost trusted proxy saw: an entry of `X-Forwarded-For`, counted from the right, because
 * each proxy appends one and the client may have sent those on the left. The socket's address without trusted
 * proxies, without the header, and where the entry is no address; `unknown` once the socket is closed.
 */
export function readClientIp(config: ProxyConfig, request: ReceivedRequest): string {
  const own = normaliseAddress(request.socket.remoteAddress ?? '') ?? 'unknown';
  const entries = forwardedEntries(request, 'x-forwarded-for');
  const count = countTrustedProxies(config, own, entries);
  const entry = count === 0 ? undefined : entryOfProxy(entries, count);
  return (entry === undefined ? null : normaliseAddress(entry)) ?? own;
}

/** Whether the browser uses https, with us or with the outermost trusted proxy. */
export function isForwardedHttps(config: ProxyConfig, request: ReceivedRequest): boolean {
  const own = normaliseAddress(request.socket.remoteAddress ?? '') ?? '';
  const count = countTrustedProxies(config, own, forwardedEntries(request, 'x-forwarded-for'));
  if (count === 0) return false;
  // Most proxies replace the header, so it may have fewer entries than there are proxies.
  return entryOfProxy(forwardedEntries(request, 'x-forwarded-proto'), count)?.toLowerCase() === 'https';
}

/** Not `Forwarded`: a proxy that appends to one of the two headers passes the other on as the client sent it. */
function forwardedEntries(
  { headers }: ReceivedRequest,
  name: 'x-forwarded-for' | 'x-forwarded-proto',
): string[] {
  const sent = headers[name];
  const text = Array.isArray(sent) ? sent.join(',') : (sent ?? '');
  return text.trim() === '' ? [] : text.split(',').map((entry) => entry.trim());
}

/** The entry that this proxy wrote, counted from ours; the leftmost where there are fewer. */
const entryOfProxy = (entries: readonly string[], count: number): string | undefined =>
  entries[Math.max(0, entries.length - count)];

/** How many proxies in front of us are trusted, for this request. */
function countTrustedProxies({ trustProxy }: ProxyConfig, own: string, entries: readonly string[]): number {
  if (typeof trustProxy === 'number') return trustProxy;
  let count = 0;
  let address: string | null = own;
  while (address !== null && isTrustedProxy(trustProxy, address)) {
    count += 1;
    const next = entries.at(-count);
    // Beyond an entry that is no address no proxy is known; `readClientIp` stops at the same entry.
    address = next === undefined ? null : normaliseAddress(next);
  }
  return count;
}

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const IPV4_WITH_PORT = /^([\d.]+):\d{1,5}$/;

/**
 * The canonical form of an address: without quotation marks, brackets, port and zone; an IPv4 address mapped to
 * IPv6 as IPv4. Null for anything else, such as `unknown`.
 */
function normaliseAddress(written: string): string | null {
  return canonicalAddress(written) || null;
}

const canonicalAddress = memoiseText((written: string): string => {
  const plain = written.trim().replace(/^"(.*)"$/, '$1');
  const [, address = plain] = BRACKETED.exec(plain) ?? IPV4_WITH_PORT.exec(plain) ?? [];
  // The library alone would take `1` and `0x7f.1`.
  const [unzoned = ''] = address.split('%');
  return isIP(address) === 0 || isIP(unzoned) === 0 ? '' : ipaddr.process(unzoned).toString();
});

/**
 * The network that limits count by: an IPv4 address, or the first 64 bits of an IPv6 one, the smallest block
 * given to a household or server. An IPv4 address mapped to IPv6 counts as IPv4.
 */
export const rateLimitNetwork = memoiseText((clientIp: string): string => {
  if (!ipaddr.isValid(clientIp)) return clientIp;
  const parsed = ipaddr.process(clientIp);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
});
