/**
 * Counts the numbers that Word prints before paragraphs, from `numbering.xml`: lists of several levels, restarts,
 * overrides. Source: ISO/IEC 29500-1, 17.9; a new `w:num` with a start continues the counts of its abstract list
 * otherwise. Also the value of an element below another (`valOf`).
 */
import { elementOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { formatNumber } from './number-formats.ts';

interface Level {
  start: number;
  format: string;
  /** Such as `%1.%2`. */
  text: string;
  /** The level from 1 whose number restarts this one; null for any higher one, 0 for none. */
  restart: number | null;
  style: string | null;
  isLegal: boolean;
}

interface List {
  abstractId: string;
  levels: Map<number, Level>;
  /** First numbers, of those levels that have one of their own. */
  starts: Map<number, number>;
}

/** What is printed before a paragraph. */
export interface CountedNumber {
  /** Equal for the paragraphs of one list, also of several `w:num`. */
  list: string;
  level: number;
  /** `A.`; '' where nothing is printed. */
  text: string;
  ordinal: number;
  isBullet: boolean;
}

const MAX_LEVEL = 8;

export class Numbering {
  readonly #lists = new Map<string, List>();
  readonly #counts = new Map<string, (number | null)[]>();
  readonly #used = new Set<string>();

  /** @param root the part `word/numbering.xml`; null where there is none */
  constructor(root: XmlElement | null) {
    if (root === null) return;
    const abstracts = new Map(
      elementsOf(root, 'abstractNum').map((one) => [one.attributes.abstractNumId ?? '', readLevels(one)]),
    );
    for (const num of elementsOf(root, 'num')) {
      const abstractId = valOf(num, 'abstractNumId') ?? '';
      const levels = new Map(abstracts.get(abstractId) ?? []);
      const starts = new Map<number, number>();
      for (const override of elementsOf(num, 'lvlOverride')) {
        const level = Number(override.attributes.ilvl);
        const start = valOf(override, 'startOverride');
        if (start !== null) starts.set(level, Number(start));
        for (const [, own] of readLevels(override)) levels.set(level, own);
      }
      this.#lists.set(num.attributes.numId ?? '', { abstractId, levels, starts });
    }
  }

  /** The level of a list that a style stands for; null for none. */
  levelOfStyle(numId: string, style: string): number | null {
    for (const [index, level] of this.#lists.get(numId)?.levels ?? [])
      if (level.style === style) return index;
    return null;
  }

  /** Counts the next paragraph of a list. Null for a list that is not there. */
  next(numId: string, level: number): CountedNumber | null {
    const list = this.#lists.get(numId);
    const own = list?.levels.get(level);
    if (list === undefined || own === undefined || level < 0 || level > MAX_LEVEL) return null;
    const counts = this.#countsOf(list.abstractId);
    const isFirst = !this.#used.has(`${numId} ${level}`);
    this.#used.add(`${numId} ${level}`);
    const start = list.starts.get(level);
    const before = counts[level] ?? null;
    counts[level] = (start !== undefined && isFirst) || before === null ? (start ?? own.start) : before + 1;
    for (let above = 0; above < level; above += 1)
      counts[above] ??= list.starts.get(above) ?? list.levels.get(above)?.start ?? 1;
    for (let below = level + 1; below <= MAX_LEVEL; below += 1) {
      const { restart = null } = list.levels.get(below) ?? {};
      if (restart === null || (restart > 0 && level < restart)) counts[below] = null;
    }
    const isBullet = own.format === 'bullet';
    const text =
      isBullet || own.format === 'none'
        ? isBullet
          ? ''
          : own.text.replace(/%\d/g, '')
        : printNumber(own, list, counts);
    return { list: list.abstractId, level, text: text.trim(), ordinal: counts[level] ?? 1, isBullet };
  }

  #countsOf(abstractId: string): (number | null)[] {
    const counts = this.#counts.get(abstractId) ?? [];
    this.#counts.set(abstractId, counts);
    return counts;
  }
}

function printNumber(own: Level, list: List, counts: readonly (number | null)[]): string {
  return own.text.replace(/%([1-9])/g, (_, place: string) => {
    const index = Number(place) - 1;
    const format = list.levels.get(index)?.format ?? 'decimal';
    return formatNumber(counts[index] ?? 1, own.isLegal ? 'decimal' : format);
  });
}

function readLevels(parent: XmlElement): Map<number, Level> {
  return new Map(
    elementsOf(parent, 'lvl').map((level): [number, Level] => {
      const restart = valOf(level, 'lvlRestart');
      return [
        Number(level.attributes.ilvl),
        {
          start: Number(valOf(level, 'start') ?? 0),
          format: valOf(level, 'numFmt') ?? 'decimal',
          text: valOf(level, 'lvlText') ?? '',
          restart: restart === null ? null : Number(restart),
          style: valOf(level, 'pStyle'),
          isLegal: elementOf(level, 'isLgl') !== undefined,
        },
      ];
    }),
  );
}

/** The attribute `w:val` of an element below; null where it is not there. */
export const valOf = (element: XmlElement | undefined, name: string): string | null =>
  elementOf(element, name)?.attributes.val ?? null;
