/**
 * Contracts of the internal actions of holds: by which wiki-moderation states those of a wiki page to standards, and
 * which say whom they reach (architecture §9; decisions W5, W13).
 */
import { acknowledgedHold, revisionRef } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import {
  boolean,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
  uuid,
} from '../schema.ts';
import { MODERATION_REASONS } from '../wiki-moderation/moderation-reasons.ts';

/** A hold in effect. Its level is computed: 2 from `level2_at` on, else `level`. */
export const pageHold = object({
  /** The revocation window that it comes from. */
  id: uuid,
  /** The edition that was revoked, or whose clauses are held. */
  adopted_revision_id: uuid,
  /** `edition`: the edition is revoked. `standard`: so is every edition of the page. `clauses`: some clauses. */
  scope: oneOf('edition', 'standard', 'clauses'),
  /** The held clauses of the edition; empty unless the scope is `clauses`. */
  addresses: list(text),
  /** Hashes of their texts (`hashClauseText`), which find them elsewhere; absent from older statements. */
  text_hashes: optional(list(text)),
  /** 1: the text stays, with a notice. 2: the text is withheld. */
  level: oneOf(1, 2),
  level2_at: nullable(time),
  reason_code: oneOf(...MODERATION_REASONS),
  notice_at: time,
  /** The edition that a moderator marked as its replacement. */
  replacement_adopted_revision_id: nullable(uuid),
});

export const standardHoldActions = {
  'standards.setPageHolds': internalAction({
    calledBy: ['wiki-moderation'],
    summary:
      'Replaces the holds of a wiki page by these; no read that starts after the response shows text that they withhold. Idempotent: an older version changes nothing',
    params: {
      wiki_standard_id: uuid,
      /** Counts the changes of the holds of the page. */
      version: integer,
      holds: list(pageHold),
    },
    returns: object({ applied: boolean }),
    timeoutMs: 60_000,
  }),
  'standards.replaceableRevisions': internalAction({
    calledBy: ['wiki-moderation'],
    summary:
      'The revisions under holds of an edition that an upgrade frees, now that a replacement of the edition is marked; by standard. isReady: false while the library has no copy of the replacement, which frees nothing until then',
    params: {
      wiki_standard_id: uuid,
      adopted_revision_id: uuid,
      replacement_adopted_revision_id: uuid,
    },
    returns: object({
      isReady: boolean,
      standards: list(object({ standard_id: id, name: text, revision_ids: list(id) })),
    }),
  }),
  'standards.revisionHolds': internalAction({
    calledBy: ['projects'],
    summary:
      'The holds on some sealed revisions, for the gate of a publish; revisions without any are omitted. Levels are as of now',
    params: { revision_ids: list(id) },
    returns: object({
      revisions: list(
        object({
          revision_id: id,
          /** Of the strongest hold. `standard`: every edition of the page is revoked. */
          scope: nullable(oneOf('standard')),
          /** Of the same. */
          level: oneOf(1, 2),
          /** Of the clauses under holds of that scope, in the order of the outline. */
          addresses: list(text),
          /** False for a revoked edition whose text is withheld (W6). */
          acknowledgeable: boolean,
          /** Another revision of the standard is free of it: the marked replacement, or the current one. */
          upgrade_clears: boolean,
          replacement: nullable(object({ adopted_revision_id: uuid, revision: nullable(revisionRef) })),
          /** Each hold, the strictest first; the reason of a legal compulsion is not stated (Y15). */
          holds: list(acknowledgedHold),
          /** Changes with every change of any of the holds. */
          fingerprint: text,
        }),
      ),
    }),
  }),
} as const;
