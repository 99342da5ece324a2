import assert from 'node:assert/strict';
import { describe, it, jest } from '@jest/globals';
import { fakeDate } from '../../../test/fake-date.ts';
import { nobody, person } from '../../../test/service-node.ts';
import { ownerOf, PrincipalSeal } from './principal.ts';

const secret = 'a secret that all nodes of a deployment share';

describe('the signed principal (architecture §8, H31)', () => {
  const seal = new PrincipalSeal(secret);
  const ada = person({ id: 1, name: 'Ada ✓' });

  it('comes back as it was signed, on every node with the secret', () => {
    const token = seal.sign(ada, 'gateway');
    const told = (on: PrincipalSeal) => [on.verify(token)?.principal, on.verify(token)?.from];
    assert.deepEqual(told(seal), [ada, 'gateway']);
    assert.deepEqual(told(new PrincipalSeal(secret)), [ada, 'gateway']);
  });

  it('is refused when forged, altered, cut or of another deployment', () => {
    const token = seal.sign(ada, 'gateway');
    const [payload = '', mac = ''] = token.split('.');
    const promoted = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace('"siteRoles":[]', '"siteRoles":["SiteAdmin"]'),
    ).toString('base64url');
    assert.notEqual(promoted, payload);
    for (const forged of [`${promoted}.${mac}`, payload, `${payload}.`, '.', '', 'x.y', mac, null, undefined, 7, { token }]) {
      assert.equal(seal.verify(forged), null, String(forged));
    }
    assert.equal(new PrincipalSeal(`${secret}!`).verify(token), null);
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

  it('H31: passed on by a service it names that service, the same caller, and ends when the first one does', () => {
    fakeDate(Date.now());
    const token = seal.sign(ada, 'gateway');
    const claims = seal.verify(token);
    assert.ok(claims);
    jest.advanceTimersByTime(100_000);
    const passed = seal.passOn(token, claims, 'files');
    assert.deepEqual(seal.verify(passed), { ...claims, from: 'files' });
    assert.equal(seal.passOn(token, claims, 'files'), passed);
    assert.equal(seal.verify(seal.passOn(token, claims, 'projects'))?.from, 'projects');
    jest.advanceTimersByTime(21_000);
    assert.equal(seal.verify(passed), null);
  });

  it('A5: an account has one share of what is limited, by session and by any key; without an account it is as the asker says', () => {
    const byKey = person({ id: 1, name: 'Ada ✓', granted: [] });
    assert.equal(ownerOf(byKey, 'anonymous'), ownerOf(ada, 'network 192.0.2.1'));
    assert.notEqual(ownerOf(person({ id: 2 }), 'anonymous'), ownerOf(ada, 'anonymous'));
    for (const principal of [nobody, undefined]) assert.equal(ownerOf(principal, 'network 192.0.2.1'), 'network 192.0.2.1');
  });

  it('needs a secret worth the name', () => {
    assert.throws(() => new PrincipalSeal('short'));
  });
});
