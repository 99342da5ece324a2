/**
 * Test fixture: an outline, bodies of saves, calls that create, publish, read and delete standards, and audit
 * details.
 */

import type { InputOf, ResultOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { Principal, UserPrincipal } from '../../shared/kernel/auth/principal.ts';
import { AUTHOR_PERMISSIONS } from '../../tools/world/accounts.ts';
import { baseOf, createStandard, publishStandard } from '../../tools/world/standards.ts';
import { eventually } from '../eventually.ts';
import { administrator, lead, withKey } from '../people.ts';
import { callerFor, type TestNode, useNode } from '../service-node.ts';

/** The same person by a key with the permissions of an author. */
export const authorKey = (who: UserPrincipal): UserPrincipal => withKey(who, [...AUTHOR_PERMISSIONS]);

export type WorkingCopyResult = ResultOf<EndpointMap['standards.edit']>;

type SaveInput = InputOf<EndpointMap['standards.workingCopy.save']>;
export type FieldInputs = NonNullable<SaveInput['datasheetElements']>;

export interface ClauseInput {
  element_id?: number;
  address: string;
  content?: string;
  toc_content?: string;
  attributes?: { inToc?: boolean; isNote?: boolean; label?: string | null };
}

/** A section with two clauses and a note. */
export const SMALL_OUTLINE: ClauseInput[] = [
  { address: '1', toc_content: 'Materials', attributes: { inToc: true } },
  { address: '1.1', content: 'Cement shall be grey.' },
  { address: '1.2', content: 'Water shall be clean.' },
  { address: '1.2.1', content: 'Rain will do.', attributes: { isNote: true } },
];

let names = 0;

/** Who writes the standards, in whose scope, and the category of all of them. */
interface Authorship {
  author: Principal;
  subject_type: 'company' | 'global';
  category: string;
}

const OF_THE_FIRM: Authorship = { author: lead, subject_type: 'company', category: 'Concrete' };

/** Creates standards as one author. */
export class StandardsWorld {
  readonly #node: TestNode;
  readonly #as: Authorship;
  #category: Promise<number> | null = null;

  constructor(node: TestNode, as: Authorship = OF_THE_FIRM) {
    this.#node = node;
    this.#as = as;
  }

  categoryId(): Promise<number> {
    const { author, category: name, subject_type } = this.#as;
    this.#category ??= this.#node
      .call(author, 'categories.create', { name, subject_type })
      .then(({ id }) => id);
    return this.#category;
  }

  /** A new standard with these clauses in its working copy. */
  async createWorkingCopy(
    elements: ClauseInput[] = SMALL_OUTLINE,
    fields: FieldInputs = [],
  ): Promise<{ id: number; name: string; version: string }> {
    names += 1;
    const { author, subject_type } = this.#as;
    const metadata = { name: `Standard ${names}`, category_id: await this.categoryId(), subject_type };
    const isEmpty = elements.length + fields.length === 0;
    const text = isEmpty ? undefined : { elements, datasheetElements: fields };
    const { id, version } = await createStandard(callerFor(this.#node, author), metadata, text);
    return { id, name: metadata.name, version };
  }

  /** A published standard. */
  async publishStandard(
    elements?: ClauseInput[],
    fields?: FieldInputs,
  ): Promise<{ id: number; name: string; revisionId: number }> {
    const { id, name } = await this.createWorkingCopy(elements, fields);
    const { revision } = await publishStandard(callerFor(this.#node, this.#as.author), id);
    return { id, name, revisionId: revision.id };
  }

  /** Deprecates and deletes a standard. */
  async deleteStandard(id: number) {
    const confirmName = await this.readName(id);
    await this.#node.call(lead, 'standards.deprecate', { id });
    return this.#node.call(lead, 'standards.delete', { id, confirmName });
  }

  /** The name of a standard. */
  async readName(id: number): Promise<string> {
    const read = await this.#node.call(lead, 'standards.get', { id });
    if (!('name' in read)) throw new Error('not a standard');
    return read.name;
  }

  /** The working copy as an HTTP caller reads it. */
  readWorkingCopy(id: number, who: Principal = lead): Promise<WorkingCopyResult> {
    return this.#node.call(who, 'standards.workingCopy.get', { id });
  }
}

interface WorkingCopies {
  node: TestNode;
  world: StandardsWorld;
  /** Saves a body, valid or not. */
  save(
    id: number,
    more: object,
    who?: Principal,
  ): Promise<ResultOf<EndpointMap['standards.workingCopy.save']>>;
}

/** Standards with projects and audit, for the tests of a file or `describe`. */
export function useWorkingCopies(): WorkingCopies {
  const node = useNode(['standards', 'projects', 'audit']);
  return {
    node,
    world: new StandardsWorld(node),
    save: (id, more, who = lead) => node.call(who, 'standards.workingCopy.save', { id, ...more }),
  };
}

/** The text of the clause at this address. */
export const textOf = ({ elements }: WorkingCopyResult, address: string): string | undefined =>
  elements.find((element) => element.address === address)?.content;

/** A text field, or another with some members changed. */
export const fieldInput = (
  element_address: string,
  label: string,
  more: object = {},
): FieldInputs[number] => ({
  element_address,
  label,
  input_type: 'text',
  ...more,
});

/** The details of the first matching audit entry of a standard, after the outbox has sent it. */
export async function findAuditDetails(
  node: TestNode,
  id: number,
  action: string,
  matches: (details: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const { entries } = await node.call(administrator, 'admin.audit.list', {
      resource_type: 'standard',
      resource_id: String(id),
      action,
    });
    const found = entries.find(({ details }) => matches(details));
    if (!found) throw new Error('no such audit entry');
    return found.details;
  });
}

/** The save of a merging client: every clause as read, some reworded. */
export const rewordedSave = (copy: WorkingCopyResult, words: Record<string, string>) => ({
  ...baseOf(copy),
  elements: copy.elements.map((element) => ({
    ...element,
    content: words[element.address] ?? element.content,
  })),
});
