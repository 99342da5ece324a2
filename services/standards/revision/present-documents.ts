/**
 * Views of sealed contents without the text of withheld clauses: one as markdown, what its catalogue in OSCAL is
 * written from, and the comparison and the amendment of two.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import { hasWords, type Instruction } from '../../../shared/revisioning/amend/instructions.ts';
import { listInstructions, sayInstruction } from '../../../shared/revisioning/amend/sentences.ts';
import { writeAmendment } from '../../../shared/revisioning/amend/write-amendment.ts';
import { diffOutlines } from '../../../shared/revisioning/compare/diff-outlines.ts';
import { type OutlineContent, outlineContent } from '../../../shared/revisioning/outline/content-hash.ts';
import type { Field, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { withholdWords } from '../../../shared/revisioning/outline/withheld-text.ts';
import { type HeldClauses, isWithheld } from '../holds/held-clauses.ts';
import type { CatalogueTask } from './catalogue-writer.ts';
import { presentClause, presentField } from './present-clauses.ts';
import { openContent, type SealedContent } from './sealed-content.ts';

type ComparisonView = Pick<
  ResultOf<(typeof standardReadEndpoints)['standards.compare']>,
  'clauses' | 'fields'
>;

/** A content with the clauses of it that are held. */
export interface HeldContent {
  content: SealedContent;
  held: HeldClauses;
}

/** The content as markup. */
export const presentMarkdown = (content: HeldContent): string => serialiseMarkup(visibleContent(content));

/** What a catalogue in OSCAL is written of; a standard that was never published has no elements. */
export function presentCatalogue(
  head: Omit<CatalogueTask['head'], 'withheld'>,
  held: HeldContent | null,
): CatalogueTask {
  const { withheld, ...content } = held === null ? NOTHING : visibleContent(held);
  return { head: { ...head, withheld }, content };
}

const NOTHING = { elements: [], fields: [], withheld: [] };

/** A content without ids and without the words of withheld clauses, and the addresses of those. */
function visibleContent({ content, held }: HeldContent): OutlineContent & { withheld: string[] } {
  const outline = openContent(content);
  const { elements, fields } = outlineContent(outline);
  const withheld = new Set(
    outline.elements.filter(({ element_id }) => isWithheld(held, element_id)).map(({ address }) => address),
  );
  return {
    elements: elements.map((element) => (withheld.has(element.address) ? withholdWords(element) : element)),
    fields,
    withheld: elements.map(({ address }) => address).filter((address) => withheld.has(address)),
  };
}

/** What has changed from one content to another. */
export function presentComparison(before: HeldContent, after: HeldContent): ComparisonView {
  const [old, current] = [openContent(before.content), openContent(after.content)];
  const diff = diffOutlines(old, current);
  const [oldAddresses, newAddresses] = [addressesOf(old), addressesOf(current)];
  return {
    clauses: diff.clauses.map((clause) => ({
      change: clause.change,
      element_id: clause.element_id,
      before: presentClause(clause.before, before.held),
      after: presentClause(clause.after, after.held),
    })),
    fields: diff.fields.map((field) => ({
      change: field.change,
      field_id: field.field_id,
      element_id: field.element_id,
      before: field.before && presentField(field.before, addressOf(field.before, oldAddresses)),
      after: field.after && presentField(field.after, addressOf(field.after, newAddresses)),
    })),
  };
}

/** The instructions from one content to another. A clause that is withheld in either has no words in them. */
const writeReadableAmendment = (before: HeldContent, after: HeldContent): Instruction[] =>
  writeAmendment(
    openContent(before.content),
    openContent(after.content),
    (id) => isWithheld(before.held, id) || isWithheld(after.held, id),
  );

/** The instructions as JSON or as a numbered list in markdown. */
export function presentAmendment(before: HeldContent, after: HeldContent, format: 'json' | 'markdown') {
  const instructions = writeReadableAmendment(before, after);
  const isMarkdown = format === 'markdown';
  return {
    instructions: isMarkdown ? [] : instructions.map((row) => ({ ...row, sentence: sayInstruction(row) })),
    markdown: isMarkdown ? listInstructions(instructions) : '',
    isComplete: instructions.every(hasWords),
  };
}

const addressesOf = ({ elements }: Outline): ReadonlyMap<number, string> =>
  new Map(elements.map(({ element_id, address }) => [element_id, address]));
const addressOf = ({ element_id }: Field, addresses: ReadonlyMap<number, string>): string =>
  addresses.get(element_id) ?? '';
