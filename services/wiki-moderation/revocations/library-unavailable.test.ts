/** Test of a revocation while the standards service is unavailable. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { expectRejection } from '../../../test/service-node.ts';
import { pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

describe('a revocation while the library is unavailable', () => {
  const node = useModerationWorld(['wiki-moderation']);

  it('architecture §9: the answer is 503, the decision is stored, and a job carries it over', async () => {
    const { id, edition } = await node.newModeratedPage();
    const input = { id, adoptedRevId: edition.id, reason_code: 'spam' as const };
    const { detail } = await expectRejection(node.call(pageModerator, 'wiki.adopted.revoke', input), 503);
    assert.match(detail, /decision is stored/);
    const [row] = (await node.call(pageModerator, 'wiki.adopted.list', { id })).adopted_revisions;
    assert.deepEqual([row?.status, row?.effect?.level], ['revoked', 1]);
    const jobs = await node.collection('jobs');
    assert.equal(await jobs.countDocuments({ kind: 'page-holds', subject: `${id}/1` }), 1);
    await expectRejection(node.call(pageModerator, 'wiki.adopted.revoke', input), 'ALREADY_REVOKED');
  });
});
