import assert from 'node:assert/strict';
import { describe, it, jest } from '@jest/globals';
import { fakeDate } from '../../../test/fake-date.ts';
import { anonymous, personPrincipal } from '../../../test/people.ts';
import { PrincipalTokens, quotaOwner } from './principal.ts';

const secret = 'a secret that all nodes of a deployment share';

describe('the signed principal (architecture §8, H31)', () => {
  const seal = new PrincipalTokens(secret);
  const ada = personPrincipal({ id: 1, name: 'Ada ✓' });

  it('is verified unchanged, on every node with the secret', () => {
    const token = seal.sign(ada, 'gateway');
    const result = (on: PrincipalTokens) => [on.verify(token)?.principal, on.verify(token)?.sender];
    assert.deepEqual(result(seal), [ada, 'gateway']);
    assert.deepEqual(result(new PrincipalTokens(secret)), [ada, 'gateway']);
  });

  it('is refused when forged, altered, cut or of another deployment', () => {
    const token = seal.sign(ada, 'gateway');
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
      assert.equal(seal.verify(forged), null, String(forged));
    }
    assert.equal(new PrincipalTokens(`${secret}!`).verify(token), null);
  });

  it('expires, also where it was verified before', () => {
    fakeDate(Date.now());
    const token = seal.sign(ada, 'gateway');
    assert.ok(seal.verify(token));
    jest.advanceTimersByTime(119_000);
    assert.ok(seal.verify(token));
    jest.advanceTimersByTime(2_000);
    assert.equal(seal.verify(token), null);
  });

  it('of a node, out of date and genuine, is one of another clock; that of a program is to be renewed (R16)', () => {
    fakeDate(Date.now());
    const token = seal.sign(ada, 'gateway');
    const ofProgram = seal.sign(ada, 'tools', 'hash of a key');
    assert.equal(seal.isOfOtherClock(token), false);
    jest.advanceTimersByTime(121_000);
    assert.equal(seal.isOfOtherClock(token), true);
    assert.equal(seal.isOfOtherClock(ofProgram), false);
    for (const forged of [`${token}x`, 'x.y', '', undefined, { token }])
      assert.equal(seal.isOfOtherClock(forged), false);
  });

  it('passed on by a service it names that service, the same caller, and ends when the first one does (H31)', () => {
    fakeDate(Date.now());
    const token = seal.sign(ada, 'gateway');
    const claims = seal.verify(token);
    assert.ok(claims);
    jest.advanceTimersByTime(100_000);
    const passed = seal.reissue(token, claims, 'files');
    assert.deepEqual(seal.verify(passed), { ...claims, sender: 'files' });
    assert.equal(seal.reissue(token, claims, 'files'), passed);
    assert.equal(seal.verify(seal.reissue(token, claims, 'projects'))?.sender, 'projects');
    jest.advanceTimersByTime(21_000);
    assert.equal(seal.verify(passed), null);
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
