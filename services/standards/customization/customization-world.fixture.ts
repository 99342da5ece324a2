/** Test fixture: calls that create global standards, customise them in a company, revise both and merge. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { administrator, FIRM, lead } from '../../../test/people.ts';
import type { TestNode } from '../../../test/service-node.ts';
import type { ClauseInput, FieldInputs, WorkingCopyResult } from '../../../test/world/standards-world.ts';
import { SMALL_OUTLINE } from '../../../test/world/standards-world.ts';

type Plan = ResultOf<EndpointMap['standards.mergePlan']>;

interface Source {
  id: number;
  name: string;
  revisionId: number;
}

let names = 0;

export class CustomizationWorld {
  readonly #node: TestNode;
  #category: Promise<number> | null = null;

  constructor(node: TestNode) {
    this.#node = node;
  }

  /** The global category of the sources. */
  categoryId(): Promise<number> {
    this.#category ??= this.#node
      .call(administrator, 'categories.create', { name: 'Masonry', subject_type: 'global' })
      .then(({ id }) => id);
    return this.#category;
  }

  /** A global standard without a revision. */
  async createSource(): Promise<{ id: number; name: string }> {
    names += 1;
    const { id, name } = await this.#node.call(administrator, 'standards.create', {
      name: `Source ${names}`,
      category_id: await this.categoryId(),
      subject_type: 'global',
    });
    return { id, name };
  }

  async publishSource(elements: ClauseInput[] = SMALL_OUTLINE, fields: FieldInputs = []): Promise<Source> {
    const { id, name } = await this.createSource();
    const revisionId = await this.#saveAndPublish(administrator, id, elements, fields);
    return { id, name, revisionId };
  }

  /** The next revision of a standard, with its clauses after `change`. @returns its id */
  async revise(
    id: number,
    change: (elements: ClauseInput[]) => ClauseInput[],
    who: UserPrincipal = administrator,
    fields?: FieldInputs,
  ): Promise<number> {
    const copy = await this.#node.call(who, 'standards.edit', { id });
    return this.#saveAndPublish(who, id, change(toInput(copy)), fields);
  }

  /** The next revision, with other text at some addresses. */
  reword(id: number, words: Record<string, string>, who?: UserPrincipal): Promise<number> {
    const change = (elements: ClauseInput[]) =>
      elements.map((element) => ({ ...element, content: words[element.address] ?? element.content ?? '' }));
    return this.revise(id, change, who);
  }

  async #saveAndPublish(
    who: UserPrincipal,
    id: number,
    elements: ClauseInput[],
    datasheetElements?: FieldInputs,
  ): Promise<number> {
    await this.#node.call(who, 'standards.workingCopy.save', {
      id,
      elements,
      confirmReplace: true,
      ...(datasheetElements ? { datasheetElements } : {}),
    });
    const { revision } = await this.#node.call(who, 'standards.publish', { id });
    return revision.id;
  }

  /** A copy in the company. */
  async customize(sourceId: number, more: object = {}) {
    return this.#node.call(lead, 'standards.customize', { id: sourceId, companyId: FIRM.id, ...more });
  }

  /** A copy whose clause 1.1 both sides reworded; the source also reworded 1.2. */
  async createDispute() {
    const source = await this.publishSource();
    const copy = await this.customize(source.id);
    await this.reword(copy.id, { '1.1': 'Mine.' }, lead);
    const target = await this.reword(source.id, { '1.1': 'Theirs.', '1.2': 'Water shall be cold.' });
    return { source, copy, target };
  }

  plan(id: number, toRevisionId?: number): Promise<Plan> {
    return this.#node.call(lead, 'standards.mergePlan', {
      id,
      ...(toRevisionId === undefined ? {} : { toRevisionId }),
    });
  }

  /** Merges by the current plan; every conflict gets the same choice unless resolutions are given. */
  async merge(
    id: number,
    choice: 'mine' | 'theirs' | 'combine',
    resolutions?: ResolutionInputs,
  ): Promise<WorkingCopyResult> {
    const { planHash, conflicts } = await this.plan(id);
    return this.#node.call(lead, 'standards.merge', {
      id,
      planHash: planHash ?? '',
      resolutions: resolutions ?? Object.fromEntries(conflicts.map(({ conflictId }) => [conflictId, choice])),
    });
  }

  /** The content of a standard by address. */
  async read(id: number): Promise<Record<string, string>> {
    const shown = await this.#node.call(lead, 'standards.get', { id });
    if (!('elements' in shown)) throw new Error('not the verbose form');
    return wordsOf(shown.elements);
  }
}

type ResolutionInputs = Record<
  string,
  'mine' | 'theirs' | 'combine' | { choice: 'mine' | 'theirs' | 'combine'; combinedText?: string }
>;

export const wordsOf = (elements: readonly { address: string; content: string }[]): Record<string, string> =>
  Object.fromEntries(elements.map(({ address, content }) => [address, content]));

const toInput = ({ elements }: WorkingCopyResult): ClauseInput[] =>
  elements.map(({ element_id, address, content, toc_content, attributes }) => ({
    element_id,
    address,
    content,
    toc_content,
    attributes,
  }));
