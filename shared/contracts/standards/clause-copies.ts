/**
 * Contract of the internal action by which wiki-moderation compares held clauses with their library copies
 * (decisions W8, W13).
 */
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const standardClauseCopyActions = {
  'standards.heldClauseCopies': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['wiki-moderation'],
    summary:
      'For clauses of adopted editions, in their order: the same clauses, by identity, in the current revisions of the library standard and its copies, with their text although it is withheld',
    params: { clauses: s.list(s.object({ adopted_revision_id: s.uuid, address: s.text })) },
    returns: s.object({
      clauses: s.list(
        s.object({ copies: s.list(s.object({ revision_id: s.id, toc_content: s.text, content: s.text })) }),
      ),
    }),
  }),
} as const;
