/** The proxies whose `X-Forwarded-*` headers are believed: their number, or their networks. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { ConfigError } from '../errors/config-error.ts';

type Network = ReturnType<typeof ipaddr.parseCIDR>;
/** 0: none. */
type TrustedProxies = number | readonly Network[];

/** More proxies than any deployment has: a larger number is a typing error. */
const MAX_PROXIES = 20;
const HINT =
  'Set it to the number of proxies in front, such as 1, or to their addresses and networks, such as 10.0.0.0/8,fd00::/8.';

/**
 * @param words `false`, `true` (one proxy), a number, or addresses and networks
 * @throws ConfigError
 */
export function parseTrustedProxies(words: readonly string[]): TrustedProxies {
  const [first = 'false'] = words;
  if (words.length <= 1) {
    if (first === 'false') return 0;
    if (first === 'true') return 1;
    if (/^\d{1,9}$/.test(first) && Number(first) <= MAX_PROXIES) return Number(first);
  }
  return words.map(parseNetwork);
}

function parseNetwork(word: string): Network {
  const [address = '', ...rest] = word.split('/');
  const [length = isIP(address) === 4 ? '32' : '128'] = rest;
  const isNetwork = isIP(address) !== 0 && rest.length <= 1 && ipaddr.isValidCIDR(`${address}/${length}`);
  if (!isNetwork) throw new ConfigError(`TRUST_PROXY contains ${word}, which is no network. ${HINT}`);
  return ipaddr.parseCIDR(`${address}/${length}`);
}

/** @param address a valid IP address. An IPv4 address mapped to IPv6 counts as IPv4. */
export function isTrustedProxy(networks: readonly Network[], address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  return networks.some(
    ([network, length]) => network.kind() === parsed.kind() && parsed.match([network, length]),
  );
}
