import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { eventually } from '../../test/eventually.ts';
import { anonymous } from '../../test/people.ts';
import { collectionScans } from '../../test/query-plans/query-profile.ts';
import { useNode } from '../../test/service-node.ts';
import { joinCompany, resolvePrincipal, signUp, TEST_PASSWORD } from '../../test/sign-up.ts';

describe('architecture §5: what identity reads, it reads by an index', () => {
  const node = useNode(['identity']);

  it('registering, signing in, keys, notifications, companies, the agreement and mails scan no collection', async () => {
    const owner = (await signUp(node, 'Nova GmbH')).principal;
    const connection = await node.node.openDatabase('identity');
    const work = async (): Promise<void> => {
      const { principal: ann, email, token } = await signUp(node);
      await node.call(anonymous, 'identity.signIn', { email, password: TEST_PASSWORD, address: '192.0.2.1' });
      await node.call(anonymous, 'account.passwordReset', { email });
      await node.call(ann, 'account.cla.accept', { document_id: 1 });
      const { id, secret } = await node.call(ann, 'account.keys.create', {
        name: 'CI',
        permissions: ['standard:read'],
      });
      await node.call(ann, 'account.keys.rotate', { id, overlap_seconds: 60 });
      await resolvePrincipal(node, 'key', secret);
      await resolvePrincipal(node, 'session', token);
      await node.call(ann, 'account.keys.list', {});
      const row = {
        id: randomUUID(),
        key_id: id,
        at: new Date().toISOString(),
        method: 'GET',
        route: '/',
        status: 200,
      };
      await node.call(anonymous, 'identity.recordUsage', {
        rows: [{ ...row, address: '192.0.2.1', request_id: 'r' }],
      });
      await node.call(ann, 'account.keys.usage', { id });
      const company = owner.company?.id ?? 0;
      await joinCompany(node, { id: company, by: owner }, { principal: ann, token, email }, 'CompanyViewer');
      const later = `later.${email}`;
      const declined = { id: company, email: later, role: 'CompanyEditor' } as const;
      const { invitation_id } = await node.call(owner, 'companies.members.add', declined);
      await node.call(ann, 'account.invitations.list', {});
      const decline = node.call(ann, 'account.invitations.decline', { id: invitation_id ?? '' });
      await assert.rejects(decline);
      await node.call(owner, 'companies.members.add', {
        id: company,
        email: later,
        role: 'CompanyViewer',
      });
      await node.call(owner, 'companies.members.list', { id: company });
      await node.call(owner, 'companies.members.remove', { id: company, userId: ann.user.id });
      await node.call(owner, 'companies.members.add', { id: company, email, role: 'CompanyViewer' });
      const unread = async () =>
        (await node.call(ann, 'account.notifications.list', { unread: true })).notifications[0] ?? null;
      await node.call(ann, 'account.notifications.read', { id: (await eventually(unread)).id });
      await node.call(anonymous, 'identity.people', { user_ids: [ann.user.id] });
      await node.call(anonymous, 'identity.account', { user_id: ann.user.id });
      await node.call(anonymous, 'identity.directory', { search: 'account', limit: 20 });
      await node.call(anonymous, 'identity.companies', { company_ids: [company] });
      const jobs = connection.collection('jobs');
      await eventually(async () => (await jobs.findOne({ kind: 'identity.mail' })) === null);
    };
    await work();
    assert.deepEqual(await collectionScans(connection, work), []);
  });
});
