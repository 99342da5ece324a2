/** Tests of the warnings about values whose clause has the text of another clause in the target revision. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { plainField } from '../../../shared/revisioning/outline/histories.fixture.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { editor, lead } from '../../../test/people.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { SuccessiveRevisions } from '../../../test/world/successive-revisions.ts';

describe('upgrades to a text that was saved under the identities of other clauses', () => {
  const site = ProjectsWorld.use();

  /** One control a title, each with the frequency of its review; the identities are the numbers of the controls. */
  const controls = (titles: readonly string[]): Outline => ({
    elements: titles.map((title, at) => ({
      element_id: 1 + at,
      address: `${at + 1}`,
      kind: 'clause' as const,
      toc_content: title,
      content: `${title} are reviewed.`,
    })),
    fields: titles.map((_, at) => plainField(1 + at, 1 + at, 'frequency')),
  });
  let count = 0;

  /** Two editions, the second with `titles`, and datasheets that record a value for Accounts on the first. */
  async function prepare(titles: string[], names: string[]) {
    count += 1;
    const revisions = await SuccessiveRevisions.create(site, `Access ${count}`);
    await revisions.publish(controls(['Policies', 'Accounts', 'Sessions']));
    const projectId = await revisions.createProject(`Data centre ${count}`);
    const fieldId = revisions.fieldIdOf(2);
    const sheets = [];
    for (const name of names)
      sheets.push(
        await site.createDatasheet(projectId, revisions.standardId, {
          name,
          elementValues: { [fieldId]: 'monthly' },
        }),
      );
    const next = await revisions.publish(controls(titles));
    return { projectId, fieldId, sheets, next, standardId: revisions.standardId };
  }

  for (const [what, titles] of [
    ['moved on', ['Policies', 'AI models', 'Accounts', 'Sessions']],
    ['is gone', ['Policies', 'AI models', 'Sessions']],
  ] as const)
    it(`the plan and the upgrade list the values of a clause whose text ${what} (Y12)`, async () => {
      const { fieldId, sheets, next } = await prepare([...titles], ['Hall']);
      const [{ id } = assert.fail()] = sheets;
      const plan = await site.node.call(editor, 'datasheets.upgradePlan', { id });
      assert.deepEqual(plan.conflicts, []);
      const [warning, ...others] = plan.warnings;
      assert.deepEqual(others, []);
      assert.deepEqual(
        [warning?.rule, warning?.address, warning?.text],
        ['text_of_another_clause', '2', 'AI models\nAI models are reviewed.'],
      );
      assert.deepEqual(
        warning?.values.map(({ elementId, label, recorded }) => [elementId, label, recorded.value]),
        [[fieldId, 'frequency', 'monthly']],
      );
      const done = await site.node.call(editor, 'datasheets.upgrade', { id, toStandardRevisionId: next.id });
      // The answer is stored for a replay, and so has no words of the standard.
      const { text: _, ...told } = warning ?? assert.fail();
      assert.deepEqual(done.warnings, [told]);
    });

  it('the upgrade of several lists them for each (Y12)', async () => {
    const { fieldId, projectId, standardId, next } = await prepare(
      ['Policies', 'AI models', 'Accounts', 'Sessions'],
      ['Hall', 'Annex'],
    );
    const { upgraded } = await site.node.call(editor, 'standards.batchUpgrade', {
      standardId,
      project_id: projectId,
      to_revision_id: next.id,
    });
    assert.deepEqual(
      upgraded.map(({ warnings }) => warnings.map(({ address, values }) => [address, values[0]?.elementId])),
      [[['2', fieldId]], [['2', fieldId]]],
    );
  });

  it('the upgrade plan of the project counts them for each, and shows no value (Y12)', async () => {
    const { projectId, standardId, sheets, next } = await prepare(
      ['Policies', 'AI models', 'Accounts', 'Sessions'],
      ['Hall', 'Annex'],
    );
    await site.node.call(lead, 'projects.standardRevisions.apply', {
      id: projectId,
      changes: [{ standardId, toStandardRevisionId: next.id }],
    });
    const [{ id } = assert.fail()] = sheets;
    const own = await site.node.call(editor, 'datasheets.upgradePlan', { id });
    const [{ text: _, values, ...warning } = assert.fail()] = own.warnings;
    const { standards } = await site.node.call(editor, 'projects.upgradePlan', { id: projectId });
    assert.deepEqual(
      standards[0]?.datasheets.map(({ warnings }) => warnings),
      sheets.map(() => [{ ...warning, valueCount: values.length }]),
    );
  });

  it('nothing is listed where no value is recorded, or where the clause was only reworded (Y12)', async () => {
    const { sheets } = await prepare(
      ['Policies', 'Accounts of all users', 'Sessions', 'AI models'],
      ['Hall'],
    );
    const [{ id } = assert.fail()] = sheets;
    assert.deepEqual((await site.node.call(editor, 'datasheets.upgradePlan', { id })).warnings, []);
  });
});
