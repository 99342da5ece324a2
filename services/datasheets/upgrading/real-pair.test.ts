/** Test of an upgrade between two real editions: the low and the moderate baseline of NIST SP 800-53 Rev. 5. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { loadCorpus } from '../../../scripts/import/documents/load-corpus.ts';
import { identifyOutline } from '../../../shared/revisioning/identity/identify-outline.ts';
import type { Field, FieldValue, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { editor } from '../../../test/people.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { recordedValues, SuccessiveRevisions } from '../../../test/world/successive-revisions.ts';

function identify(name: string, base: Outline, firstId: number): Outline {
  let next = firstId;
  const nextId = () => next++;
  const { elements, fields } = loadCorpus(name, name);
  const ids = { nextElementId: nextId, nextFieldId: nextId };
  return identifyOutline({ base, elements, fields, ...ids }).outline;
}

/** Every section renumbered by a new one before it, frequencies relabelled, and every list with an option less. */
function revise({ elements, fields }: Outline): Outline {
  const scope = {
    element_id: 900_000,
    address: '1',
    kind: 'section',
    toc_content: 'Scope',
    content: '',
  } as const;
  const renumbered = elements.map((element) => {
    const [section, ...rest] = element.address.split('.');
    return { ...element, address: [Number(section) + 1, ...rest].join('.') };
  });
  return {
    elements: [scope, ...renumbered],
    fields: fields.map((field) => ({
      ...field,
      label: isFrequency(field) ? `Review ${field.label}` : field.label,
      options: field.options.slice(0, -1),
    })),
  };
}

const isFrequency = ({ label }: Field): boolean => label.startsWith('frequency');
const isList = ({ options }: Field): boolean => options.length > 0;

const filledIn = ({ input_type, options, label }: Field): FieldValue =>
  input_type === 'checkbox' ? [...options] : (options.at(-1) ?? `As agreed: ${label}`);

describe('datasheets on the baselines of NIST SP 800-53 Rev. 5, low and moderate', () => {
  const site = ProjectsWorld.use();
  const low = identify('sp800-53r5-low', { elements: [], fields: [] }, 1);
  const moderate = identify('sp800-53r5-moderate', low, 100_000);
  const revised = revise(moderate);

  it('all 405 values are carried to moderate, 179 fields are new, and every later change is asked about (D7)', async () => {
    const revisions = await SuccessiveRevisions.create(site, 'Security controls');
    const onLow = await revisions.publish(low);
    const projectId = await revisions.createProject('Control room');
    const valuesFor = (outline: Outline, from = 0): [number, FieldValue][] =>
      outline.fields.slice(from).map((field) => [revisions.fieldIdOf(field.field_id), filledIn(field)]);
    const sheet = await site.createDatasheet(projectId, revisions.standardId, {
      elementValues: Object.fromEntries(valuesFor(low)),
    });
    const { id } = sheet;
    const before = recordedValues(sheet);
    assert.equal([...before.values()].filter(({ value }) => value !== null).length, 405);

    const onModerate = await revisions.publish(moderate);
    const plan = await site.node.call(editor, 'datasheets.upgradePlan', { id });
    assert.deepEqual(
      [plan.conflicts.length, plan.autoResolved.length, plan.newElements.length],
      [0, 405, 179],
    );
    assert.deepEqual(new Set(plan.autoResolved.map(({ reason }) => reason)), new Set(['unchanged']));
    const toModerate = { id, toStandardRevisionId: onModerate.id };
    await site.node.call(editor, 'datasheets.upgrade', toModerate);
    const carried = await site.getDatasheet(id);
    assert.equal(carried.elements.length, 584);
    for (const [field, recorded] of before) assert.deepEqual(recordedValues(carried).get(field), recorded);

    await site.reviseDatasheet(
      id,
      valuesFor(moderate).map(([element_id, new_value]) => ({ element_id, new_value })),
    );
    const filled = recordedValues(await site.getDatasheet(id));
    const back = await site.node.call(editor, 'datasheets.upgradePlan', { id, toRevisionId: onLow.id });
    assert.deepEqual(
      [back.conflicts.filter(({ reason }) => reason === 'removed').length, back.autoResolved.length],
      [179, 405],
      'lost and carried on the way back',
    );
    const onRevised = await revisions.publish(revised);
    const next = await site.node.call(editor, 'datasheets.upgradePlan', { id });
    const conflicting = (matches: (field: Field) => boolean) =>
      moderate.fields.filter(matches).map(({ field_id }) => revisions.fieldIdOf(field_id));
    const conflictsOf = (reason: string) =>
      next.conflicts.filter((one) => one.reason === reason).map(({ elementId }) => elementId);
    assert.deepEqual(conflictsOf('invalid').sort(), conflicting(isList).sort());
    const renamed = (field: Field) => isFrequency(field) && !isList(field);
    assert.deepEqual(conflictsOf('meaning_changed').sort(), conflicting(renamed).sort());
    assert.deepEqual(
      [next.conflicts.length, next.autoResolved.length, next.newElements.length],
      [174, 410, 0],
      'asked about, carried, new',
    );
    await site.node.call(editor, 'datasheets.upgrade', {
      id,
      toStandardRevisionId: onRevised.id,
      resolutions: next.conflicts.map(({ elementId }) => ({
        elementId,
        resolution: 'user_accepted' as const,
      })),
    });
    assert.deepEqual(recordedValues(await site.getDatasheet(id)), filled);
  });
});
