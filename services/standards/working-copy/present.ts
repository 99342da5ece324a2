/**
 * View of a working copy, with the last edit of each clause, and with seal tokens in place of withheld clauses; also of
 * the open one as its caller may read it now.
 */

import type { Infer } from '../../../shared/contracts/schema.ts';
import type { workingCopyView } from '../../../shared/contracts/standards/shapes.ts';
import { withholdsText } from '../../../shared/contracts/wiki-moderation/withholds-text.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { Element } from '../../../shared/revisioning/outline/outline.ts';
import type { HeldClauses } from '../holds/held-clauses.ts';
import { presentElement, presentFields, withNotice } from '../revision/present-clauses.ts';
import type { StandardRecord } from '../standard/model.ts';
import { editsByClause } from './clause-edits.ts';
import type { WorkingCopyRecord } from './model.ts';
import type { OpenWorkingCopy } from './repository.ts';
import { SealTokens, sealComment } from './seal-tokens.ts';
import type { WorkingCopyHold, WorkingCopyHolds } from './working-copy-holds.ts';
import { mergeKeyOf, type WorkingCopyState } from './working-copy-state.ts';

export type WorkingCopyView = Infer<typeof workingCopyView>;

/**
 * The seal token of a withheld clause stands for its words.
 * @param withHash adds the merge key of each clause, for HTTP callers
 */
export function presentWorkingCopy(
  copy: WorkingCopyRecord,
  { outline, edits }: WorkingCopyState,
  withHash: boolean,
  { holds, held }: WorkingCopyHold,
): WorkingCopyView {
  const editOf = editsByClause(edits);
  const sealTokens = new SealTokens(copy, held);
  const withheld = outline.elements.filter(({ element_id }) => sealTokens.has(element_id));
  return {
    standard_id: copy._id,
    version: copy.version,
    opened_from: copy.opened_from,
    opened_by: copy.opened_by,
    opened_at: copy.opened_at.toISOString(),
    editedBy: copy.saved_by,
    editedAt: copy.saved_at?.toISOString() ?? null,
    elements: outline.elements.map((element) => {
      const edit = editOf.get(element.element_id);
      return {
        ...presentElementOrToken(element, sealTokens, held),
        ...(withHash ? { hash: keyOf(element, sealTokens) } : {}),
        editedBy: edit?.by ?? null,
        editedAt: edit?.at ?? null,
      };
    }),
    datasheet_elements: presentFields(outline),
    sealedIdentities: withheld.map(({ element_id, address }) => ({
      element_id,
      address,
      seal_token: sealTokens.tokenOf(element_id),
    })),
    ...(holds.length > 0 ? { moderation: presentStandardNotice(held, holds) } : {}),
  };
}

/** An open working copy under the holds of now. @param standard its head (`findOpenWithHead`) */
export async function presentOpenWorkingCopy(
  { copy, state }: OpenWorkingCopy,
  { standard, ctx, holds }: { standard: StandardRecord; ctx: RequestContext; holds: WorkingCopyHolds },
): Promise<WorkingCopyView> {
  const hold = await holds.find(state.outline, standard, copy);
  return presentWorkingCopy(copy, state, ctx.principal.channel === 'http', hold);
}

function presentElementOrToken(element: Element, sealTokens: SealTokens, held: HeldClauses) {
  const view = withNotice(presentElement(element), held.get(element.element_id));
  if (!sealTokens.has(element.element_id)) return view;
  const seal_token = sealTokens.tokenOf(element.element_id);
  return { ...view, content: sealComment(seal_token), sealed: true, seal_token };
}

const keyOf = (element: Element, sealTokens: SealTokens): string =>
  sealTokens.has(element.element_id) ? sealTokens.mergeKeyOf(element.element_id) : mergeKeyOf(element);

/** The strictest notice, the widest scope and the number of clauses. */
function presentStandardNotice(
  held: HeldClauses,
  holds: WorkingCopyHold['holds'],
): NonNullable<WorkingCopyView['moderation']> {
  const notices = [...held.values()];
  const strictest = notices.find(withholdsText) ?? notices[0];
  const scopes = new Set(holds.map(({ scope }) => scope));
  return {
    level: strictest?.level ?? 1,
    reason_code: strictest?.reason_code ?? null,
    notice_at: strictest?.notice_at ?? '',
    scope: scopes.has('standard') ? 'standard' : scopes.has('edition') ? 'edition' : 'clauses',
    held_clause_count: held.size,
  };
}
