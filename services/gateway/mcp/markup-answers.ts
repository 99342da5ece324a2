/**
 * Tool answers with the content of a standard as markup, the shortest form for a model. Made from the result of the
 * endpoint, so withheld texts and seal tokens are as there.
 */
import type { elementView, fieldView } from '../../../shared/contracts/common-shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { fieldContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { kindOf } from '../../../shared/revisioning/outline/element-body.ts';
import { type FieldValue, labelMember } from '../../../shared/revisioning/outline/outline.ts';

/** A clause; one that is `sealed` is withheld in a working copy, and its text is its seal token. */
type ElementView = Infer<typeof elementView> & { sealed?: boolean };

/** The result of a service matches its contract, where the type of a default is any. */
type FieldView = Infer<typeof fieldView> & { default_value: FieldValue };

/** A result with the clauses and fields of a standard: of a revision, or of its working copy. */
interface StandardContent {
  elements: ElementView[];
  datasheet_elements: FieldView[];
}

/** The text, with what else a caller needs. */
export interface MarkupAnswer extends Record<string, unknown> {
  markdown: string;
}

/** Members that an answer has in addition to the text, where they say something. */
const KEPT: readonly string[] = [
  'id',
  'standard_id',
  'name',
  'deprecated',
  'version',
  'opened_from',
  'editedBy',
  'editedAt',
  'published',
  'moderation',
];

/** Whether a result of a service has clauses, by the member that only those have. */
export const isStandardContent = (body: unknown): body is StandardContent & Record<string, unknown> =>
  typeof body === 'object' && body !== null && 'elements' in body && 'datasheet_elements' in body;

/** The markup with the notices on its clauses and the seal tokens of withheld ones. */
export function toMarkupAnswer(body: StandardContent & Record<string, unknown>): MarkupAnswer {
  const { elements, revision, sealedIdentities } = body;
  const kept = KEPT.flatMap((name) => (name in body ? [[name, body[name]] as const] : []));
  const notices = elements.flatMap(({ address, moderation }) =>
    moderation === undefined ? [] : [{ address, ...moderation }],
  );
  const seals = Array.isArray(sealedIdentities) ? sealedIdentities : [];
  return {
    ...Object.fromEntries(kept),
    ...(revision === undefined ? {} : { revision: idAndCode(revision) }),
    ...(notices.length > 0 ? { notices } : {}),
    ...(seals.length > 0 ? { sealedIdentities: seals } : {}),
    markdown: standardMarkup(body),
  };
}

function idAndCode(revision: unknown): { id: unknown; code: unknown } | null {
  if (revision === null) return null;
  const { id, code } = Object(revision);
  return { id, code };
}

/** @param at only the clause at this address and those below it */
export function standardMarkup({ elements, datasheet_elements }: StandardContent, at?: string): string {
  const isShown = (address: string): boolean =>
    at === undefined || address === at || address.startsWith(`${at}.`);
  return serialiseMarkup({
    elements: elements.filter(({ address }) => isShown(address)).map(toElementContent),
    fields: datasheet_elements
      .filter(({ element_address }) => isShown(element_address))
      .map((field) => fieldContent(field, field.element_address)),
  });
}

const toElementContent = ({
  address,
  toc_content,
  content,
  attributes,
  sealed,
}: ElementView): ElementContent => ({
  address,
  kind: kindOf(attributes),
  // The seal alone stands for the clause and its heading.
  toc_content: sealed ? '' : toc_content,
  content,
  ...labelMember(attributes.label),
});
