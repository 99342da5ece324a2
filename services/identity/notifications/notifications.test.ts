/** Tests of notifications: `identity.notify`, the list of an account, and the mails. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { Mailbox } from '../../../test/mailbox.ts';
import { anonymous } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { resolvePrincipal, signUp } from '../../../test/test-accounts.ts';

describe('notifications', () => {
  const node = useNode(['identity']);
  const mailbox = new Mailbox(() => node.node.config.dataDir);
  const resource = { type: 'project', id: 7 };
  const notify = (user_ids: number[], more: { event_id?: string; text?: string; emails?: string[] } = {}) =>
    node.call(anonymous, 'identity.notify', {
      event_id: randomUUID(),
      user_ids,
      kind: 'sponsorship_requested',
      text: 'Ann asks for a seat on Bridge 7.',
      resource,
      ...more,
    });
  const list = (as: UserPrincipal, query: { unread?: boolean; limit?: number; offset?: number } = {}) =>
    node.call(as, 'account.notifications.list', query);
  const read = (as: UserPrincipal, id: number) => node.call(as, 'account.notifications.read', { id });

  it('notifies an account in the application and by mail (A22, E4)', async () => {
    const { principal: ann, email } = await signUp(node);
    assert.deepEqual(await notify([ann.user.id]), { notified: 1, repeated: false });
    const { notifications, total, unread_total } = await list(ann);
    const [row] = notifications;
    assert.deepEqual([total, unread_total], [1, 1]);
    assert.deepEqual(row, {
      id: row?.id,
      kind: 'sponsorship_requested',
      text: 'Ann asks for a seat on Bridge 7.',
      resource,
      created_at: row?.created_at,
      read_at: null,
    });
    assert.match((await mailbox.newestTo(email)).text, /^Ann asks for a seat on Bridge 7\.$/m);
  });

  it('a repeated event, also concurrently, notifies once', async () => {
    const { principal: ann, email } = await signUp(node);
    const event_id = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => notify([ann.user.id, ann.user.id], { event_id })),
    );
    assert.equal(responses.filter(({ repeated }) => !repeated).length, 1);
    assert.equal((await list(ann)).total, 1);
    await notify([ann.user.id]);
    assert.equal((await mailbox.requireMails(email, 2)).length, 2);
  });

  it('an email without an account gets only the mail; one with an account both, in any letter case (P10)', async () => {
    const { principal: ann, email } = await signUp(node);
    await notify([ann.user.id], {
      emails: [` ${email.toUpperCase()}`, 'guest@example.org'],
      text: 'Come and see.',
    });
    assert.equal((await list(ann)).total, 1);
    assert.match((await mailbox.newestTo('guest@example.org')).text, /Come and see\./);
    assert.equal((await mailbox.requireMails(email)).length, 1);
  });

  it('read_at is set once; reading again, also concurrently, keeps it (A22)', async () => {
    const ann = (await signUp(node)).principal;
    await notify([ann.user.id]);
    const id = (await list(ann)).notifications[0]?.id ?? 0;
    const times = await Promise.all(Array.from({ length: 5 }, async () => (await read(ann, id)).read_at));
    assert.equal(new Set(times).size, 1);
    assert.equal((await read(ann, id)).read_at, times[0]);
    assert.deepEqual(
      [(await list(ann)).unread_total, (await list(ann, { unread: true })).notifications],
      [0, []],
    );
  });

  it('is paged, newest first', async () => {
    const ann = (await signUp(node)).principal;
    for (let at = 0; at < 5; at += 1) await notify([ann.user.id], { text: `number ${at}` });
    const { notifications, total } = await list(ann, { limit: 2, offset: 1 });
    assert.deepEqual([notifications.map(({ text }) => text), total], [['number 3', 'number 2'], 5]);
    await expectRejection(list(ann, { limit: 201 }), 'VALIDATION_ERROR');
  });

  it('another account’s notification is 404; a key reads its owner’s (H1, A21)', async () => {
    const [ann, eve] = [(await signUp(node)).principal, (await signUp(node)).principal];
    await notify([ann.user.id]);
    const id = (await list(ann)).notifications[0]?.id ?? 0;
    assert.deepEqual(await expectRejection(read(eve, id)), await expectRejection(read(eve, 999_999)));
    const { secret } = await node.call(ann, 'account.keys.create', {
      name: 'CI',
      permissions: ['standard:read'],
    });
    assert.equal((await read(await resolvePrincipal(node, 'key', secret), id)).id, id);
  });

  it('unknown users are left out, and without recipients nothing is sent', async () => {
    assert.deepEqual(await notify([999_999]), { notified: 0, repeated: false });
  });

  it('an account without a company and an unknown address get the same mail of an invitation, the account a notification too; a change of nothing sends nothing (A22, Y1)', async () => {
    const owner = (await signUp(node, 'Nova GmbH')).principal;
    const { principal: mate, email } = await signUp(node);
    const invite = (address: string, role: 'CompanyEditor' | 'CompanyViewer') =>
      node.call(owner, 'companies.members.add', { id: owner.company?.id ?? 0, email: address, role });
    for (const address of [email, 'pending@example.org']) {
      await invite(address, 'CompanyEditor');
      await mailbox.requireMails(address);
      await invite(address, 'CompanyEditor');
    }
    await invite('sentinel@example.org', 'CompanyViewer');
    await mailbox.requireMails('sentinel@example.org');
    const [known, unknown] = [
      await mailbox.requireMails(email),
      await mailbox.requireMails('pending@example.org'),
    ];
    assert.deepEqual([known.length, unknown.length], [1, 1]);
    assert.equal(known[0]?.text, unknown[0]?.text);
    assert.match(known[0]?.text ?? '', /invited to the company “Nova GmbH” as CompanyEditor/);
    const { notifications } = await list(mate);
    assert.deepEqual(
      notifications.map(({ kind, resource: about }) => [kind, about]),
      [['company_invitation', { type: 'company', id: owner.company?.id }]],
    );
  });
});
