/**
 * The rules of the markup, each with a stable id and a message, the creation of a fault, and excerpts of a text for
 * messages. Faults of the outline have the rule ids of `shared/revisioning` with hyphens.
 */

/** One fault of a text. `line` counts from 1 over the whole text, frontmatter included. */
export interface MarkupFault {
  line: number;
  /** The address concerned, when there is one. */
  address: string | null;
  /** A stable id: a key of `MESSAGES`, or a rule of `shared/revisioning` written with hyphens. */
  rule: string;
  /** What is wrong and what to do about it. */
  message: string;
}

/** Faults that prevent a save, and what to do about them. */
const ERROR_MESSAGES = {
  'control-character': 'Control characters other than tabs and line breaks are not allowed. Remove them.',
  'text-outside-outline':
    'This text comes before the first address. Put it under a heading that starts with an address, such as "# 1 Scope".',
  'heading-without-address':
    'A heading must start with an address and a space, such as "## 2.1 Materials". Number it, or write \\# if it is text.',
  'heading-unclosed': 'A bold heading must end with ** on the line where it starts.',
  'label-malformed':
    'A printed number is written behind the number of the element as {label="1.01.A"}, with a backslash before " and \\ in it. Write \\{label= if it is text.',
  'fence-unclosed':
    'This fenced block is never closed and would include the rest of the text. Close it with the same fence on its own line.',
  'field-without-element': 'A field must belong to an element: put it below one, or set "address".',
  'field-bad-yaml': 'The body of a field must be plain YAML with one "key: value" per line.',
  'field-unknown-key':
    'The keys of a field are address, label, type, options, default, order, drawing_ref, drawing_ref_locator, disposition, constraint and unit.',
  'field-missing-key': 'A field needs a label and a type.',
  'field-bad-value': 'This value is not valid for the key.',
  'frontmatter-unclosed':
    'The frontmatter on the first line is never closed. Close it with --- on its own line.',
  'frontmatter-too-long': 'The frontmatter can be at most 8 KB.',
  'frontmatter-bad-yaml':
    'The frontmatter must be plain YAML with one "key: value" per line and no anchors, aliases or tags.',
  'frontmatter-bad-key': 'A frontmatter key must consist of letters, digits, _ and -.',
  'frontmatter-not-scalar': 'A frontmatter value must be a string; only "tags" can be a list of strings.',
} as const;

/** Warnings that do not prevent a save. */
const WARNING_MESSAGES = {
  'address-like':
    'This paragraph starts like an address but is read as text because the address is not valid.',
  'definition-elsewhere':
    'A clause that is shown, adopted or withheld alone loses it. Put it below the clause that uses it.',
  'frontmatter-ignored':
    'They are taken for frontmatter, and hold no plain YAML or something like a clause. If they are text of the standard, remove the --- on the first line.',
  'address-inside-block':
    'This line starts like a clause but continues the text above it. Put an empty line before it if it is a clause.',
  'comment-is-text':
    'A comment is read as text, and clauses inside it are in force. Remove what is not in force.',
  'quote-without-note':
    'This block quote is read as text of the element above. A note begins with its own address, such as "> **Note 2.1.4**".',
  'out-of-order':
    'This element comes after one with a higher address. Elements are always read in address order.',
} as const;

const MESSAGES = { ...ERROR_MESSAGES, ...WARNING_MESSAGES };

export type MarkupRuleId = keyof typeof ERROR_MESSAGES | keyof typeof WARNING_MESSAGES;

/** A fault of a rule of this table; `detail` is put before the rule's sentence. */
export function createFault(
  rule: MarkupRuleId,
  line: number,
  address: string | null,
  detail?: string,
): MarkupFault {
  const sentence = MESSAGES[rule];
  return { line, address, rule, message: detail === undefined ? sentence : `${detail}. ${sentence}` };
}

/** At most 60 characters of a piece of the text, for a message. */
export function excerpt(text: string): string {
  if (text.length <= 60) return text;
  const characters = [...text.slice(0, 122)];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
}
