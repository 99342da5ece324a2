import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { rateLimitNetwork } from './client-ip.ts';

it('G24: an IPv6 client is counted by its /64, however the address is written', () => {
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

it('G24: an IPv4 client is counted by its address, also where the socket speaks IPv6', () => {
  assert.equal(rateLimitNetwork('192.0.2.7'), '192.0.2.7');
  for (const mapped of ['::ffff:192.0.2.7', '::ffff:c000:207', '0:0:0:0:0:FFFF:C000:0207'])
    assert.equal(rateLimitNetwork(mapped), '192.0.2.7', mapped);
  assert.equal(rateLimitNetwork('::ffff:7f00:1'), '127.0.0.1');
});

it('an invalid address, as a proxy may send it, is used unchanged', () => {
  for (const odd of ['unknown', '', 'proxy-7']) assert.equal(rateLimitNetwork(odd), odd);
});
