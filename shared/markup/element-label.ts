/**
 * The label (printed number) of an element in the markup, `{label="1.01.A"}` after its address: reading, writing, and
 * the escape of a text or heading there that begins like one.
 */
import { trimStartBlanks } from './lines.ts';

/** What follows the address on the line of an opening. */
export interface LabelAndText {
  /** Empty where none is written. */
  label: string;
  /** The text after it, without its first blanks. */
  rest: string;
  /** It begins like a printed number and is none. */
  isMalformed: boolean;
}

const LABEL = /^\{label="((?:[^"\\]|\\["\\])*)"\}(?=[ \t]|\*\*|$)/;
/** How a printed number begins, with the backslashes that make it text. */
const START = /^\\*\{label[ \t]*=/;

/** Reads what follows an address. */
export function readLabel(text: string): LabelAndText {
  const behind = trimStartBlanks(text);
  const [whole, written] = LABEL.exec(behind) ?? [];
  if (whole !== undefined && written !== undefined) {
    const label = written.replace(/\\(["\\])/g, '$1');
    return { label, rest: unescapeStart(trimStartBlanks(behind.slice(whole.length))), isMalformed: false };
  }
  return {
    label: '',
    rest: unescapeStart(behind),
    isMalformed: START.test(behind) && !behind.startsWith('\\'),
  };
}

/** The printed number with the blank before it; empty where there is none. */
export const writeLabel = (label: string | undefined): string =>
  label ? ` {label="${label.replace(/["\\]/g, '\\$&')}"}` : '';

/** A text that follows an address or printed number: one that begins like a printed number gets a backslash. */
export const escapeStart = (text: string): string => (START.test(text) ? `\\${text}` : text);

const unescapeStart = (text: string): string =>
  text.startsWith('\\') && START.test(text) ? text.slice(1) : text;
