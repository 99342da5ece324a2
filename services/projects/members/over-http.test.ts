/**
 * Tests across identity and projects of an invitation over HTTP, from the mail to the removal, and of a trial that
 * another service sees begin and lapse.
 */
import assert from 'node:assert/strict';
import { describe, it, jest } from '@jest/globals';
import { fakeDate } from '../../../test/fake-date.ts';
import { Mailbox } from '../../../test/mailbox.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { signUp } from '../../../test/test-accounts.ts';
import { createKey, emailOf, identify, registerAccount } from '../../../tools/world/accounts.ts';

describe('members of a project over HTTP', () => {
  const node = useNode();
  const mailbox = new Mailbox(() => node.node.config.dataDir);

  it('an invitation is mailed, claimed by registering, shown in whoami, and ends with a removal (P10, A6, X5)', async () => {
    const owner = await registerAccount(node.url, 'Olga', 'Olga & Co');
    const { id } = await owner.call('projects.create', { name: 'Quay' });
    const email = emailOf('Gina');
    const invite = { email, permission_type: 'ProjectEditor' };
    const invited = await owner.request('POST', `/api/projects/${id}/invite`, invite);
    assert.deepEqual([invited.status, invited.body], [200, { ...invite, status: 'invited' }]);
    const { client: key } = await createKey(owner);
    const refused = await key.request('POST', `/api/projects/${id}/invite`, invite);
    assert.deepEqual([refused.status, refused.body.code], [403, 'SESSION_REQUIRED']);
    assert.match((await mailbox.newestTo(email)).text, /invited to the project “Quay” as ProjectEditor/);

    const guest = await registerAccount(node.url, 'Gina');
    const { userId } = await identify(guest);
    const scoped = async (): Promise<string[]> =>
      (await guest.call('discovery.whoami')).scoped.flatMap((row) =>
        row.resource_type === 'project' && row.resource_id === id ? row.permission : [],
      );
    assert.ok((await scoped()).includes('project:draft:edit'));
    const seat = await guest.request('GET', `/api/projects/${id}/seat-provenance`);
    assert.deepEqual([seat.status, seat.body.funding], [200, 'trial']);
    const { members } = await key.call('projects.members.list', { id });
    assert.deepEqual(
      members.map(({ user_id, role }) => [user_id, role]).toSorted(),
      [
        [(await identify(owner)).userId, 'ProjectOwner'],
        [userId, 'ProjectEditor'],
      ].toSorted(),
    );
    const removed = await owner.request('DELETE', `/api/projects/${id}/members/${userId}`);
    assert.deepEqual([removed.status, removed.body], [200, { removed: true }]);
    assert.deepEqual(await scoped(), []);
    const gone = await guest.request('GET', `/api/projects/${id}/seat-provenance`);
    assert.equal(gone.status, 404);
  });

  it('a change through another service begins the trial, and its lapse is seen there at once (P9, P19)', async () => {
    const owner = await signUp(node, 'Opal & Co');
    const { id } = await node.call(owner.principal, 'projects.create', { name: 'Dock' });
    const { principal, email } = await signUp(node);
    const invite = { projectId: id, email, permission_type: 'ProjectEditor' as const };
    await node.call(owner.principal, 'projects.invite', invite);
    const addSection = (name: string) =>
      node.call(principal, 'categories.create', { name, subject_type: 'project', subject_id: id });
    const began = Date.now();
    fakeDate(began);
    await addSection('Piles');
    const { trialEndsAt } = await node.call(principal, 'projects.seatProvenance', { projectId: id });
    assert.equal(trialEndsAt, new Date(began + 14 * 86_400_000).toISOString());
    jest.advanceTimersByTime(14 * 86_400_000 - 1);
    await addSection('Walls');
    jest.advanceTimersByTime(1);
    const refused = await expectRejection(addSection('Roofs'));
    assert.deepEqual([refused.status, refused.extras.metadata?.permission], [403, 'category:create']);
    const { sections } = await node.call(owner.principal, 'projects.manifest', { project_id: id });
    assert.deepEqual(sections.map(({ name }) => name).toSorted(), ['Piles', 'Walls']);
  });
});
