/** Divides the title of a part or subpart into printed number and heading: `PART 1 GENERAL`, `1.1 REFERENCES`. */
import { collapse } from './text-blocks.ts';

interface SplitTitle {
  /** Null where the title has none: the editor numbers such a subpart. */
  sourceNumber: string | null;
  heading: string;
}

/** @param isPart whether it is that of a part, whose number has the word PART */
export function splitTitle(title: string, isPart: boolean): SplitTitle {
  const text = collapse(title);
  const numbered = isPart ? /^(PART \d{1,3})(?:\s+(\S.*))?$/i : /^(\d{1,3}(?:\.\d{1,3})+)\s+(\S.*)$/;
  const [, number, heading] = numbered.exec(text) ?? [];
  return number === undefined
    ? { sourceNumber: null, heading: text }
    : { sourceNumber: number, heading: heading ?? '' };
}
