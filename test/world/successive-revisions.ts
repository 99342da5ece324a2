/**
 * Test fixture: a company standard whose revisions are published from outlines, a datasheet that records values
 * on one of them, and the values as a datasheet shows them.
 */
import assert from 'node:assert/strict';
import { presentElementBody } from '../../shared/revisioning/outline/element-body.ts';
import { type RecordedValue, readFieldValue } from '../../shared/revisioning/outline/field-value.ts';
import type { Outline } from '../../shared/revisioning/outline/outline.ts';
import type { AddressedField } from '../../shared/revisioning/upgrade/plan-upgrade.ts';
import { addressedFields } from '../../shared/revisioning/upgrade/upgrades.fixture.ts';
import { createProject } from '../../tools/world/projects.ts';
import { lead } from '../people.ts';
import { callerFor } from '../service-node.ts';
import type { DatasheetResult, ProjectsWorld } from './projects-world.ts';

interface PublishedRevision {
  id: number;
  code: string;
  /** Its fields, under the ids that the service gave them. */
  fields: AddressedField[];
}

/** One standard, published again and again. */
export class SuccessiveRevisions {
  readonly #site: ProjectsWorld;
  readonly standardId: number;
  #last: Outline = { elements: [], fields: [] };
  /** The ids that the service gave, by the ids of the outlines. */
  readonly #elementIds = new Map<number, number>();
  readonly #fieldIds = new Map<number, number>();

  private constructor(site: ProjectsWorld, standardId: number) {
    this.#site = site;
    this.standardId = standardId;
  }

  static async create(site: ProjectsWorld, name: string): Promise<SuccessiveRevisions> {
    const about = { name, subject_type: 'company' } as const;
    const { id: category_id } = await site.node.call(lead, 'categories.create', about);
    const { id } = await site.node.call(lead, 'standards.create', { ...about, category_id });
    return new SuccessiveRevisions(site, id);
  }

  /**
   * Saves the outline as an editor does and publishes it. Elements that the last outline had are sent with their
   * ids, relabelled fields of the same clause with match_label, other known ones with theirs.
   */
  async publish(outline: Outline): Promise<PublishedRevision> {
    const { node } = this.#site;
    const id = this.standardId;
    if (this.#last.elements.length > 0) await node.call(lead, 'standards.edit', { id });
    const before = new Map(this.#last.fields.map((field) => [field.field_id, field]));
    const addressed = addressedFields(outline);
    await node.call(lead, 'standards.workingCopy.save', {
      id,
      // Generated revisions may lose most of their elements.
      confirmReplace: true,
      elements: outline.elements.map((element) => ({
        ...presentElementBody(element),
        element_id: this.#elementIds.get(element.element_id),
      })),
      datasheetElements: addressed.map(({ field_id, element_id, address, ...definition }) => {
        const old = before.get(field_id);
        const isRelabelled = old?.element_id === element_id && old.label !== definition.label;
        const identity = isRelabelled ? { match_label: old.label } : { id: this.#fieldIds.get(field_id) };
        return { ...definition, ...identity, element_address: address };
      }),
    });
    const stored = await node.call(lead, 'standards.workingCopy.get', { id });
    const elementAt = new Map(stored.elements.map((element) => [element.address, element.element_id]));
    const keyOf = (address: string, label: string) => `${address} ${label}`;
    const fieldAt = new Map(
      stored.datasheet_elements.map((field) => [keyOf(field.element_address, field.label), field.id]),
    );
    for (const { element_id, address } of outline.elements)
      keepIdentity(this.#elementIds, element_id, elementAt.get(address));
    for (const { field_id, address, label } of addressed)
      keepIdentity(this.#fieldIds, field_id, fieldAt.get(keyOf(address, label)));
    this.#last = outline;
    const { revision } = await node.call(lead, 'standards.publish', { id });
    return {
      id: revision.id,
      code: revision.code,
      fields: addressed.map((field) => ({ ...field, field_id: this.fieldIdOf(field.field_id) })),
    };
  }

  /** The id that the service gave to a field of the outlines. */
  fieldIdOf(id: number): number {
    return this.#fieldIds.get(id) ?? assert.fail(`field ${id} is in no revision`);
  }

  /** A project that pins the newest revision. */
  createProject(name: string): Promise<number> {
    return createProject(callerFor(this.#site.node, lead), { name }, [{ standardId: this.standardId }]);
  }
}

/** Notes the id that the service gave, which is the one it gave before. */
function keepIdentity(ids: Map<number, number>, ours: number, given: number | undefined): void {
  assert.ok(given !== undefined, `${ours} was not stored`);
  assert.equal(ids.get(ours) ?? given, given, `${ours} has another identity`);
  ids.set(ours, given);
}

/** What a datasheet records, by field. */
export const recordedValues = ({ elements }: DatasheetResult): Map<number, RecordedValue> =>
  new Map(
    elements.map(({ id, user_value, disposition = 'specified', disposition_note = null }) => [
      id,
      { value: readFieldValue(user_value) ?? null, disposition, disposition_note },
    ]),
  );
