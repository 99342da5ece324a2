/** Test fixture: calls that create global standards, customise them in a company, revise both and merge. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { administrator, FIRM, lead } from '../../../test/people.ts';
import { callerFor, type TestNode } from '../../../test/service-node.ts';
import {
  type ClauseInput,
  type FieldInputs,
  StandardsWorld,
  type WorkingCopyResult,
} from '../../../test/world/standards-world.ts';
import { publishStandard } from '../../../tools/world/standards.ts';

type Plan = ResultOf<EndpointMap['standards.mergePlan']>;

const GLOBAL = { author: administrator, subject_type: 'global', category: 'Masonry' } as const;

export class CustomizationWorld {
  readonly #node: TestNode;
  readonly #sources: StandardsWorld;

  constructor(node: TestNode) {
    this.#node = node;
    this.#sources = new StandardsWorld(node, GLOBAL);
  }

  /** The global category of the sources. */
  categoryId(): Promise<number> {
    return this.#sources.categoryId();
  }

  /** A global standard without a revision. */
  createSource() {
    return this.#sources.createWorkingCopy([]);
  }

  publishSource(elements?: ClauseInput[], fields?: FieldInputs) {
    return this.#sources.publishStandard(elements, fields);
  }

  /** The next revision of a standard, with its clauses after `change`. @returns its id */
  async revise(
    id: number,
    change: (elements: ClauseInput[]) => ClauseInput[],
    who: UserPrincipal = administrator,
    datasheetElements?: FieldInputs,
  ): Promise<number> {
    const caller = callerFor(this.#node, who);
    const elements = change(toInput(await caller.call('standards.edit', { id })));
    const fields = datasheetElements ? { datasheetElements } : {};
    await caller.call('standards.workingCopy.save', { id, elements, confirmReplace: true, ...fields });
    return (await publishStandard(caller, id)).revision.id;
  }

  /** The next revision, with other text at some addresses. */
  reword(id: number, words: Record<string, string>, who?: UserPrincipal): Promise<number> {
    const change = (elements: ClauseInput[]) =>
      elements.map((element) => ({ ...element, content: words[element.address] ?? element.content ?? '' }));
    return this.revise(id, change, who);
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
