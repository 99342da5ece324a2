/** Law: upgrades between generated revisions of a standard keep, ask about or drop each value as the plan says. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { hashContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { isBlankValue, isValueValid } from '../../../shared/revisioning/outline/field-value.ts';
import { planUpgrade } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import {
  applyResolutions,
  type UpgradeResolution,
} from '../../../shared/revisioning/upgrade/resolve-upgrade.ts';
import {
  anyUpgradeHistory,
  type UpgradeHistory,
} from '../../../shared/revisioning/upgrade/upgrades.fixture.ts';
import { editor } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { recordedValues, SuccessiveRevisions } from '../../../test/world/successive-revisions.ts';

/** `npm run dev -- test:long` runs two hundred. */
const RUNS = process.env.LAW_RUNS === undefined ? 8 : 200;

describe('upgrades between generated revisions', () => {
  const site = ProjectsWorld.use();
  let names = 0;

  /** A datasheet on the first revision with the values of the history that can be entered. */
  async function createSheet(revisions: SuccessiveRevisions, { first, values }: UpgradeHistory) {
    const elementValues: Record<string, string | number | boolean | string[] | null> = {};
    const dispositions = [];
    for (const field of first.fields) {
      const recorded = values.get(field.field_id);
      if (!recorded || !isValueValid(field, recorded.value)) continue;
      const id = revisions.fieldIdOf(field.field_id);
      const { value, disposition, disposition_note } = recorded;
      if (disposition === 'specified') elementValues[id] = value;
      else dispositions.push({ element_id: id, disposition, disposition_note });
    }
    const projectId = await revisions.createProject(`Project ${names}`);
    const { standardId } = revisions;
    return site.createDatasheet(projectId, standardId, { elementValues, dispositions });
  }

  const accept = (conflicts: readonly { field_id: number }[]): UpgradeResolution[] =>
    conflicts.map(({ field_id: elementId }) => ({ elementId, resolution: 'user_accepted' }));

  it('every value is carried, to be confirmed or lost as planned; twice is once; back again it is as before (D4, D6, D7)', async () => {
    await fc.assert(
      fc.asyncProperty(anyUpgradeHistory, async (history) => {
        const { first, second } = history;
        fc.pre(first.fields.length > 0 && hashContent(first) !== hashContent(second));
        names += 1;
        const revisions = await SuccessiveRevisions.create(site, `Generated ${names}`);
        const one = await revisions.publish(first);
        const sheet = await createSheet(revisions, history);
        const before = recordedValues(sheet);
        const two = await revisions.publish(second);

        const expected = planUpgrade({ from: one.fields, to: two.fields, values: before });
        const { id } = sheet;
        const plan = await site.node.call(editor, 'datasheets.upgradePlan', { id, toRevisionId: two.id });
        const rows = (of: readonly { field_id: number; reason: string; address: string }[]) =>
          of.map(({ field_id, reason, address }) => [field_id, reason, address]).sort();
        const shown = (of: readonly { elementId: number; reason: string; address: string }[]) =>
          of.map(({ elementId, reason, address }) => [elementId, reason, address]).sort();
        assert.deepEqual(shown(plan.conflicts), rows(expected.conflicts));
        assert.deepEqual(shown(plan.autoResolved), rows(expected.autoResolved));
        assert.equal(plan.newElements.length, expected.newElements.length);

        const upgradeTo = (toStandardRevisionId: number, resolutions: UpgradeResolution[]) =>
          site.node.call(editor, 'datasheets.upgrade', { id, toStandardRevisionId, resolutions });
        if (expected.conflicts.length > 0) {
          const { extras } = await expectRejection(upgradeTo(two.id, []), 'MISSING_RESOLUTION');
          assert.deepEqual(extras.metadata?.missing, missingOf(expected.conflicts, id));
          assert.equal((await site.getDatasheet(id)).version, sheet.version);
        }
        await upgradeTo(two.id, accept(expected.conflicts));
        const after = recordedValues(await site.getDatasheet(id));
        assert.deepEqual(after, applyResolutions(expected, accept(expected.conflicts)).values);
        await expectRejection(upgradeTo(two.id, []), 'ALREADY_ON_TARGET');

        const back = planUpgrade({ from: two.fields, to: one.fields, values: after });
        await upgradeTo(one.id, accept(back.conflicts));
        const returned = recordedValues(await site.getDatasheet(id));
        assert.deepEqual(returned, applyResolutions(back, accept(back.conflicts)).values);
        for (const { field_id, reason, recorded } of expected.autoResolved)
          if (reason === 'unchanged') assert.deepEqual(returned.get(field_id), recorded);
        for (const { recorded } of back.conflicts)
          assert.ok(!isBlankValue(recorded.value) || recorded.disposition !== 'specified');
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

const missingOf = (
  conflicts: readonly { field_id: number; address: string; label: string }[],
  datasheetId: number,
) => conflicts.map(({ field_id: elementId, address, label }) => ({ datasheetId, elementId, address, label }));
