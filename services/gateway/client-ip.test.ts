/** Tests of finding the IP address and the protocol of a client behind proxies, and its network for rate limits. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { parseTrustedProxies } from '../../shared/kernel/node/trusted-proxies.ts';
import { isForwardedHttps, rateLimitNetwork, readClientIp } from './client-ip.ts';

it('an IPv6 client is counted by its /64, however the address is written (G24)', () => {
  const sameNetwork = [
    '2001:db8:1:2:3:4:5:6',
    '2001:db8:1:2::1',
    '2001:0DB8:1:2:ffff::',
    '2001:db8:1:2::192.0.2.1',
  ];
  for (const address of sameNetwork) assert.equal(rateLimitNetwork(address), '2001:db8:1:2::/64', address);
  assert.equal(rateLimitNetwork('::1'), '0:0:0:0::/64');
  assert.equal(rateLimitNetwork('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.notEqual(rateLimitNetwork('2001:db8:1:3::1'), '2001:db8:1:2::/64');
});

it('an IPv4 client is counted by its address, also where the socket speaks IPv6 (G24)', () => {
  assert.equal(rateLimitNetwork('192.0.2.7'), '192.0.2.7');
  for (const mapped of ['::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:FFFF:C000:0207'])
    assert.equal(rateLimitNetwork(mapped), '192.0.2.7', mapped);
  assert.equal(rateLimitNetwork('::ffff:7f00:1'), '127.0.0.1');
});

it('an invalid address, as a proxy may send it, is used unchanged', () => {
  for (const odd of ['unknown', '', 'proxy-7']) assert.equal(rateLimitNetwork(odd), odd);
});

/** The address of the client: trusted proxies, address of the socket, `X-Forwarded-For`. */
const clientOf = (trusted: string, remoteAddress: string, forwarded?: string): string =>
  readClientIp(
    { trustProxy: parseTrustedProxies(trusted.split(',')) },
    { headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }, socket: { remoteAddress } },
  );

it('ports, brackets, quotation marks and zones of a forwarded address are taken off (Y22)', () => {
  const written: [string, string][] = [
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7:51234', '192.0.2.7'],
    [' 192.0.2.7:1 ', '192.0.2.7'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['"[2001:DB8::1]:443"', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['[::ffff:192.0.2.7]:80', '192.0.2.7'],
  ];
  for (const [entry, address] of written) {
    assert.equal(clientOf('1', '10.0.0.1', entry), address, entry);
    assert.equal(
      clientOf('1', '10.0.0.1', `203.0.113.9, ${entry}`),
      address,
      'an entry on the left is the client’s own',
    );
  }
});

it('an entry that is no address falls back to that of the socket, so that no limit is void (Y22)', () => {
  for (const entry of [
    'unknown',
    '_hidden',
    '',
    'proxy-7',
    '192.0.2',
    '0x7f.1',
    '1',
    '192.0.2.7:port',
    '[2001:db8::1',
    '2001:db8::1]:80',
    '300.1.1.1',
    'a'.repeat(5_000),
  ])
    assert.equal(clientOf('1', '::ffff:10.0.0.1', entry), '10.0.0.1', entry);
  assert.equal(clientOf('1', '10.0.0.1'), '10.0.0.1');
  assert.equal(clientOf('1', '10.0.0.1', '192.0.2.7, '), '10.0.0.1');
});

it('the number of proxies says how many entries from the right are theirs (Y22)', () => {
  const sent = '203.0.113.9, 192.0.2.7:4000, 10.0.0.2';
  assert.equal(clientOf('0', '10.0.0.1', sent), '10.0.0.1');
  assert.equal(clientOf('true', '10.0.0.1', sent), '10.0.0.2');
  assert.equal(clientOf('2', '10.0.0.1', sent), '192.0.2.7');
  assert.equal(clientOf('3', '10.0.0.1', sent), '203.0.113.9');
  assert.equal(clientOf('5', '10.0.0.1', '192.0.2.7'), '192.0.2.7', 'fewer entries: the leftmost');
});

it('networks are walked from the socket to the first address that is no proxy (Y22)', () => {
  const networks = '10.0.0.0/8,fd00::/8';
  assert.equal(
    clientOf(networks, '::ffff:10.0.0.1', '203.0.113.9, 192.0.2.7, [fd00::2]:99, 10.0.0.3:80'),
    '192.0.2.7',
  );
  assert.equal(clientOf(networks, '192.0.2.50', '203.0.113.9'), '192.0.2.50', 'past the proxies');
  assert.equal(clientOf(networks, '10.0.0.1', '10.0.0.9, 10.0.0.2'), '10.0.0.9', 'a client inside');
  assert.equal(clientOf(networks, '10.0.0.1', 'unknown, 10.0.0.2'), '10.0.0.1');
  assert.equal(clientOf(networks, '10.0.0.1'), '10.0.0.1');
});

it('X-Forwarded-Proto is read like the address (Y22)', () => {
  const isHttps = (trusted: string, remoteAddress: string, proto: string, forwarded = '192.0.2.7'): boolean =>
    isForwardedHttps(
      { trustProxy: parseTrustedProxies(trusted.split(',')) },
      { headers: { 'x-forwarded-for': forwarded, 'x-forwarded-proto': proto }, socket: { remoteAddress } },
    );
  assert.equal(isHttps('1', '10.0.0.1', 'https'), true);
  assert.equal(isHttps('2', '10.0.0.1', 'HTTPS', '192.0.2.7, 10.0.0.2'), true);
  assert.equal(isHttps('1', '10.0.0.1', 'https, http'), false, 'the client wrote the first');
  assert.equal(isHttps('0', '10.0.0.1', 'https'), false);
  assert.equal(isHttps('10.0.0.0/8', '10.0.0.1', 'https'), true);
  assert.equal(isHttps('10.0.0.0/8', '192.0.2.7', 'https'), false);
});
