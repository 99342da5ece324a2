/**
 * Contract of the internal action by which wiki-moderation compares held clauses with their library copies
 * (decisions W8, W13).
 */
import { internalAction } from '../endpoint.ts';
import { id, list, object, text, uuid } from '../schema.ts';

export const standardClauseCopyActions = {
  'standards.heldClauseCopies': internalAction({
    calledBy: ['wiki-moderation'],
    summary:
      'For clauses of adopted editions, in their order: the same clauses, by identity, in the current revisions of the library standard and its copies, with their text although it is withheld',
    params: { clauses: list(object({ adopted_revision_id: uuid, address: text })) },
    returns: object({
      clauses: list(object({ copies: list(object({ revision_id: id, toc_content: text, content: text })) })),
    }),
  }),
} as const;
