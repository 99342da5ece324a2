/**
 * Check of the Host against DNS rebinding: a page of another site whose name an attacker lets resolve to this
 * machine would be same-origin with a service on loopback. Such a service is reached by an IP address or a name of
 * this machine.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import ipaddr from 'ipaddr.js';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';

const isLoopback = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address.split('%')[0] ?? '').range() === 'loopback';

/** Whether nobody can let this name resolve to another machine, or that address to this one. */
export const isIpOrLocalhost = (name: string): boolean =>
  /^(?:.+\.)?localhost\.?$/.test(name) || isIP(name.replace(/^\[|\]$/g, '')) !== 0;

/**
 * The error for a request on loopback that asks for another host; null for all others, and with BASE_URL: then a
 * proxy in front may write any Host.
 */
export function findForeignHost(config: Config, request: IncomingMessage): Error | null {
  const { host } = request.headers;
  // HTTP/1.0 has none, and no browser sends that.
  if (config.baseUrl !== null || host === undefined) return null;
  if (!isLoopback(request.socket.localAddress ?? '')) return null;
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
  const own = [config.host, hostname()].map((each) => each.toLowerCase());
  if (isIpOrLocalhost(name) || own.includes(name)) return null;
  return apiError(
    'CROSS_SITE_REQUEST',
    'Without BASE_URL this service answers only to an IP address or localhost. Set BASE_URL to the address it is reached by.',
  );
}
