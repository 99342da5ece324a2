/**
 * Endpoints of the moderation worklist and the register of revoked editions (document 2, Wiki writes; decisions
 * W8, W16).
 */
import { cappedListMembers, pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import {
  boolean,
  idOf,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
  uuidOf,
} from '../schema.ts';
import { MODERATION_REASONS } from './moderation-reasons.ts';
import { wikiStandardRef } from './shapes.ts';

const matterMembers = {
  id: idOf('matter'),
  /** The matter as requests name it: the rows of one revocation share it (Y15). */
  matter_id: idOf('matter'),
  standard: wikiStandardRef,
  adopted_revision_id: uuidOf('edition'),
  scope: object({ kind: oneOf('clauses', 'edition') }),
  /** Of the held clause; null for a whole edition. */
  address: nullable(text),
  opened_at: time,
  age_days: integer,
  state: oneOf('open', 'resolved'),
  signals: object({ changed: boolean, unlocatable: boolean, escalated: boolean }),
} as const;
/** A row of the worklist. */
export const matterRow = object(matterMembers);
/** A row of the register. */
export const revokedEditionRow = object({
  matter_id: idOf('matter'),
  adopted_revision_id: uuidOf('edition'),
  standard: wikiStandardRef,
  reason_code: oneOf(...MODERATION_REASONS),
  level: oneOf(1, 2),
  revoked_at: time,
  level2_at: time,
  replacement_adopted_revision_id: nullable(uuidOf('edition')),
  restored_at: nullable(time),
});
const clauseTexts = object({
  held: text,
  /** Null where the current wiki revision lacks the clause. */
  current: nullable(text),
  copies: list(object({ revisionId: idOf('standardRevision'), text })),
});

export const wikiWorklistEndpoints = {
  'wiki.moderation.worklist': endpoint({
    http: 'GET /api/wiki/moderation/worklist',
    group: 'wiki',
    summary: 'Lists the moderation matters of the standards that the caller moderates',
    description:
      'A matter opens with a revocation, one for each held clause or edition, and is resolved when the hold is lifted. Those with a signal first, the oldest first in each tier. Signals are computed when read and lift nothing: changed (the text differs in the current revision or a library copy), unlocatable (absent from the current revision), escalated (open for more than 90 days); resolved matters have none. matter_id names the matter in requests that change it; the rows of one revocation share it. The order looks at the signals of the oldest 1,000 matters; later ones follow by age. No clause text. A global moderator sees all standards.',
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    mutates: false,
    query: {
      state: { ...oneOf('open', 'resolved', 'all'), default: 'open', optional: true },
      standardId: optional(uuidOf('wikiStandard')),
      ...pageParams(100, 500),
    },
    returns: object({ items: list(matterRow), total: integer, limit: integer, offset: integer }),
    volatile: true,
    rules: ['R-100', 'R-233', 'R-237', 'W8', 'W16', 'Y15'],
  }),
  'wiki.moderation.worklistItem': endpoint({
    http: 'GET /api/wiki/moderation/worklist/:itemId',
    group: 'wiki',
    summary: 'Returns one moderation matter in full',
    description:
      'texts has the held text, that of the current revision and those of the library copies; only for a holder of the moderator role on that standard and while the signal changed stands, else null.',
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    mutates: false,
    path: { itemId: idOf('matter') },
    returns: object({
      ...matterMembers,
      reason_code: oneOf(...MODERATION_REASONS),
      level: oneOf(1, 2),
      level2_at: time,
      replacement_adopted_revision_id: nullable(uuidOf('edition')),
      resolved_at: nullable(time),
      texts: nullable(clauseTexts),
    }),
    volatile: true,
    rules: ['R-100', 'W8', 'W16', 'Y15'],
  }),
  'wiki.moderation.revokedEditions': endpoint({
    http: 'GET /api/wiki/moderation/revoked-editions',
    group: 'wiki',
    summary: 'Lists the revoked editions of the standards that the caller moderates, oldest first',
    description:
      'open: editions that are still revoked; all includes restored ones, which have restored_at. Capped at 1,000 (truncated: true).',
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    mutates: false,
    query: { state: { ...oneOf('open', 'all'), default: 'open', optional: true } },
    returns: object({
      editions: list(revokedEditionRow),
      ...cappedListMembers,
    }),
    volatile: true,
    rules: ['W8', 'W16', 'Y15'],
  }),
} as const;
