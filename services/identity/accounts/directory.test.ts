/**
 * Tests of the directory in which moderators of the wiki find accounts: masked emails, search by name, and whether an
 * account may sign in.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { wikiService } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { signUp } from '../../../test/test-accounts.ts';
import { maskEmail } from './present.ts';

describe('accounts as moderators of the wiki find them', () => {
  const node = useNode(['identity', 'audit']);

  it('emails are masked, whatever their form (document 2, search-users)', () => {
    const masked = {
      'ada@example.org': 'a***@e***.org',
      'a@b': 'a***@b***',
      'x.y@mail.example.co.uk': 'x***@m***.uk',
      '😀smile@example.org': '😀***@e***.org',
      '"a@b"@example.org': '"***@e***.org',
    };
    for (const [email, expected] of Object.entries(masked)) assert.equal(maskEmail(email), expected);
  });

  it('tells whether an account may sign in, and knows no account of an unknown id (W12)', async () => {
    const { principal } = await signUp(node);
    const read = async (user_id: number) =>
      (await node.call(wikiService, 'identity.account', { user_id })).account;
    const { id, name } = principal.user;
    assert.deepEqual(await read(id), { userId: id, displayName: name, status: 'active' });
    const users = (await node.node.openDatabase('identity')).collection<{ _id: number }>('users');
    await users.updateOne({ _id: id }, { $set: { approved: false } });
    assert.equal((await read(id))?.status, 'unapproved');
    await users.updateOne({ _id: id }, { $set: { suspended: true } });
    assert.equal((await read(id))?.status, 'suspended');
    assert.equal(await read(987_654), null);
  });

  it('a part of a name finds at most the limit, by name; a pattern is a literal text (document 2, search-users)', async () => {
    const users = (await node.node.openDatabase('identity')).collection<{ _id: number }>('users');
    for (const name of ['Zoë Mason', 'Bert Mason', 'Max Mason (Ltd.)']) {
      const { principal } = await signUp(node);
      await users.updateOne({ _id: principal.user.id }, { $set: { name, folded_name: name.toLowerCase() } });
    }
    const find = async (search: string, limit = 20) =>
      (await node.call(wikiService, 'identity.directory', { search, limit })).users.map(
        ({ displayName }) => displayName,
      );
    assert.deepEqual(await find('MASON'), ['Bert Mason', 'Max Mason (Ltd.)', 'Zoë Mason']);
    assert.deepEqual(await find('mason', 2), ['Bert Mason', 'Max Mason (Ltd.)']);
    assert.deepEqual(await find('(ltd.)'), ['Max Mason (Ltd.)']);
    for (const search of ['', 'm', ' m ', '.*', 'example.org']) assert.deepEqual(await find(search), []);
    await users.updateMany({ folded_name: /mason/ }, { $set: { suspended: true } });
    assert.deepEqual(await find('mason'), []);
  });
});
