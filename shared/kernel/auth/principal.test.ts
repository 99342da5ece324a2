/**
 * Tests of the signed tokens of principals: genuine, forged, expired, passed on, of another clock; and of whose share
 * of a limit a principal uses.
 */
import assert from 'node:assert/strict';
import { describe, it, jest } from '@jest/globals';
import { fakeDate } from '../../../test/fake-date.ts';
import { anonymous, personPrincipal } from '../../../test/people.ts';
import { PrincipalTokens, quotaOwner } from './principal.ts';

const secret = 'a secret that all nodes of a deployment share';

describe('the signed principal (architecture §8, H31)', () => {
  const tokens = new PrincipalTokens(secret);
  const ada = personPrincipal({ id: 1, name: 'Ada ✓' });

  it('is verified unchanged, on every node with the secret', () => {
    const token = tokens.sign(ada, 'gateway');
    const result = (on: PrincipalTokens) => [on.verify(token)?.principal, on.verify(token)?.sender];
    assert.deepEqual(result(tokens), [ada, 'gateway']);
    assert.deepEqual(result(new PrincipalTokens(secret)), [ada, 'gateway']);
  });

  it('is refused when forged, altered, cut or of another deployment', () => {
    const token = tokens.sign(ada, 'gateway');
    const [payload = '', mac = ''] = token.split('.');
    const promoted = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('"siteRoles":[]', '"siteRoles":["SiteAdmin"]'),
    ).toString('base64url');
    assert.notEqual(promoted, payload);
    for (const forged of [
      `${promoted}.${mac}`,
      payload,
      `${payload}.`,
      '.',
      '',
      'x.y',
      mac,
      null,
      undefined,
      7,
      { token },
    ]) {
      assert.equal(tokens.verify(forged), null, String(forged));
    }
    assert.equal(new PrincipalTokens(`${secret}!`).verify(token), null);
  });

  it('expires, also where it was verified before', () => {
    fakeDate(Date.now());
    const token = tokens.sign(ada, 'gateway');
    assert.ok(tokens.verify(token));
    jest.advanceTimersByTime(119_000);
    assert.ok(tokens.verify(token));
    jest.advanceTimersByTime(2_000);
    assert.equal(tokens.verify(token), null);
  });

  it('of a node, out of date and genuine, is one of another clock; that of a program is to be renewed (R16)', () => {
    fakeDate(Date.now());
    const token = tokens.sign(ada, 'gateway');
    const ofProgram = tokens.sign(ada, 'tools', 'hash of a key');
    assert.equal(tokens.isOfOtherClock(token), false);
    jest.advanceTimersByTime(121_000);
    assert.equal(tokens.isOfOtherClock(token), true);
    assert.equal(tokens.isOfOtherClock(ofProgram), false);
    for (const forged of [`${token}x`, 'x.y', '', undefined, { token }])
      assert.equal(tokens.isOfOtherClock(forged), false);
  });

  it('passed on by a service it names that service, the same caller, and ends when the first one does (H31)', () => {
    fakeDate(Date.now());
    const token = tokens.sign(ada, 'gateway');
    const claims = tokens.verify(token);
    assert.ok(claims);
    jest.advanceTimersByTime(100_000);
    const passed = tokens.reissue(token, claims, 'files');
    assert.deepEqual(tokens.verify(passed), { ...claims, sender: 'files' });
    assert.equal(tokens.reissue(token, claims, 'files'), passed);
    assert.equal(tokens.verify(tokens.reissue(token, claims, 'projects'))?.sender, 'projects');
    jest.advanceTimersByTime(21_000);
    assert.equal(tokens.verify(passed), null);
  });

  it('an account has one share of what is limited, by session and by any key; without an account it is as the asker says (hardening A5)', () => {
    const byKey = personPrincipal({ id: 1, name: 'Ada ✓', granted: [] });
    assert.equal(quotaOwner(byKey, 'anonymous'), quotaOwner(ada, 'network 192.0.2.1'));
    assert.notEqual(quotaOwner(personPrincipal({ id: 2 }), 'anonymous'), quotaOwner(ada, 'anonymous'));
    for (const principal of [anonymous, undefined])
      assert.equal(quotaOwner(principal, 'network 192.0.2.1'), 'network 192.0.2.1');
  });

  it('requires a secret of sufficient length', () => {
    assert.throws(() => new PrincipalTokens('short'));
  });
});
