/** Tests of editions that are proposed for review, published or cancelled. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { anonymous, contributor, personPrincipal } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const adopter = personPrincipal({ id: 72, name: 'Otto Adopter', siteRoles: ['SiteContributor'] });

describe('proposing an edition (W7, A21)', () => {
  const node = useModerationWorld();

  async function newProposal() {
    const { id, edition } = await node.newModeratedPage();
    await node.giveRole(id, adopter.user.id, 'adopter');
    await node.edit(id, '# 1 Scope\n\n1.1 Proposed.\n');
    const { adoptedRevision } = await node.call(adopter, 'wiki.adopted.propose', { id });
    return { id, edition, proposal: adoptedRevision };
  }
  const publish = (id: string, adoptedRevId: string, as = adopter) =>
    node.call(as, 'wiki.adopted.publish', { id, adoptedRevId });
  const cancel = (id: string, adoptedRevId: string) =>
    node.call(adopter, 'wiki.adopted.cancel', { id, adoptedRevId });

  it('is under review, is not the current edition, and is seen only by adopters and moderators', async () => {
    const { id, edition, proposal } = await newProposal();
    assert.deepEqual([proposal.status, proposal.current, proposal.revision_number], ['review', false, 2]);
    for (const reader of [anonymous, contributor]) {
      const { adopted_revisions } = await node.call(reader, 'wiki.adopted.list', { id });
      assert.deepEqual(
        adopted_revisions.map((row) => row.id),
        [edition.id],
      );
      const read = node.call(reader, 'wiki.adopted.get', { id, revNum: 2 });
      await expectRejection(read, 404);
    }
    for (const reader of [adopter, pageModerator])
      assert.match((await node.call(reader, 'wiki.adopted.get', { id, revNum: 2 })).content, /Proposed/);
  });

  it('publishing makes it the current edition, with a library copy; a second decision is 409', async () => {
    const { id, proposal } = await newProposal();
    const { adoptedRevision, adoption } = await publish(id, proposal.id);
    assert.deepEqual(
      [adoptedRevision.status, adoptedRevision.current, adoption.syncStatus],
      ['published', true, 'queued'],
    );
    assert.equal((await node.call(anonymous, 'wiki.adopted.get', { id, revNum: 2 })).status, 'published');
    for (const decide of [publish, cancel]) {
      await expectRejection(decide(id, proposal.id), 'EDITION_NOT_IN_REVIEW');
    }
  });

  it('a later edition stays the current one; a cancelled proposal is gone for the public', async () => {
    const { id, proposal } = await newProposal();
    const later = await node.adoptText(id, '# 1 Scope\n\n1.1 Later.\n');
    assert.equal(later.revision_number, 3);
    const { adoptedRevision } = await publish(id, proposal.id);
    assert.deepEqual([adoptedRevision.status, adoptedRevision.current], ['published', false]);
    const other = await newProposal();
    assert.equal((await cancel(other.id, other.proposal.id)).adoptedRevision.status, 'cancelled');
    assert.equal((await node.call(anonymous, 'wiki.adopted.list', { id: other.id })).total, 1);
    assert.equal((await node.adopt(other.id)).revision_number, 3);
  });

  it('a proposal with a text that is held since is not published (W3)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await node.giveRole(id, adopter.user.id, 'adopter');
    const { adoptedRevision } = await node.call(adopter, 'wiki.adopted.propose', { id });
    await node.call(pageModerator, 'wiki.adopted.elements.revoke', {
      id,
      adoptedRevId: edition.id,
      element_addresses: ['2.1'],
      reason_code: 'copyright_notice',
    });
    await expectRejection(publish(id, adoptedRevision.id), 'CLAUSE_UNDER_MODERATION_NOTICE');
  });

  it('a proposal from a revision that is hidden since is 404 for all but moderators, cancelled too (W1)', async () => {
    const { id, proposal } = await newProposal();
    await node.edit(id, '# 1 Scope\n\n1.1 Clean.\n');
    await node.call(pageModerator, 'wiki.moderation.revisionHide', {
      id,
      revId: proposal.source_revision_id,
      reason_code: 'vandalism',
    });
    const read = (as: typeof adopter) => node.call(as, 'wiki.adopted.get', { id, revNum: 2 });
    await expectRejection(read(adopter), 404);
    const listed = (as: typeof adopter) => node.call(as, 'wiki.adopted.list', { id });
    assert.deepEqual([(await listed(adopter)).total, (await listed(pageModerator)).total], [1, 2]);
    await cancel(id, proposal.id);
    await expectRejection(read(adopter), 404);
    assert.match((await read(pageModerator)).content, /Proposed/);
  });

  it('a title that is reset since is that of the published edition (W11)', async () => {
    const { id, title, revisionId } = await node.newModeratedPage();
    await node.giveRole(id, adopter.user.id, 'adopter');
    await node.edit(id, '---\ntitle: Vandalised\n---\n\n# 1 Scope\n\n1.1 Proposed.\n');
    const { adoptedRevision } = await node.call(adopter, 'wiki.adopted.propose', { id });
    await node.call(pageModerator, 'wiki.moderation.titleReset', {
      id,
      source_revision_id: revisionId,
      reason_code: 'vandalism',
    });
    assert.equal((await publish(id, adoptedRevision.id)).adoptedRevision.title, title);
  });

  it('concurrency: publication and cancellation of one proposal, one is 409', async () => {
    const { id, proposal } = await newProposal();
    const both = await Promise.allSettled([publish(id, proposal.id), cancel(id, proposal.id)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('the moderator role alone, or a contributor without a role, may not (A21)', async () => {
    const { id, proposal } = await newProposal();
    for (const caller of [pageModerator, contributor]) {
      const { status, extras } = await expectRejection(publish(id, proposal.id, caller));
      assert.deepEqual([status, extras.metadata?.permission], [403, 'wiki:standard:adopt']);
    }
  });
});
