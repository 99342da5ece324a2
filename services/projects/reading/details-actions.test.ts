import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Permission } from '../../../shared/contracts/permissions.ts';
import { lead, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../projects-world.fixture.ts';

describe('X14: the consolidated view of a draft', () => {
  const site = ProjectsWorld.use();

  it('a key that may edit the draft needs no permission to look into drafts for shape=v2 and draft=1; one that may only look is 403', async () => {
    const { projectId: id } = await site.createFilledProject('Consolidated');
    await site.publish(id);
    const asKey = (granted: Permission[]) => {
      return site.node.call(withKey(lead, granted), 'projects.details', { id, shape: 'v2', draft: true });
    };
    assert.equal(
      (await expectRejection(asKey(['project:read', 'project:draft:edit']))).code,
      'NO_OPEN_DRAFT',
    );
    const { revision } = await site.node.call(lead, 'projects.draft.create', { id });
    const shown = await asKey(['project:read', 'project:draft:edit']);
    assert.ok('header' in shown);
    assert.equal(shown.header.revision?.id, revision.id);
    assert.deepEqual(shown, await site.node.call(lead, 'projects.details', { id, shape: 'v2', draft: true }));
    const { status, extras } = await expectRejection(asKey(['project:read', 'project:draft:view']));
    assert.deepEqual([status, extras.metadata?.permission], [403, 'project:draft:edit']);
  });
});
