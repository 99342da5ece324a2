/**
 * Contracts of the internal actions on holds: by which wiki-moderation sends the holds of a wiki page to standards
 * and asks which revisions a replacement frees, and by which projects asks for the holds on revisions (architecture
 * §9; decisions W5, W13).
 */
import { acknowledgedHold, revisionRef } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';
import { MODERATION_REASONS } from '../wiki-moderation/moderation-reasons.ts';

/** A hold in effect. Its level is computed: 2 from `level2_at` on, else `level`. */
export const pageHold = s.object({
  /** The id of the hold in wiki-moderation. */
  id: s.uuid,
  /** The edition that was revoked, or whose clauses are held. */
  adopted_revision_id: s.uuid,
  /** `edition`: the edition is revoked. `standard`: so is every edition of the page. `clauses`: some clauses. */
  scope: s.oneOf('edition', 'standard', 'clauses'),
  /** The held clauses of the edition; empty unless the scope is `clauses`. */
  addresses: s.list(s.text),
  /** Hashes of their texts (`hashClauseText`), which find them elsewhere; absent from older messages. */
  text_hashes: s.optional(s.list(s.text)),
  /** 1: the text stays, with a notice. 2: the text is withheld. */
  level: s.oneOf(1, 2),
  level2_at: s.nullable(s.time),
  reason_code: s.oneOf(...MODERATION_REASONS),
  notice_at: s.time,
  /** The edition that a moderator marked as its replacement. */
  replacement_adopted_revision_id: s.nullable(s.uuid),
});

export const standardHoldActions = {
  'standards.setPageHolds': internalAction({
    group: 'standards',
    mutates: true,
    calledBy: ['wiki-moderation'],
    summary:
      'Replaces the holds of a wiki page by these; no read that starts after the response shows text that they withhold. Idempotent: an older version changes nothing',
    params: {
      wiki_standard_id: s.uuid,
      /** Counts the changes of the holds of the page. */
      version: s.integer,
      holds: s.list(pageHold),
    },
    returns: s.object({ applied: s.boolean }),
    timeoutMs: 60_000,
  }),
  'standards.replaceableRevisions': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['wiki-moderation'],
    summary:
      'The revisions under holds of an edition that an upgrade frees, now that a replacement of the edition is marked; by standard. isReady: false while the library has no copy of the replacement, which frees nothing until then',
    params: {
      wiki_standard_id: s.uuid,
      adopted_revision_id: s.uuid,
      replacement_adopted_revision_id: s.uuid,
    },
    returns: s.object({
      isReady: s.boolean,
      standards: s.list(s.object({ standard_id: s.id, name: s.text, revision_ids: s.list(s.id) })),
    }),
  }),
  'standards.revisionHolds': internalAction({
    group: 'standards',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'The holds on some sealed revisions, for the gate of a publish; revisions without any are omitted. Levels are as of now',
    params: { revision_ids: s.list(s.id) },
    returns: s.object({
      revisions: s.list(
        s.object({
          revision_id: s.id,
          /** Of the strongest hold. `standard`: every edition of the page is revoked. */
          scope: s.nullable(s.oneOf('standard')),
          /** Of the same. */
          level: s.oneOf(1, 2),
          /** Of the clauses under holds of that scope, in the order of the outline. */
          addresses: s.list(s.text),
          /** False for a revoked edition whose text is withheld (W6). */
          acknowledgeable: s.boolean,
          /** Another revision of the standard is free of it: the marked replacement, or the current one. */
          upgrade_clears: s.boolean,
          replacement: s.nullable(
            s.object({ adopted_revision_id: s.uuid, revision: s.nullable(revisionRef) }),
          ),
          /** Each hold, the strictest first; the reason of a legal compulsion is not stated (Y15). */
          holds: s.list(acknowledgedHold),
          /** Changes with every change of any of the holds. */
          fingerprint: s.text,
        }),
      ),
    }),
  }),
} as const;
