import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { DataVersion } from '../../shared/kernel/database/data-version.ts';
import { anonymous } from '../../test/people.ts';
import { useNode } from '../../test/service-node.ts';
import { signIn, signInAdministrator, signUp, TEST_PASSWORD } from '../../test/sign-up.ts';
import type { InvitationRecord } from './companies/model.ts';
import { identityMigrations } from './migrations.ts';

describe('emails with the domain in another form than ASCII', () => {
  const node = useNode(['identity']);
  const register = async (email: string) =>
    (await node.call(anonymous, 'identity.register', { email, password: TEST_PASSWORD, name: 'Ü' })).account;
  const database = () => node.node.openDatabase('identity');
  const storeEmail = async (from: string, email: string): Promise<void> => {
    const users = (await database()).collection('users');
    const { modifiedCount } = await users.updateOne(
      { email: from },
      { $set: { email }, $unset: { unicode_email: true } },
    );
    assert.equal(modifiedCount, 1);
  };
  /** Migrates as a start on the data of the release before does. @returns the lines of the log */
  const migrate = async (): Promise<string[]> => {
    const connection = await database();
    const lines: string[] = [];
    const warn = (line: unknown): void => void lines.push(String(line));
    await connection
      .collection<{ _id: string }>('data_version')
      .updateOne({ _id: 'data' }, { $set: { version: 1 } });
    const migrations = identityMigrations({ connection, warn });
    await new DataVersion({ connection, migrations, log: { warn: () => undefined } }).migrate();
    return lines;
  };
  const userId = async (email: string) => (await signIn(node, { email, password: TEST_PASSWORD })).user.id;

  it('both forms are one address: registering, signing in, inviting, searching (Y19)', async () => {
    await register('ü@bücher.example');
    await assert.rejects(register('ü@xn--bcher-kva.example'), /EMAIL_TAKEN|taken|account/i);
    assert.equal(await userId('ü@bücher.example'), await userId('Ü@XN--bcher-kva.example'));
    const owner = (await signUp(node, 'Inviters')).principal;
    const invite = (email: string) => {
      const invitation = { id: owner.company?.id ?? 0, email, role: 'CompanyViewer' } as const;
      return node.call(owner, 'companies.members.add', invitation);
    };
    const first = await invite('neu@bücher.example');
    const again = await invite('neu@xn--bcher-kva.example');
    assert.deepEqual([again.invitation_id, again.email], [first.invitation_id, 'neu@xn--bcher-kva.example']);
    await register('neu@XN--BCHER-KVA.example');
    const joined = await signIn(node, { email: 'neu@bücher.example', password: TEST_PASSWORD });
    assert.equal(joined.company?.name, 'Inviters');
    const root = await signInAdministrator(node);
    for (const search of ['ü@bücher.example', 'BÜCH', 'xn--bcher', 'ü@xn--bcher-kva.example']) {
      const { users } = await node.call(root, 'admin.users.list', { search });
      assert.ok(
        users.some(({ email }) => email === 'ü@xn--bcher-kva.example'),
        search,
      );
    }
  });

  it('accounts and invitations of the release before are found in either form after the upgrade (Y19)', async () => {
    await register('alt@xn--mller-kva.example');
    await storeEmail('alt@xn--mller-kva.example', 'alt@müller.example');
    const pending = (await database()).collection<InvitationRecord>('pending_members');
    const old = { company_id: 1, role: 'CompanyViewer', invited_at: new Date() } as const;
    await pending.insertMany([
      { _id: 'a', email: 'gast@müller.example', ...old },
      { _id: 'b', email: 'gast@xn--mller-kva.example', ...old },
      { _id: 'c', email: 'wer@müller.example', ...old },
    ]);
    assert.deepEqual(await migrate(), []);
    assert.equal(await userId('alt@müller.example'), await userId('alt@xn--mller-kva.example'));
    const rows = await pending.find({ email: /mller/ }).sort({ email: 1 }).toArray();
    assert.deepEqual(
      rows.map(({ _id, email, invited_by }) => [_id, email, invited_by]),
      [
        ['b', 'gast@xn--mller-kva.example', null],
        ['c', 'wer@xn--mller-kva.example', null],
      ],
    );
    assert.ok(rows.every(({ expires_at }) => expires_at instanceof Date));
  });

  it('two accounts with two forms of one email both sign in, each with its own, and the log names them (Y19)', async () => {
    await register('zwei@xn--tr-xka.example');
    const first = await userId('zwei@xn--tr-xka.example');
    await storeEmail('zwei@xn--tr-xka.example', 'zwei@tür.example');
    await register('zwei@xn--tr-xka.example');
    const lines = await migrate();
    const second = await userId('zwei@xn--tr-xka.example');
    assert.notEqual(first, second);
    assert.equal(await userId('zwei@tür.example'), first);
    assert.deepEqual(lines.length, 1);
    assert.match(lines[0] ?? '', new RegExp(`accounts ${first} and ${second} have the same email`));
  });
});
