/**
 * Tests of concurrent adoptions of one wiki page, and of a proposal that is published and cancelled at the same time.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { callerFor } from '../../../test/service-node.ts';
import { contributingAdministrator } from '../../../test/world/wiki-world.ts';
import { adoptPage } from '../../../tools/world/wiki.ts';
import { LIBRARY_AND_WIKI, pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const ADOPTIONS = 50;

describe('concurrent adoptions', () => {
  const node = useModerationWorld(LIBRARY_AND_WIKI);
  const everything = callerFor(node, contributingAdministrator);
  /** The revisions of the library standard of a page. */
  async function libraryRevisions(title: string): Promise<number> {
    const { standards } = await everything.call('standards.list', { search: title, subject_type: 'global' });
    assert.equal(standards.length, 1);
    return (await everything.call('standards.revisions', { id: standards[0]?.id ?? 0 })).total;
  }

  it('fifty direct adoptions of one page make one edition and one revision in the library (W3, W11)', async () => {
    const page = await node.newPage(await node.newLibrary(), 'Adopted by fifty');
    const all = await Promise.allSettled(Array.from({ length: ADOPTIONS }, () => node.adopt(page.id)));
    const ids = all.flatMap((one) => (one.status === 'fulfilled' ? one.value.id : []));
    const refusals = all.flatMap((one) => (one.status === 'rejected' ? [Object(one.reason).type] : []));
    // A busy machine is slower than a caller waits; what the call began goes on.
    assert.deepEqual(
      [...new Set(refusals)].filter((type) => type !== 'REQUEST_TIMEOUT'),
      [],
    );
    assert.ok(new Set(ids).size <= 1);
    await adoptPage(everything, page);
    const { total } = await everything.call('wiki.adopted.list', { id: page.id });
    assert.deepEqual([total, await libraryRevisions('Adopted by fifty')], [1, 1]);
    assert.equal(await (await node.collection('jobs')).countDocuments({ lane: page.id }), 1);
  });

  it('a proposal that is published and cancelled concurrently is one of both, and copied only when published (A21)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { id, edition, title } = await node.newModeratedPage();
      await node.edit(id, `# 1 Scope\n\n1.1 Proposed in round ${round}.\n`);
      const { adoptedRevision } = await everything.call('wiki.adopted.propose', { id });
      const target = { id, adoptedRevId: adoptedRevision.id };
      const [published, cancelled] = await Promise.allSettled([
        everything.call('wiki.adopted.publish', target),
        everything.call('wiki.adopted.cancel', target),
      ]);
      const isPublished = published.status === 'fulfilled';
      assert.notEqual(isPublished, cancelled.status === 'fulfilled');
      const rows = (await node.call(pageModerator, 'wiki.adopted.list', { id })).adopted_revisions;
      const current = rows.find((row) => row.current);
      assert.equal(current?.id, isPublished ? adoptedRevision.id : edition.id);
      await eventually(async () => assert.equal(await libraryRevisions(title), isPublished ? 2 : 1));
    }
  });
});
