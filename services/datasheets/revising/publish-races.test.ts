/** Tests of revises at the moment of a publish, on two nodes: each is published or refused. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { editor, lead, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { elementIdOf, ProjectsWorld, userValueOf } from '../../../test/world/projects-world.ts';
import { createUpgradeScenario } from '../upgrading/upgrade-scenario.fixture.ts';

const ROUNDS = 6;
/** A publish without a version tries again after each of them, five times in all. */
const REVISES = 4;

describe('a publish and concurrent revises, on two nodes', () => {
  const site = ProjectsWorld.use();
  let other: ProjectsWorld;
  beforeAll(async () => {
    other = await site.startSecondNode();
  });
  afterAll(() => other?.node.stop());

  async function newSheet() {
    const { projectId, sheets } = await createUpgradeScenario(site);
    const [sheet] = sheets;
    assert.ok(sheet);
    return { projectId, sheet };
  }

  it('what was acknowledged is in the published revision, in the order of its history; the rest is 409 NO_OPEN_DRAFT (R9, R14)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { projectId, sheet } = await newSheet();
      const supplier = elementIdOf(sheet, 'Supplier');
      const revises = Array.from({ length: REVISES }, (_, at) =>
        (at % 2 === 0 ? site : other).reviseDatasheet(sheet.id, [
          { element_id: supplier, new_value: `Supplier ${at}` },
        ]),
      );
      const [published, ...ends] = await Promise.allSettled([site.publish(projectId), ...revises]);
      assert.equal(published?.status, 'fulfilled', `round ${round}`);
      const acknowledged = [sheet.revision.id];
      for (const end of ends) {
        if (end.status === 'fulfilled') {
          assert.ok(typeof end.value === 'object' && end.value !== null && 'revision' in end.value);
          acknowledged.push(end.value.revision.id);
        } else {
          const { code } = await expectRejection(Promise.reject(end.reason));
          assert.equal(code, 'NO_OPEN_DRAFT', `round ${round}`);
        }
      }
      const { revisions } = await site.node.call(viewer, 'datasheets.revisions', { id: sheet.id });
      const shown = await site.getDatasheet(sheet.id, viewer);
      assert.equal(shown.revision.id, revisions[0]?.id);
      const history = await site.node.call(editor, 'datasheets.revisions', { id: sheet.id });
      assert.deepEqual(history.revisions.map(({ id }) => id).sort(), acknowledged.sort());
      assert.equal(history.revisions[0]?.id, shown.revision.id);
    }
  });

  it('of a publish of a version and a revise of it exactly one happens (R9, P15)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { projectId, sheet } = await newSheet();
      const { version } = await site.node.call(lead, 'projects.publishReadiness', { id: projectId });
      const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' }];
      const [published, revised] = await Promise.allSettled([
        site.node.call(lead, 'projects.publish', { id: projectId, baseVersion: version ?? '' }),
        other.reviseDatasheet(sheet.id, changes, { baseVersion: sheet.version }),
      ]);
      const codes = [];
      for (const end of [published, revised])
        if (end.status === 'rejected') codes.push((await expectRejection(Promise.reject(end.reason))).code);
      assert.deepEqual(codes, [published.status === 'fulfilled' ? 'NO_OPEN_DRAFT' : 'EDIT_CONFLICT']);
      const value = userValueOf(await site.getDatasheet(sheet.id), 'Supplier');
      assert.equal(value, revised.status === 'fulfilled' ? 'ACME' : 'Any');
    }
  });
});
