/**
 * Warns of footnotes and link definitions (`[^1]: …`, `[iso]: https://…`) that are written in another clause than
 * their use. They stay where they are, because content is kept as written. Pure.
 */
import { createFault, excerpt, type MarkupFault } from './markup-rules.ts';

const DEFINITION = /^ {0,3}\[(\^?[^[\]\n]{1,200})\]:/;
const USE = /\[(\^?[^[\]\n]{1,200})\](?!:)/g;

interface Definition {
  name: string;
  line: number;
  address: string;
}

/** Collects the definitions of links and footnotes of a text while it is read. */
export class LinkDefinitions {
  readonly #definitions = new Map<string, Definition[]>();

  /** A line of the element at `address` that is not code. */
  readLine(text: string, line: number, address: string): void {
    const name = text.includes(']:') ? DEFINITION.exec(text)?.[1] : undefined;
    if (name === undefined) return;
    const same = this.#definitions.get(keyOf(name));
    const definition = { name, line, address };
    if (same === undefined) this.#definitions.set(keyOf(name), [definition]);
    else same.push(definition);
  }

  /** A warning for each definition that only other clauses use, by the texts of all elements. */
  findMisplaced(elements: readonly { address: string; content: string }[]): MarkupFault[] {
    if (this.#definitions.size === 0) return [];
    const users = new Map<string, Set<string>>();
    for (const { address, content } of elements)
      for (const [, name = ''] of content.includes(']') ? content.matchAll(USE) : []) {
        const key = keyOf(name);
        if (this.#definitions.has(key)) users.set(key, (users.get(key) ?? new Set()).add(address));
      }
    return [...this.#definitions].flatMap(([key, definitions]) => {
      const own = new Set(definitions.map(({ address }) => address));
      const others = [...(users.get(key) ?? [])].filter((address) => !own.has(address));
      const [definition] = definitions;
      return others.length === 0 || definition === undefined ? [] : [warn(definition, others)];
    });
  }
}

/** Names are equal in any letter case, as in CommonMark. */
const keyOf = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();

function warn({ name, line, address }: Definition, users: readonly string[]): MarkupFault {
  const kind = name.startsWith('^') ? 'footnote' : 'link definition';
  const [first] = users;
  const more = users.length > 1 ? ` and ${users.length - 1} more` : '';
  const detail = `The ${kind} [${excerpt(name)}] stands in ${address} and is used in ${first}${more}`;
  return createFault('definition-elsewhere', line, address, detail);
}
