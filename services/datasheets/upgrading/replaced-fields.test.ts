/** Tests of upgrades where a field was removed and another added with the same label. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { plainField } from '../../../shared/revisioning/outline/histories.fixture.ts';
import type { Element, Field, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { editor } from '../../../test/people.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { recordedValues, SuccessiveRevisions } from '../../../test/world/successive-revisions.ts';

describe('upgrades over fields that were removed and added again', () => {
  const site = ProjectsWorld.use();

  it('a value follows its field by clause and label, with its editor, and is asked about where the unit is another (D6)', async () => {
    const clause: Element = {
      element_id: 1,
      address: '1',
      kind: 'clause',
      toc_content: '',
      content: 'Concrete shall be of the strength class given.',
    };
    const outline = (fields: Field[]): Outline => ({ elements: [clause], fields });
    const revisions = await SuccessiveRevisions.create(site, 'Strength of concrete');
    await revisions.publish(outline([plainField(1, 1, 'Class'), plainField(1, 2, 'Cover', 'mm')]));
    const projectId = await revisions.createProject('Quay');
    const [grade, cover] = [revisions.fieldIdOf(1), revisions.fieldIdOf(2)];
    const sheet = await site.createDatasheet(projectId, revisions.standardId, {
      elementValues: { [grade]: 'C30/37', [cover]: '40' },
    });
    await revisions.publish(outline([]));
    const third = await revisions.publish(
      outline([plainField(1, 11, 'Class'), plainField(1, 12, 'Cover', 'in')]),
    );
    const { id } = sheet;
    const plan = await site.node.call(editor, 'datasheets.upgradePlan', { id });
    const [gradeNow, coverNow] = [revisions.fieldIdOf(11), revisions.fieldIdOf(12)];
    assert.notEqual(gradeNow, grade);
    assert.deepEqual(
      plan.autoResolved.map(({ fromElementId, toElementId, reason }) => [fromElementId, toElementId, reason]),
      [[grade, gradeNow, 'unchanged']],
    );
    assert.deepEqual(
      plan.conflicts.map(({ elementId, fromElementId, reason, from, to }) => [
        elementId,
        fromElementId,
        reason,
        from.unit,
        to?.unit,
      ]),
      [[coverNow, cover, 'meaning_changed', 'mm', 'in']],
    );
    assert.deepEqual([plan.newElements, plan.additions, plan.removals], [[], 0, 0]);
    // By the id that the datasheet shows, as by that of the new revision.
    const resolutions = [{ elementId: cover, resolution: 'user_accepted' as const }];
    await site.node.call(editor, 'datasheets.upgrade', { id, toStandardRevisionId: third.id, resolutions });
    const after = await site.getDatasheet(id);
    const values = recordedValues(after);
    assert.deepEqual([values.get(gradeNow)?.value, values.get(coverNow)?.value], ['C30/37', '40']);
    const edited = (of: typeof after, fieldId: number) => of.elements.find((field) => field.id === fieldId);
    assert.deepEqual(edited(after, gradeNow)?.editedBy, edited(sheet, grade)?.editedBy);
  });
});
