/**
 * Contracts of the internal actions that give other services pins, revisions, content, fields and clause
 * proofs of standards and the standing of adopted editions, and that create library copies. Clause text in
 * their results passes the presenter, which withholds text under a moderation hold (architecture §9).
 */
import { SEVERITIES } from '../../revisioning/revision-codes.ts';
import {
  elementView,
  fieldMembers,
  fieldView,
  revisionRef,
  subjectType,
  wikiOrigin,
} from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { clauseProof, clauseWording, treeHead } from '../proofs.ts';
import { quotaOwner } from '../quotas.ts';
import {
  boolean,
  clauseText,
  headingText,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  uuid,
} from '../schema.ts';

/** A sealed revision without its content. `ordinal` counts 1, 2, 3… in the order the revisions were saved. */
export const standardRevisionHead = object({
  id,
  standard_id: id,
  standard_name: text,
  code: text,
  severity: oneOf(...SEVERITIES),
  ordinal: integer,
  content_hash: text,
  element_count: integer,
  field_count: integer,
  /** An eligible revision may be pinned: published, and not of a revoked edition. */
  eligible: boolean,
});

export const standardInternalActions = {
  'standards.storedBytes': internalAction({
    calledBy: ['identity'],
    summary:
      'The bytes of revisions and versions of working copies that a company or an account stores, in its own scope and in projects, for its quota (Y8)',
    params: { owner: quotaOwner, project_ids: list(id) },
    returns: object({ bytes: integer }),
    timeoutMs: 2_000,
  }),
  'standards.pinInfo': internalAction({
    calledBy: ['projects', 'datasheets'],
    summary:
      'The data a project needs to pin a standard; 404 when the caller may not read it, and for an import also when the caller may read it only through projects (X11)',
    params: { standard_id: id, revision_id: optional(id), for_import: optional(boolean) },
    returns: object({
      standard_id: id,
      name: text,
      description: text,
      subject_type: subjectType,
      subject_id: nullable(id),
      deprecated: boolean,
      /** The category as a path from the top, at most two names. */
      category_path: list(text),
      /**
       * For an import: a new id for each name of the path, for sections the project lacks. An id names one
       * category everywhere.
       */
      section_ids: list(id),
      library: nullable(object({ id, name: text })),
      current_revision: nullable(revisionRef),
      /** The requested revision, else the current one; null before the first. */
      revision: nullable(standardRevisionHead),
      wiki: nullable(wikiOrigin),
    }),
  }),
  'standards.revisionHeads': internalAction({
    calledBy: ['projects'],
    summary:
      'Sealed revisions by id, for pins whose reader projects has already authorized; unknown ids are omitted',
    params: { revision_ids: list(id) },
    returns: object({ revisions: list(standardRevisionHead) }),
  }),
  'standards.revisionLists': internalAction({
    calledBy: ['projects', 'datasheets'],
    summary:
      'The sealed revisions of some standards, oldest first, with the current one. A caller who may not read a standard by its own scope is shown those the project holds, the newest as the current one (X11)',
    params: { standards: list(object({ standard_id: id, pinned_revision_ids: list(id) })) },
    returns: object({
      standards: list(
        object({
          standard_id: id,
          name: text,
          deprecated: boolean,
          current_revision_id: nullable(id),
          revisions: list(standardRevisionHead),
        }),
      ),
    }),
  }),
  'standards.sealed': internalAction({
    calledBy: ['projects'],
    summary: 'The content of a sealed revision, for readers whose access the calling service has checked',
    params: { revision_id: id },
    returns: object({ revision: standardRevisionHead, elements: list(elementView), fields: list(fieldView) }),
  }),
  'standards.fields': internalAction({
    calledBy: ['projects', 'datasheets'],
    summary: 'Only the fields of a sealed revision, for readers whose access the calling service has checked',
    params: { revision_id: id },
    returns: object({ revision: standardRevisionHead, fields: list(fieldView) }),
  }),
  'standards.certifiedOutline': internalAction({
    calledBy: ['projects'],
    summary:
      'What an export shows and a certificate signs of a sealed revision, for readers whose access the calling service has checked: its headings, its fields, and the head of the tree over all of its clauses',
    params: { revision_id: id },
    returns: object({
      revision: standardRevisionHead,
      fields: list(fieldView),
      clauses: treeHead,
      /** In the order of the outline. */
      headings: list(
        object({
          address: text,
          toc_content: text,
          /** The text under the heading. */
          content: text,
          /** The salted hash of both as they were sealed, whether or not they are withheld. */
          hash: text,
          /** Null while heading and text are withheld. */
          salt: nullable(text),
        }),
      ),
    }),
  }),
  'standards.clauseProof': internalAction({
    calledBy: ['projects'],
    summary:
      'The proof of one clause in the tree of the first of these revisions that has it, for readers whose access the calling service has checked; 404 when none has it',
    params: { revision_ids: list(id), element_id: id },
    returns: object({
      revision_id: id,
      proof: clauseProof,
      /** With its salt; null while the clause is withheld. */
      wording: nullable(clauseWording),
    }),
  }),
  'standards.fieldLists': internalAction({
    calledBy: ['datasheets'],
    summary:
      'The fields of several sealed revisions, for readers whose access the calling service has checked; unknown ids are omitted',
    params: { revision_ids: list(id) },
    returns: object({ revisions: list(object({ revision: standardRevisionHead, fields: list(fieldView) })) }),
  }),
  'standards.shiftedTexts': internalAction({
    calledBy: ['datasheets'],
    summary:
      'The clauses whose text became that of another between pairs of sealed revisions, for readers whose access the calling service has checked; without clauses that are withheld, and words of these. A pair of which a revision is missing is omitted (Y12)',
    params: {
      pairs: list(object({ from_revision_id: id, to_revision_id: id })),
      with_texts: optional(boolean),
    },
    returns: object({
      pairs: list(
        object({
          from_revision_id: id,
          to_revision_id: id,
          clauses: list(
            object({
              element_id: id,
              /** In the later revision. */
              address: text,
              /** With `with_texts`: heading and text in the later revision. */
              text: optional(text),
              /** Where the text came from, and where the one before is now: sentences, each behind a blank, or none. */
              description: text,
            }),
          ),
        }),
      ),
    }),
  }),
  'standards.editionStandings': internalAction({
    calledBy: ['projects'],
    summary:
      'For revisions adopted from a wiki edition: whether the edition is the current one of its page, its moderation hold, and the edition to upgrade to. Other revisions are omitted',
    params: { revision_ids: list(id) },
    returns: object({
      editions: list(
        object({
          revision_id: id,
          wiki: wikiOrigin,
          is_current: boolean,
          /** Null without a hold on the edition. */
          hold: nullable(
            object({
              level: integer,
              /** `standard`: every edition of the page is revoked, so that no upgrade clears the hold (W13). */
              scope: nullable(oneOf('standard')),
              replacement_adopted_revision_id: nullable(uuid),
            }),
          ),
          /** The replacement under a hold, else the current edition; with its library revision when there is one. */
          offered: nullable(object({ adopted_revision_id: uuid, revision: nullable(revisionRef) })),
        }),
      ),
    }),
  }),
  'standards.adoptEdition': internalAction({
    calledBy: ['wiki-moderation'],
    summary:
      'Creates or updates the global library standard of a wiki page from an adopted edition; idempotent',
    params: {
      wiki: wikiOrigin,
      /** The wiki library of the page, whose name a new library gets. */
      library: object({ id: uuid, name: text }),
      title: text,
      description: text,
      category_path: list(text),
      tag_ids: list(uuid),
      edition_number: integer,
      elements: list(
        object({
          address: text,
          kind: oneOf('section', 'clause', 'note'),
          toc_content: headingText,
          content: clauseText,
        }),
      ),
      fields: list(object(fieldMembers)),
    },
    returns: object({ standard_id: id, revision: revisionRef }),
  }),
} as const;
