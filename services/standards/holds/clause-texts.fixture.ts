/** Test fixture: generators of clause texts and of edits of them. */

/** Numbers from a seed. */
export function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

export interface Line {
  address: string;
  content: string;
  toc_content: string;
  element_id?: number;
}

type Words = Pick<Line, 'content' | 'toc_content'>;
type UnplacedLine = Omit<Line, 'address'>;

/** The lines below one section. */
export const numbered = (words: readonly UnplacedLine[]): Line[] => [
  { address: '1', content: '', toc_content: 'Part' },
  ...words.map((one, at) => ({ ...one, address: `1.${at + 1}` })),
];

export class ClauseTexts {
  readonly #next: (below: number) => number;
  #own = 0;

  constructor(next: (below: number) => number) {
    this.#next = next;
  }

  /** One of few, so that the same text comes again. */
  text(): Words {
    const at = this.#next(14);
    if (at === 0) return { content: '', toc_content: 'Scope' };
    if (at === 1) return { content: '', toc_content: 'General' };
    return { content: `Text ${at}.`, toc_content: this.#next(5) === 0 ? `Heading ${this.#next(3)}` : '' };
  }

  /** Mostly one that nobody else has. */
  ownText(): Words {
    if (this.#next(5) === 0) return this.text();
    this.#own += 1;
    return { content: `Own ${this.#own}.`, toc_content: '' };
  }

  /** Edits the lines. @returns what and where */
  edit(words: UnplacedLine[], fresh: () => Words): string {
    const at = this.#next(words.length || 1);
    const other = this.#next(words.length || 1);
    const one = words[at];
    const two = words[other];
    const kind = this.#next(9);
    if (kind === 0 || words.length < 2 || !one || !two) words.splice(at, 0, fresh());
    else if (kind === 1 && words.length > 2) words.splice(at, 1);
    else if (kind <= 3) words[at] = { ...one, ...fresh() };
    else if (kind === 4) words.reverse();
    else if (kind === 5) words.splice(other, 0, ...words.splice(at, 1));
    else if (kind === 6) words[at] = { ...one, toc_content: `Heading ${this.#next(3)}` };
    else if (kind === 7) words.push({ content: one.content, toc_content: one.toc_content });
    else {
      words[at] = { ...one, content: two.content };
      words[other] = { ...two, content: one.content };
    }
    return `${kind}@${at}`;
  }
}
