/** The decisions on the edition of a moderation matter that the caller may take now, from the checks that enforce them. */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { allowedActions } from '../../../shared/kernel/service/resource-checks.ts';
import { holdsOfEdition } from '../adoption/present.ts';
import type { WikiService } from '../open-wiki-moderation.ts';
import type { MatterRecord } from '../worklist/model.ts';
import {
  assertHeld,
  assertNotRevoked,
  pickClauseHolds,
  pickMatter,
  requireEditionHold,
  requireOpenHold,
} from './find-matter.ts';
import { assertPublished } from './restore-edition.ts';

const DECISIONS: ReadonlySet<string> = new Set([
  'wiki.adopted.revoke',
  'wiki.adopted.restore',
  'wiki.adopted.replacement',
  'wiki.adopted.elements.revoke',
  'wiki.adopted.elements.restore',
  'wiki.adopted.revocation.update',
]);

/** The ids of the decisions; none on a page that the caller may not see. @param matterId as requests name the matter */
export async function allowedOnMatter(
  { access, editions, holds, node }: WikiService,
  { page_id, edition_id, address }: MatterRecord,
  matterId: number,
  ctx: RequestContext,
): Promise<string[]> {
  const [target, edition, pageHolds] = await Promise.all([
    access.findById(page_id, ctx),
    editions.findOfPage(page_id, edition_id),
    holds.listOpen(page_id),
  ]);
  if (!target || !edition) return [];
  const now = node.now();
  const editionHolds = holdsOfEdition(pageHolds, edition_id);
  const addresses = address === null ? [] : [address];
  return allowedActions('wikiStandard', target, ctx, {
    'wiki.adopted.revoke': () => {
      assertPublished(edition);
      assertNotRevoked(edition, editionHolds, now);
    },
    'wiki.adopted.restore': () => requireEditionHold({ edition, editionHolds, now }, matterId),
    'wiki.adopted.replacement': () => requireOpenHold(editionHolds),
    'wiki.adopted.elements.revoke': () => assertPublished(edition),
    'wiki.adopted.elements.restore': () => {
      const chosen = pickClauseHolds(editionHolds, { matterId, addresses, now });
      requireOpenHold(chosen.filter(({ scope }) => scope === 'clauses'));
      assertHeld(chosen, addresses, matterId);
    },
    'wiki.adopted.revocation.update': () => requireOpenHold(pickMatter(editionHolds, matterId, now)),
  }).filter((id) => DECISIONS.has(id));
}
