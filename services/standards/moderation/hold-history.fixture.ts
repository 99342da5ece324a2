/**
 * Test fixture: a history of editions of one page, of holds on them, and of copies that are edited, merged, copied
 * and deleted. It keeps account of the texts that each of them must withhold.
 */
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { lead } from '../../../test/people.ts';
import type { TestNode } from '../../../test/service-node.ts';
import { type AdoptedEdition, HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

/** One act; `a` and `b` choose what it is about. */
export interface Act {
  kind: ActKind;
  a: number;
  b: number;
}

export const ACT_KINDS = [
  'adopt',
  'hold',
  'lift',
  'customize',
  'edit',
  'publish',
  'merge',
  'delete',
] as const;
type ActKind = (typeof ACT_KINDS)[number];

interface Edition extends AdoptedEdition {
  words: Record<string, string>;
}

interface Hold {
  edition: Edition;
  stated: ReturnType<HoldsWorld['hold']>;
  /** The texts that it names. */
  texts: ReadonlySet<string>;
}

interface Copy {
  id: number;
  name: string;
  /** The edition that a revision was merged with last, by revision. */
  editions: Map<number, Edition>;
  /** That of the open working copy. */
  opened: Edition | null;
  source: Copy | null;
}

/** A text as it is shown, with the level that the history expects. */
export interface ShownText {
  where: string;
  text: string;
  level: 0 | 1 | 2;
  /** Whether exactly these levels are expected, rather than at least. */
  isExact: boolean;
  shown: { content: string; level: number };
}

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];
const PARAGRAPH_BREAK = '\n\n';
let names = 0;

/** Whether a text has one of these among its paragraphs. */
const hasOneOf = (texts: ReadonlySet<string>, text: string): boolean =>
  text.split(PARAGRAPH_BREAK).some((paragraph) => texts.has(paragraph));

export class HoldHistory {
  readonly #node: TestNode;
  readonly #world: HoldsWorld;
  readonly #customization: CustomizationWorld;
  readonly #editions: Edition[] = [];
  #holds: Hold[] = [];
  readonly #copies: Copy[] = [];

  constructor(node: TestNode) {
    this.#node = node;
    this.#world = new HoldsWorld(node);
    this.#customization = new CustomizationWorld(node);
  }

  /** An edition, a copy of it, and a copy of the copy. */
  async begin(): Promise<void> {
    await this.#adopt(['Cement.', 'Water.', 'Sand.', 'Gravel.']);
    await this.#customize(null, 0);
    await this.#customize(this.#copies[0] ?? null, 0);
  }

  /** Does an act; what is refused changes nothing. @throws what is no refusal */
  async act({ kind, a, b }: Act): Promise<void> {
    const copy = pick(this.#copies, a);
    try {
      if (kind === 'adopt') await this.#adoptChanged(a, b);
      if (kind === 'hold') await this.#hold(a, b);
      if (kind === 'lift') await this.#lift(a);
      if (kind === 'customize') await this.#customize(copy ?? null, b);
      if (kind === 'edit' && copy) await this.#edit(copy, b);
      if (kind === 'publish' && copy) await this.#publish(copy);
      if (kind === 'merge' && copy) await this.#merge(copy, b);
      if (kind === 'delete' && copy && b % 4 === 0) await this.#delete(copy);
    } catch (error) {
      const { status } = toErrorInfo(error);
      if (![400, 404, 409].includes(status)) throw error;
    }
  }

  liftAll(): Promise<void> {
    this.#holds = [];
    return this.#state();
  }

  async #adopt(texts: readonly string[]): Promise<void> {
    const words = { '1': '', ...Object.fromEntries(texts.map((text, at) => [`1.${at + 1}`, text])) };
    const [first] = this.#editions;
    const more = first ? { page: first.page, edition_number: this.#editions.length + 1 } : {};
    this.#editions.push({ ...(await this.#world.adopt(words, more)), words });
  }

  async #adoptChanged(a: number, b: number): Promise<void> {
    const texts = Object.values(this.#editions.at(-1)?.words ?? {}).filter((text) => text !== '');
    const at = a % texts.length;
    const fresh = `Text ${b % 7}.`;
    const changed = [
      texts.toSpliced(at, 0, fresh),
      texts.length > 2 ? texts.toSpliced(at, 1) : texts,
      texts.with(at, fresh),
      texts.toReversed(),
    ];
    await this.#adopt([...new Set(pick(changed, b) ?? texts)]);
  }

  async #hold(a: number, b: number): Promise<void> {
    const edition = pick(this.#editions, a);
    if (!edition) return;
    const clauses = Object.entries(edition.words).filter(([, text]) => text !== '');
    const isWhole = b % 4 === 0;
    const named = isWhole ? clauses : clauses.filter((_, at) => at === b % clauses.length || at === a % 5);
    const level = a % 3 === 0 ? { level: 1 as const, level2_at: null } : {};
    const scope = isWhole ? { scope: 'edition' as const } : { addresses: named.map(([address]) => address) };
    const stated = this.#world.hold(edition, { ...level, ...scope });
    this.#holds.push({ edition, stated, texts: new Set(named.map(([, text]) => text)) });
    await this.#state();
  }

  async #lift(a: number): Promise<void> {
    if (this.#holds.length > 0) this.#holds = this.#holds.toSpliced(a % this.#holds.length, 1);
    await this.#state();
  }

  async #state(): Promise<void> {
    const [first] = this.#editions;
    if (first) await this.#world.state(first, ...this.#holds.map(({ stated }) => stated));
  }

  async #customize(of: Copy | null, b: number): Promise<void> {
    names += 1;
    const name = `History ${names}`;
    const edition = pick(this.#editions, b);
    if (!edition) return;
    const source = b % 2 === 0 ? of : null;
    const ofSource = source?.editions.get(await this.#currentOf(source?.id ?? edition.standardId)) ?? edition;
    const more = source ? { name } : { name, sourceRevisionId: edition.revisionId };
    const { id } = await this.#customization.customize(source?.id ?? edition.standardId, more);
    const editions = new Map([[await this.#currentOf(id), ofSource]]);
    this.#copies.push({ id, name, editions, opened: null, source });
  }

  /** One more clause, one less, another text, another order or two texts in one clause, with identities or without. */
  async #edit(copy: Copy, b: number): Promise<void> {
    const { elements } = await this.#node.call(lead, 'standards.edit', { id: copy.id });
    copy.opened ??= copy.editions.get(await this.#currentOf(copy.id)) ?? null;
    const [section, ...rest] = elements.map(({ element_id, address, content, toc_content, attributes }) => ({
      ...(b % 2 === 0 ? { element_id } : {}),
      address,
      content,
      toc_content,
      attributes,
    }));
    if (!section) return;
    const at = b % rest.length;
    const own = { address: '', content: `Own ${b}.`, toc_content: '', attributes: {} };
    const edits = [
      rest.toSpliced(at, 0, own),
      rest.length > 2 ? rest.toSpliced(at, 1) : rest,
      rest.map((one, index) => (index === at ? { ...one, content: own.content } : one)),
      rest.toReversed(),
      rest.map((one, index) =>
        index === at ? { ...one, content: `${one.content}\n\n${rest.at(at - 1)?.content}` } : one,
      ),
    ];
    const sent = (pick(edits, Math.floor(b / 2)) ?? rest).map((one, index) => ({
      ...one,
      address: `1.${index + 1}`,
    }));
    const save = { id: copy.id, confirmReplace: true, elements: [section, ...sent] };
    await this.#node.call(lead, 'standards.workingCopy.save', save);
  }

  async #publish(copy: Copy): Promise<void> {
    await this.#node.call(lead, 'standards.publish', { id: copy.id });
    if (copy.opened) copy.editions.set(await this.#currentOf(copy.id), copy.opened);
    copy.opened = null;
  }

  async #merge(copy: Copy, b: number): Promise<void> {
    const { source } = copy;
    const incoming = source ? source.editions.get(await this.#currentOf(source.id)) : this.#editions.at(-1);
    await this.#customization.merge(copy.id, b % 2 === 0 ? 'mine' : 'theirs');
    copy.opened = incoming ?? null;
  }

  async #delete({ id, name }: Copy): Promise<void> {
    await this.#node.call(lead, 'standards.deprecate', { id });
    await this.#node.call(lead, 'standards.delete', { id, confirmName: name });
    this.#copies.splice(
      this.#copies.findIndex((copy) => copy.id === id),
      1,
    );
  }

  async #currentOf(id: number): Promise<number> {
    return (await this.#world.read(id)).revision?.id ?? 0;
  }

  /** Whether no hold is open. */
  get isFree(): boolean {
    return this.#holds.length === 0;
  }

  /** Every clause of every revision and working copy, with the level of the holds on the text that it shows. */
  async shown(): Promise<ShownText[]> {
    const texts: ShownText[] = [];
    const add = (
      where: string,
      edition: Edition | null,
      elements: Awaited<ReturnType<HoldsWorld['read']>>['elements'],
      words?: Record<string, string>,
    ): void => {
      for (const { address, content, moderation } of elements) {
        const text = words?.[address] ?? content;
        const level = this.#levelOf(text, edition);
        const shown = { content, level: moderation?.level ?? 0 };
        if (text !== '')
          texts.push({ where: `${where} ${address}`, text, level, isExact: words !== undefined, shown });
      }
    };
    for (const [at, edition] of this.#editions.entries()) {
      const { standardId, revisionId, words } = edition;
      const { elements } = await this.#world.read(standardId, { revisionId });
      add(`edition ${at + 1}`, edition, elements, words);
    }
    for (const { id, editions, opened } of this.#copies) {
      for (const [revisionId, edition] of editions)
        add(`copy ${id} at ${revisionId}`, edition, (await this.#world.read(id, { revisionId })).elements);
      if (!opened) continue;
      const { elements } = await this.#node.call(lead, 'standards.workingCopy.get', { id });
      add(`working copy ${id}`, opened, elements);
    }
    return texts;
  }

  /** The texts that are withheld everywhere: holds on clauses, at level 2. */
  get withheldTexts(): string[] {
    return this.#holds.flatMap(({ stated, texts }) =>
      stated.scope === 'clauses' && stated.level === 2 ? [...texts].filter((text) => text !== '') : [],
    );
  }

  /** The merge plan and the changelog of each copy, as text. A plan without a target is refused. */
  async comparisons(): Promise<string[]> {
    const ofCopies = this.#copies.flatMap(({ id }) => [
      this.#customization.plan(id).catch((error: unknown) => {
        if (toErrorInfo(error).status >= 500) throw error;
      }),
      this.#node.call(lead, 'standards.changelog', { id }),
    ]);
    return (await Promise.all(ofCopies)).map((shown) => JSON.stringify(shown ?? null));
  }

  /** A hold on clauses reaches their text everywhere, one on an edition what was merged with that edition last. */
  #levelOf(text: string, edition: Edition | null): 0 | 1 | 2 {
    const levels = this.#holds
      .filter(
        ({ texts, stated, edition: held }) =>
          hasOneOf(texts, text) && (stated.scope === 'clauses' || held === edition),
      )
      .map(({ stated }) => stated.level);
    return levels.includes(2) ? 2 : levels.length > 0 ? 1 : 0;
  }
}
