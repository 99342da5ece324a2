/**
 * Tests of what becomes of an invitation to a company when its email registers, and of withdrawing it. Accepting,
 * declining and expiry: `joining.test.ts`.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, it } from '@jest/globals';
import type { CompanyRole } from '../../../shared/contracts/permissions.ts';
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { type SignedUpAccount, signUp, TEST_PASSWORD } from '../../../test/test-accounts.ts';
import { isLongRun } from '../../../test/world/share-of.ts';

describe('what becomes of an invitation (A22, Y1)', () => {
  const node = useNode(['identity']);
  let owners: Owner[];
  beforeAll(async () => {
    owners = [];
    for (const name of ['Acme', 'Bolt', 'Crane', 'Dome']) owners.push(ownerOf(await signUp(node, name)));
  });

  interface Owner extends SignedUpAccount {
    companyId: number;
  }
  const ownerOf = (who: SignedUpAccount): Owner => ({ ...who, companyId: who.principal.company?.id ?? 0 });
  const owner = (at: number): Owner => {
    const found = owners[at];
    assert.ok(found);
    return found;
  };
  let count = 0;
  const newEmail = (): string => `invited${++count}@example.org`;
  const register = (email: string, company_name?: string) =>
    node.call(anonymous, 'identity.register', {
      email,
      password: TEST_PASSWORD,
      name: 'Invited',
      ...(company_name === undefined ? {} : { company_name }),
    });
  const invite = ({ principal, companyId }: Owner, email: string, role: CompanyRole = 'CompanyEditor') =>
    node.call(principal, 'companies.members.add', { id: companyId, email, role });
  /** Calls again while a change waits too long for others on a busy machine. */
  const untilAvailable = async <T>(call: () => Promise<T>): Promise<T> => {
    for (;;)
      try {
        return await call();
      } catch (error) {
        if (!hasErrorCode(error, 'SERVICE_UNAVAILABLE')) throw error;
      }
  };
  /** The members and invitations of the companies, by email: one text a row. */
  const allMemberships = async (): Promise<Map<string, string[]>> => {
    const rows = new Map<string, string[]>();
    for (const { principal, companyId } of owners) {
      const { members } = await node.call(principal, 'companies.members.list', { id: companyId });
      for (const { email, role, pending } of members) {
        const row = `${principal.company?.name} ${pending ? 'awaits' : 'has'} a ${role}`;
        rows.set(email, [...(rows.get(email) ?? []), row]);
      }
    }
    return rows;
  };
  const membershipsOf = async (email: string): Promise<string[]> => (await allMemberships()).get(email) ?? [];

  it('registering accepts the oldest invitation, with its latest role; the others stay (A22, Y1)', async () => {
    const email = newEmail();
    for (const at of [2, 0, 1]) await invite(owner(at), email);
    await register(email);
    assert.deepEqual(await membershipsOf(email), [
      'Acme awaits a CompanyEditor',
      'Bolt awaits a CompanyEditor',
      'Crane has a CompanyEditor',
    ]);
    const changed = newEmail();
    await invite(owner(0), changed);
    await invite(owner(0), changed, 'CompanyAdmin');
    await register(changed);
    assert.deepEqual(await membershipsOf(changed), ['Acme has a CompanyAdmin']);
  });

  it('no company sees in its list that an invited address has joined or created another (Y1)', async () => {
    const email = newEmail();
    await invite(owner(0), email);
    await register(email, 'Own firm');
    assert.deepEqual(await membershipsOf(email), ['Acme awaits a CompanyEditor']);
  });

  it('a withdrawn invitation has no effect: its email registers without a company, and can be invited again (X5)', async () => {
    const email = newEmail();
    const { principal, companyId } = owner(0);
    const { invitation_id } = await invite(owner(0), email);
    assert.ok(invitation_id);
    const { members } = await node.call(principal, 'companies.members.list', { id: companyId });
    assert.equal(members.find((row) => row.email === email)?.invitation_id, invitation_id);
    assert.ok(members.every(({ pending, invitation_id: id }) => pending === (id !== null)));
    const withdrawal = { id: companyId, invitationId: invitation_id };
    assert.deepEqual(await node.call(principal, 'companies.invitations.withdraw', withdrawal), {
      withdrawn: true,
    });
    assert.deepEqual(await membershipsOf(email), []);
    const { account } = await register(email);
    assert.ok('company_id' in account && account.company_id === null);
    await expectRejection(node.call(principal, 'companies.invitations.withdraw', withdrawal), 'NOT_FOUND');
    assert.equal((await invite(owner(0), email)).pending, true);
  });

  it('withdrawing one company’s invitation leaves another’s; a foreign one is 404 (X5)', async () => {
    const email = newEmail();
    const { invitation_id } = await invite(owner(0), email);
    await invite(owner(1), email);
    const foreign = { id: owner(1).companyId, invitationId: invitation_id ?? '' };
    await expectRejection(
      node.call(owner(1).principal, 'companies.invitations.withdraw', foreign),
      'NOT_FOUND',
    );
    await node.call(owner(0).principal, 'companies.invitations.withdraw', {
      ...foreign,
      id: owner(0).companyId,
    });
    await register(email);
    assert.deepEqual(await membershipsOf(email), ['Bolt has a CompanyEditor']);
  });

  it('an email is invited in its canonical spelling, and registering with another spelling accepts the invitation (X4)', async () => {
    const email = newEmail();
    assert.equal((await invite(owner(0), ` ${email.toUpperCase()}.`)).email, email);
    await register(`\u200b${email}`);
    assert.deepEqual(await membershipsOf(email), ['Acme has a CompanyEditor']);
  });

  it('concurrent inviting and registering lose no one: every company has the new account or an invitation that it can accept (R10, Y1)', async () => {
    const started = performance.now();
    await register(newEmail());
    const lasts = performance.now() - started;
    const newcomers = Array.from({ length: isLongRun ? 50 : 12 }, newEmail);
    const invitedBy = new Map<string, number>();
    for (const [round, email] of newcomers.entries()) {
      // Spread around the moment when the password is hashed and the account is written.
      const invitations = owners.map(async (by, at) => {
        await delay(lasts * (0.7 + 0.1 * at + 0.02 * (round % 5)));
        return untilAvailable(() => invite(by, email));
      });
      const registration = untilAvailable(() => register(email));
      const [registered, ...invited] = await Promise.allSettled([registration, ...invitations]);
      assert.equal(registered.status, 'fulfilled');
      invitedBy.set(email, invited.filter(({ status }) => status === 'fulfilled').length);
      for (const outcome of invited) {
        // The fourth company has reached the limit of invitations to one address.
        if (outcome.status === 'rejected')
          await expectRejection(Promise.reject(outcome.reason), 'RATE_LIMITED');
      }
    }
    const memberships = await allMemberships();
    for (const email of newcomers) {
      const rows = memberships.get(email) ?? [];
      assert.deepEqual([rows.length, invitedBy.get(email)], [3, 3], `${email}: ${rows.join(', ')}`);
      assert.ok(rows.filter((row) => row.includes(' has a ')).length <= 1, rows.join(', '));
    }
  });
});
