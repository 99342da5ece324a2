/**
 * Contracts of the internal actions that give other services pins, revisions, content, fields, clause proofs,
 * amendments, shifted texts and stored bytes of standards and the status of adopted editions, and that create library
 * copies. No result has the text of a withheld clause (architecture §9). Those on holds, copies of drafts, clause
 * copies, citations and wiki libraries have files of their own.
 */
import { ELEMENT_KINDS } from '../../revisioning/outline/outline.ts';
import { SEVERITIES } from '../../revisioning/outline/revision-codes.ts';
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
import * as s from '../schema.ts';
import { amendmentInstruction } from './amendment-shapes.ts';

/** A sealed revision without its content. `ordinal` counts 1, 2, 3… in the order the revisions were saved. */
export const standardRevisionHead = s.object({
  id: s.id,
  standard_id: s.id,
  standard_name: s.text,
  code: s.text,
  severity: s.oneOf(...SEVERITIES),
  ordinal: s.integer,
  content_hash: s.text,
  element_count: s.integer,
  field_count: s.integer,
  /** An eligible revision may be pinned: published, and not of a revoked edition. */
  eligible: s.boolean,
});

/** The fields of a sealed revision, and whether a clause of theirs has a printed number. */
const fieldsOfRevision = s.object({
  revision: standardRevisionHead,
  fields: s.list(fieldView),
  has_printed_numbers: s.boolean,
});

export const standardInternalActions = {
  'standards.storedBytes': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['identity'],
    summary:
      'The bytes of revisions and versions of working copies that a company or an account stores, in its own scope and in projects, for its quota (Y8)',
    params: { owner: quotaOwner, project_ids: s.list(s.id) },
    returns: s.object({ bytes: s.integer }),
    timeoutMs: 2_000,
  }),
  'standards.pinInfo': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects', 'datasheets'],
    summary:
      'The data a project needs to pin a standard; 404 when the caller may not read it, and for an import also when the caller may read it only through projects (X11)',
    params: { standard_id: s.id, revision_id: s.optional(s.id), for_import: s.optional(s.boolean) },
    returns: s.object({
      standard_id: s.id,
      name: s.text,
      description: s.text,
      subject_type: subjectType,
      subject_id: s.nullable(s.id),
      deprecated: s.boolean,
      /** The category as a path from the top, at most two names. */
      category_path: s.list(s.text),
      /**
       * For an import: a new id for each name of the path, for sections the project lacks. An id names one
       * category everywhere.
       */
      section_ids: s.list(s.id),
      library: s.nullable(s.object({ id: s.id, name: s.text })),
      current_revision: s.nullable(revisionRef),
      /** The requested revision, else the current one; null before the first. */
      revision: s.nullable(standardRevisionHead),
      wiki: s.nullable(wikiOrigin),
    }),
  }),
  'standards.revisionHeads': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'Sealed revisions by id, for pins whose reader projects has already authorized; unknown ids are omitted',
    params: { revision_ids: s.list(s.id) },
    returns: s.object({ revisions: s.list(standardRevisionHead) }),
  }),
  'standards.revisionLists': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects', 'datasheets'],
    summary:
      'The sealed revisions of some standards, oldest first, with the current one. A caller who may not read a standard by its own scope is shown those the project holds, the newest as the current one (X11)',
    params: { standards: s.list(s.object({ standard_id: s.id, pinned_revision_ids: s.list(s.id) })) },
    returns: s.object({
      standards: s.list(
        s.object({
          standard_id: s.id,
          name: s.text,
          deprecated: s.boolean,
          current_revision_id: s.nullable(s.id),
          revisions: s.list(standardRevisionHead),
        }),
      ),
    }),
  }),
  'standards.sealedRevision': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary: 'The content of a sealed revision, for readers whose access the calling service has checked',
    params: { revision_id: s.id },
    returns: s.object({
      revision: standardRevisionHead,
      elements: s.list(elementView),
      fields: s.list(fieldView),
    }),
  }),
  'standards.fields': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects', 'datasheets'],
    summary: 'Only the fields of a sealed revision, for readers whose access the calling service has checked',
    params: { revision_id: s.id },
    returns: fieldsOfRevision,
  }),
  'standards.printedNumbers': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['datasheets'],
    summary:
      'The printed numbers of the clauses with fields of sealed revisions, for readers whose access the calling service has checked; without those of withheld clauses and unknown revisions (Y11)',
    params: { revision_ids: s.list(s.id) },
    returns: s.object({
      revisions: s.list(
        s.object({ id: s.id, clauses: s.list(s.object({ element_id: s.id, label: s.text })) }),
      ),
    }),
  }),
  'standards.certifiedOutline': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'What an export shows and a certificate signs of a sealed revision, for readers whose access the calling service has checked: its headings, its fields, and the head of the tree over all of its clauses',
    params: { revision_id: s.id },
    returns: s.object({
      revision: standardRevisionHead,
      fields: s.list(fieldView),
      clauses: treeHead,
      /** In the order of the outline. */
      headings: s.list(
        s.object({
          address: s.text,
          toc_content: s.text,
          /** The printed number. */
          label: s.optional(s.text),
          /** The text under the heading. */
          content: s.text,
          /** The salted hash of these as they were sealed, whether or not they are withheld. */
          hash: s.text,
          /** Null while heading and text are withheld. */
          salt: s.nullable(s.text),
        }),
      ),
    }),
  }),
  'standards.clauseProof': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'The proof of one clause in the tree of the first of these revisions that has it, for readers whose access the calling service has checked; 404 when none has it',
    params: { revision_ids: s.list(s.id), element_id: s.id },
    returns: s.object({
      revision_id: s.id,
      proof: clauseProof,
      /** With its salt; null while the clause is withheld. */
      wording: s.nullable(clauseWording),
    }),
  }),
  'standards.revisionAmendment': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'The instructions from one sealed revision of a standard to another, for readers whose access the calling service has checked; those of withheld clauses have no words',
    params: { from_revision_id: s.id, to_revision_id: s.id, format: s.oneOf('json', 'markdown') },
    returns: s.object({
      /** Of json. */
      instructions: s.list(amendmentInstruction),
      /** Of markdown: a numbered list. */
      markdown: s.text,
      isComplete: s.boolean,
    }),
  }),
  'standards.fieldLists': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['datasheets'],
    summary:
      'The fields of several sealed revisions, for readers whose access the calling service has checked; unknown ids are omitted',
    params: { revision_ids: s.list(s.id) },
    returns: s.object({ revisions: s.list(fieldsOfRevision) }),
  }),
  'standards.shiftedTexts': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['datasheets'],
    summary:
      'The clauses whose text became that of another between pairs of sealed revisions, for readers whose access the calling service has checked; without clauses that are withheld, and words of these. A pair of which a revision is missing is omitted (Y12)',
    params: {
      pairs: s.list(s.object({ from_revision_id: s.id, to_revision_id: s.id })),
      with_texts: s.optional(s.boolean),
    },
    returns: s.object({
      pairs: s.list(
        s.object({
          from_revision_id: s.id,
          to_revision_id: s.id,
          clauses: s.list(
            s.object({
              element_id: s.id,
              /** In the later revision. */
              address: s.text,
              /** With `with_texts`: heading and text in the later revision. */
              text: s.optional(s.text),
              /** Where the text came from, and where the one before is now: sentences, each behind a blank, or none. */
              description: s.text,
            }),
          ),
        }),
      ),
    }),
  }),
  'standards.editionStatuses': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'For revisions adopted from a wiki edition: whether the edition is the current one of its page, its moderation hold, and the edition to upgrade to. Other revisions are omitted',
    params: { revision_ids: s.list(s.id) },
    returns: s.object({
      editions: s.list(
        s.object({
          revision_id: s.id,
          wiki: wikiOrigin,
          is_current: s.boolean,
          /** Null without a hold on the edition. */
          hold: s.nullable(
            s.object({
              level: s.integer,
              /** `standard`: every edition of the page is revoked, so that no upgrade clears the hold (W13). */
              scope: s.nullable(s.oneOf('standard')),
              replacement_adopted_revision_id: s.nullable(s.uuid),
            }),
          ),
          /** The replacement under a hold, else the current edition; with its library revision when there is one. */
          offered: s.nullable(s.object({ adopted_revision_id: s.uuid, revision: s.nullable(revisionRef) })),
        }),
      ),
    }),
  }),
  'standards.adoptEdition': internalAction({
    group: 'standards',
    mutates: true,
    calledBy: ['wiki-moderation'],
    summary:
      'Creates or updates the global library standard of a wiki page from an adopted edition; idempotent',
    params: {
      wiki: wikiOrigin,
      /** The wiki library of the page, whose name a new library gets. */
      library: s.object({ id: s.uuid, name: s.text }),
      title: s.text,
      description: s.text,
      category_path: s.list(s.text),
      tag_ids: s.list(s.uuid),
      edition_number: s.integer,
      elements: s.list(
        s.object({
          address: s.text,
          kind: s.oneOf(...ELEMENT_KINDS),
          toc_content: s.headingText,
          content: s.clauseText,
          label: s.optional(s.elementLabel),
        }),
      ),
      fields: s.list(s.object(fieldMembers)),
    },
    returns: s.object({ standard_id: s.id, revision: revisionRef }),
  }),
} as const;
