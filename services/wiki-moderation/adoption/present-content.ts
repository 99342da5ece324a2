/**
 * The content of an edition for every reader: its markdown without the text of withheld clauses, and the list of its
 * held clauses. Pure.
 */
import type { Infer } from '../../../shared/contracts/schema.ts';
import { isReasonStated } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import type { heldClause } from '../../../shared/contracts/wiki-moderation/revocation-shapes.ts';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import { withholdWords } from '../../../shared/revisioning/outline/withheld-text.ts';
import type { ClauseHold } from '../holds/clause-holds.ts';
import type { EditionContent } from './edition-content.ts';
import type { EditionRecord } from './model.ts';

/** The markdown and the held clauses; without a withheld clause the markdown is that of the source revision. */
export function presentEditionContent(
  { title, description, category_path }: EditionRecord,
  { markdown, elements, fields }: EditionContent,
  held: readonly ClauseHold[],
): { content: string; held_clauses: Infer<typeof heldClause>[] } {
  const withheld = new Set(held.filter(withholdsText).map(({ address }) => address));
  return {
    content:
      withheld.size === 0
        ? markdown
        : serialiseMarkup({
            frontmatter: {
              title,
              ...(description === '' ? {} : { description }),
              ...(category_path.length === 0 ? {} : { category: category_path.join('/') }),
            },
            elements: elements.map((element) =>
              withheld.has(element.address) ? withholdWords(element) : element,
            ),
            fields,
          }),
    // If the reason may not be stated, the date is left out too.
    held_clauses: held.map(({ address, level, hold: { reason_code, opened_at } }) => ({
      address,
      level,
      ...(isReasonStated(reason_code) ? { reason_code, notice_at: opened_at.toISOString() } : {}),
    })),
  };
}
