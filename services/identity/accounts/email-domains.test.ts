/** Test that both forms of an internationalised email domain are one address, wherever an email is taken. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { anonymous } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { signIn, signInAdministrator, signUp, TEST_PASSWORD } from '../../../test/test-accounts.ts';

describe('emails with the domain in another form than ASCII', () => {
  const node = useNode(['identity']);
  const register = async (email: string) =>
    (await node.call(anonymous, 'identity.register', { email, password: TEST_PASSWORD, name: 'Ü' })).account;
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
});
