/** Test of a publish at the moment in which a hold begins. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { expectRejection } from '../../../test/service-node.ts';
import { HoldsWorld } from '../../../test/world/holds.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

const ROUNDS = 10;
/** Spreads the notice over the steps of a publish. */
const STEP_MS = 4;

describe('a publish concurrent with a notice', () => {
  const site = ProjectsWorld.use();
  const world = new HoldsWorld(site.node);

  it('the notice is in the publish, or the publish came first (W15)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const edition = await world.adopt();
      const projectId = await site.createProject(`Race ${round}`);
      await site.importStandard(projectId, edition.standardId);
      const publish = site.publish(projectId).then(
        (published) => ({ published, code: null }),
        async (error: unknown) => ({ published: null, ...(await expectRejection(Promise.reject(error))) }),
      );
      await delay(round * STEP_MS);
      await world.state(edition, world.hold(edition));
      const noticeInEffect = Date.now();
      const { published, code } = await publish;
      if (published === null) {
        assert.equal(code, 'PROJECT_HOLDS_REVOKED_STANDARD');
        continue;
      }
      assert.equal(published.acknowledged, undefined);
      assert.ok(Date.parse(published.revision.published_at) <= noticeInEffect);
    }
  });
});
