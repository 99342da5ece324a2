/**
 * Choices that a guide specification leaves in its text, `[35 MPa] [41 MPa]`, `[_____]`, `[galvanized][ or ][painted]`: what
 * of them is only a word between two choices, and the text without them. Pure.
 */

const CONNECTIVE = /^(?:and|or|and\s*\/\s*or),?$/i;

/** Whether the text of a bracket only joins those around it. */
export const isConnective = (text: string): boolean => CONNECTIVE.test(text.trim());

/** The text without brackets and what is in them; a bracket that stays open or closes only is a blank. */
export function withoutChoices(text: string): string {
  let rest = text;
  for (let before = ''; rest !== before; ) {
    before = rest;
    rest = rest.replace(/\[[^[\]]*\]/g, ' ');
  }
  return rest.replace(/[[\]]/g, ' ');
}
