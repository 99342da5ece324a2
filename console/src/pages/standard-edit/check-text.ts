/** Checks the text of one clause as markup, line by line; no finding prevents a save. Pure. */
import { parseMarkup } from '../../../../shared/markup/parse.ts';

export interface LineFinding {
  line: number;
  message: string;
}

/** The lines of the opening that stands before the text for the reader. */
const OPENING = '# 1 Clause\n\n';
const OPENING_LINES = 2;

export function checkText(text: string): LineFinding[] {
  const { elements, fields, errors, warnings } = parseMarkup(`${OPENING}${text}`, 'standard');
  const findings = [
    ...[...errors, ...warnings]
      .filter(({ rule }) => !OUTLINE_RULES.test(rule))
      .map(({ line, message }) => ({ line, message })),
    ...elements.slice(1).map(({ line, address }) => ({
      line,
      message: `This begins like clause ${address}, and stays text of this one. If it is a clause, insert one and move it there.`,
    })),
    ...fields.map(({ line, label }) => ({
      line,
      message: `This is written like the field “${label}”, and stays text. If it is a field, add one below.`,
    })),
  ];
  return findings
    .map(({ line, message }) => ({ line: line - OPENING_LINES, message }))
    .filter(({ line }) => line > 0)
    .sort((a, b) => a.line - b.line);
}

/** Rules about other clauses, which are not here. */
const OUTLINE_RULES = /parent|level|order|duplicate|address$/;
