/** Test of the audit entries of failed sign-ins and of reached limits. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { signInAdministrator, signUp } from '../../../test/test-accounts.ts';

describe('failed sign-ins in the audit trail', () => {
  const node = useNode(['identity', 'audit']);

  it('failed sign-ins and reached limits are audit entries with account and network, never what was typed (Y5)', async () => {
    const { email, principal } = await signUp(node);
    const address = '203.0.113.77';
    const typed = 'hunter2 in the wrong field@example.org';
    const attempt = (who: string, password: string) =>
      expectRejection(node.call(anonymous, 'identity.signIn', { email: who, password, address }));
    for (let at = 0; at < 11; at += 1) await attempt(email, 'wrong horse battery');
    await attempt(typed, 'hunter2hunter2');
    const administrator = await signInAdministrator(node);
    const entriesOf = async (action: string) =>
      (await node.call(administrator, 'admin.audit.list', { action })).entries.filter(
        ({ details }) => details.network === address,
      );
    await eventually(async () => {
      const failed = await entriesOf('account.sign_in_failed');
      assert.deepEqual(
        failed.map(({ user_id, resource, details }) => [user_id, resource.id, details.reason]).toSorted(),
        [
          [principal.user.id, principal.user.id, 'password'],
          [null, null, 'unknown_account'],
        ].toSorted(),
      );
      const limited = await entriesOf('account.sign_in_limited');
      assert.deepEqual(
        limited.map(({ user_id }) => user_id),
        [principal.user.id],
      );
      const text = JSON.stringify([failed, limited]);
      assert.doesNotMatch(text, /hunter2|wrong horse/);
    });
  });
});
