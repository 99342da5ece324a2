/**
 * Test fixture: generated histories of editions of a page and of their copies, without a database. Each gives the
 * revisions that it leaves behind, on which the tests then put holds.
 */

import { identifyOutline } from '../../../shared/revisioning/identity/identify-outline.ts';
import type { MergeChoice } from '../../../shared/revisioning/merge/merge-with-choices.ts';
import { planMerge } from '../../../shared/revisioning/merge/plan-merge.ts';
import { resolveMerge } from '../../../shared/revisioning/merge/resolve-merge.ts';
import type { Element, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { inheritOrigins, type OriginatingOutline, originatingEdition } from './clause-origins.ts';
import { ClauseTexts, type Line, numbered } from './clause-texts.fixture.ts';

export interface Revision extends OriginatingOutline {
  id: number;
  name: string;
  standard: Standard;
  outline: Outline;
  previous: Revision | null;
  source: Revision | null;
  edition: string | null;
}

export interface Standard {
  name: string;
  isLibrary: boolean;
  revisions: Revision[];
  current: Revision | null;
  /** The revision of the source that is merged last, also where the source is deleted. */
  merged: Revision | null;
  isDeleted: boolean;
  open: { outline: Outline; from: Revision; mergedBefore: Revision | null } | null;
}

const byId = (outline: Outline): Map<number, Element> =>
  new Map(outline.elements.map((one) => [one.element_id, one]));

export class Lineages {
  readonly standards: Standard[] = [];
  readonly revisions: Revision[] = [];
  readonly log: string[] = [];
  readonly #next: (below: number) => number;
  readonly #words: ClauseTexts;
  #ids = 0;
  #elementIds = 0;

  constructor(next: (below: number) => number) {
    this.#next = next;
    this.#words = new ClauseTexts(next);
  }

  get library(): Standard | undefined {
    return this.standards.find(({ isLibrary }) => isLibrary);
  }

  get editions(): Revision[] {
    return this.revisions.filter(({ edition }) => edition !== null);
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[this.#next(list.length)];
  }

  #identify(base: Outline, lines: readonly Line[]): Outline {
    return identifyOutline({
      base,
      elements: lines.map((line) => ({ ...line, kind: line.address.includes('.') ? 'clause' : 'section' })),
      nextElementId: () => {
        this.#elementIds += 1;
        return this.#elementIds;
      },
      nextFieldId: () => 0,
    }).outline;
  }

  #seal(standard: Standard, outline: Outline, edition: string | null): Revision {
    const clauses = byId(outline);
    const { current: previous, merged: source } = standard;
    this.#ids += 1;
    const originating =
      edition === null
        ? inheritOrigins(clauses, { previous, source }, this.#ids)
        : originatingEdition(edition, clauses);
    const revision: Revision = {
      id: this.#ids,
      name: `${standard.name}.${standard.revisions.length + 1}`,
      standard,
      outline,
      ...originating,
      previous,
      source: edition === null ? source : null,
      edition,
    };
    standard.revisions.push(revision);
    standard.current = revision;
    this.revisions.push(revision);
    return revision;
  }

  adopt(): void {
    let library = this.library;
    if (library?.isDeleted) return;
    const last = this.editions.at(-1);
    if (!library) {
      library = {
        name: 'L',
        isLibrary: true,
        revisions: [],
        current: null,
        merged: null,
        isDeleted: false,
        open: null,
      };
      this.standards.push(library);
    }
    const before: Pick<Line, 'content' | 'toc_content'>[] = last
      ? last.outline.elements.slice(1)
      : Array.from({ length: 3 + this.#next(3) }, () => this.#words.text());
    const words = before.map(({ content, toc_content }) => ({ content, toc_content }));
    const changes = last ? 1 + this.#next(2) : 0;
    for (let change = 0; change < changes; change += 1) this.#words.edit(words, () => this.#words.text());
    const lines = numbered(words);
    const outline = this.#identify(library.current?.outline ?? { elements: [], fields: [] }, lines);
    const edition = `E${this.editions.length + 1}`;
    this.#seal(library, outline, edition);
    this.log.push(`adopt ${edition}: ${show(outline)}`);
  }

  customize(): void {
    const source = this.#pick(this.standards.filter(({ isDeleted, current }) => !isDeleted && current));
    const revision = source && (this.#next(3) === 0 ? this.#pick(source.revisions) : source.current);
    if (!revision || this.standards.length > 6) return;
    const copy: Standard = {
      name: `C${this.standards.length}`,
      isLibrary: false,
      revisions: [],
      current: null,
      merged: revision,
      isDeleted: false,
      open: null,
    };
    this.standards.push(copy);
    this.#seal(copy, revision.outline, null);
    this.log.push(`customize ${revision.name} as ${copy.name}`);
  }

  edit(): void {
    const standard = this.#pick(this.standards.filter(({ isDeleted }) => !isDeleted));
    if (!standard?.current || (standard.isLibrary && this.#next(3) > 0)) return;
    standard.open ??= {
      outline: standard.current.outline,
      from: standard.current,
      mergedBefore: standard.merged,
    };
    // Another edition was published in between: the working copy could not be published.
    if (standard.open.from !== standard.current) standard.open = null;
    if (!standard.open) return;
    const { outline } = standard.open;
    const withIds = this.#next(2) === 0;
    const words: Omit<Line, 'address'>[] = outline.elements
      .slice(1)
      .map(({ element_id, content, toc_content }) => ({
        content,
        toc_content,
        ...(withIds ? { element_id } : {}),
      }));
    let what = '';
    for (let change = 0; change < 1 + this.#next(2); change += 1) {
      if (this.#next(8) === 0 && words.length > 1) {
        const [at, other] = [this.#next(words.length), this.#next(words.length)];
        const [one, two] = [words[at], words[other]];
        if (one && two && at !== other && one.content && two.content) {
          words[at] = { ...one, content: `${one.content}\n\n${two.content}` };
          words.splice(other, 1);
        }
        what += 'join ';
      } else if (this.#next(10) === 0) {
        const [at, one] = [0, words.find(({ content }) => content.includes('\n\n'))];
        if (one) {
          const [first = '', ...rest] = one.content.split('\n\n');
          words.push({ content: rest.join('\n\n'), toc_content: '' });
          words[words.indexOf(one)] = { ...one, content: first };
        }
        what += `split${at} `;
      } else what += `${this.#words.edit(words, () => this.#words.ownText())} `;
    }
    const first = outline.elements[0];
    const [section, ...lines] = numbered(words);
    if (!section || !first) return;
    const sent = [withIds ? { ...section, element_id: first.element_id } : section, ...lines];
    standard.open.outline = this.#identify(outline, sent);
    this.log.push(
      `edit ${standard.name} ${withIds ? 'ids' : 'no ids'} ${what}: ${show(standard.open.outline)}`,
    );
  }

  publish(): void {
    const standard = this.#pick(this.standards.filter(({ isDeleted, open }) => !isDeleted && open));
    if (!standard?.open) return;
    if (standard.open.from !== standard.current) {
      standard.open = null;
      return;
    }
    const { outline } = standard.open;
    standard.open = null;
    const { name } = this.#seal(standard, outline, null);
    this.log.push(`publish ${name}`);
  }

  discard(): void {
    const standard = this.#pick(this.standards.filter(({ isDeleted, open }) => !isDeleted && open));
    if (!standard?.open) return;
    standard.merged = standard.open.mergedBefore;
    standard.open = null;
    this.log.push(`discard ${standard.name}`);
  }

  merge(): void {
    const standard = this.#pick(
      this.standards.filter(({ isDeleted, open, merged }) => !isDeleted && !open && merged),
    );
    const { current: from, merged } = standard ?? {};
    const source = merged?.standard;
    if (!standard || !from || !merged || !source || source.isDeleted) return;
    const to =
      this.#next(4) === 0
        ? this.#pick(source.revisions.slice(source.revisions.indexOf(merged) + 1))
        : source.current;
    if (!to || to === merged) return;
    const base = from.source ?? merged;
    const plan = planMerge({ base: base.outline, theirs: to.outline, mine: from.outline });
    const choices = new Map<string, MergeChoice>();
    const all = this.#next(4);
    for (const { conflictId, canCombine } of plan.conflicts) {
      const choice = (['theirs', 'mine', 'combine'] as const)[all < 3 ? all : this.#next(3)] ?? 'mine';
      choices.set(conflictId, { choice: choice === 'combine' && !canCombine ? 'mine' : choice });
    }
    const { outline } = resolveMerge(plan, choices);
    if (!outline || outline.elements.length > 14) return;
    standard.open = { outline, from, mergedBefore: merged };
    standard.merged = to;
    this.log.push(
      `merge ${to.name} into ${standard.name} ${JSON.stringify([...choices].map(([id, { choice }]) => `${id} ${choice}`))}: ${show(outline)}`,
    );
  }

  /** The open working copy of a standard, as the revision that it would become. */
  openState({ open, merged: source }: Standard): Omit<Revision, 'id' | 'name' | 'standard' | 'outline'>[] {
    if (!open) return [];
    const clauses = byId(open.outline);
    const originating = inheritOrigins(clauses, { previous: open.from, source }, null);
    return [{ ...originating, previous: open.from, source, edition: null }];
  }

  delete(): void {
    if (this.#next(4) > 0) return;
    const standard = this.#pick(this.standards.filter(({ isDeleted }) => !isDeleted));
    if (!standard) return;
    standard.isDeleted = true;
    standard.open = null;
    this.log.push(`delete ${standard.name}`);
  }
}

/** An outline as one line: `id address heading|text`. */
export const show = ({ elements }: Outline): string =>
  elements
    .slice(1)
    .map(
      ({ element_id, toc_content, content }) =>
        `#${element_id} ${toc_content && `<${toc_content}>`}${JSON.stringify(content)}`,
    )
    .join(' ');
