/**
 * Contracts of the internal actions of standards that wiki-moderation calls: the standards that cite a wiki page, the
 * library copies of held clauses, and the name of the global library of a wiki library, which follows it (decisions
 * A13, S15, W8, W10, W13). Those on holds are in `holds.ts`.
 */
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const standardCitationActions = {
  'standards.citingStandards': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['wiki-moderation'],
    summary:
      'The active standards whose current revision cites a wiki page, by name, in the scopes in which the caller has standard:read; its own library copy is left out. The counts cover all of them',
    params: {
      /** `library/slug`. */
      page: s.text,
      wiki_standard_id: s.uuid,
      /** 0: only the counts. */
      limit: s.integer,
      offset: s.integer,
    },
    returns: s.object({
      standards: s.list(s.object({ id: s.id, name: s.text, occurrences: s.integer })),
      total: s.integer,
      occurrences: s.integer,
      /** Outside the global scope. */
      private_occurrences: s.integer,
    }),
  }),
} as const;

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

const calledBy = ['wiki-moderation'] as const;

export const wikiLibraryNameActions = {
  'standards.prepareWikiLibraryRename': internalAction({
    group: 'standards',
    mutates: true,
    auditEntry: 'caller',
    calledBy,
    summary:
      'Says whether the new name of a wiki library is free among the global libraries; idempotent. One that an earlier version made for its editions is found by its present name, and linked first.',
    params: { wiki_library_id: s.uuid, name: s.text, new_name: s.text },
    returns: s.object({ is_free: s.boolean }),
  }),
  'standards.renameWikiLibrary': internalAction({
    group: 'standards',
    mutates: true,
    calledBy,
    summary:
      'Gives the global library of a wiki library its name, if there is one; idempotent, and without effect after a later change',
    params: { wiki_library_id: s.uuid, name: s.text, name_changes: s.integer },
    returns: s.object({ renamed: s.boolean }),
  }),
} as const;
