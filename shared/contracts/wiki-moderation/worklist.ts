/** Endpoints of the moderation worklist and the register of revoked editions (decisions W8, W16). */
import { allowedActionIds, cappedListMembers, pageParams } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { holdScope } from './hold-scope.ts';
import { MODERATION_REASONS } from './moderation-reasons.ts';
import { wikiStandardRef } from './shapes.ts';

const matterMembers = {
  id: s.idOf('matter'),
  /** The matter as requests name it: the rows of one revocation share it (Y15). */
  matter_id: s.idOf('matter'),
  standard: wikiStandardRef,
  adopted_revision_id: s.uuidOf('edition'),
  scope: holdScope,
  /** Of the held clause; null for a whole edition. */
  address: s.nullable(s.text),
  opened_at: s.time,
  age_days: s.integer,
  state: s.oneOf('open', 'resolved'),
  signals: s.named(
    'MatterSignals',
    s.object({ changed: s.boolean, unlocatable: s.boolean, escalated: s.boolean }),
  ),
} as const;
/** A row of the worklist. */
export const matterRow = s.named('ModerationMatter', s.object(matterMembers));
/** A row of the register. */
export const revokedEditionRow = s.named(
  'RevokedEdition',
  s.object({
    matter_id: s.idOf('matter'),
    adopted_revision_id: s.uuidOf('edition'),
    standard: wikiStandardRef,
    reason_code: s.oneOf(...MODERATION_REASONS),
    level: s.oneOf(1, 2),
    revoked_at: s.time,
    level2_at: s.time,
    replacement_adopted_revision_id: s.nullable(s.uuidOf('edition')),
    restored_at: s.nullable(s.time),
  }),
);
const clauseTexts = s.named(
  'HeldClauseTexts',
  s.object({
    held: s.text,
    /** Null where the current wiki revision lacks the clause. */
    current: s.nullable(s.text),
    copies: s.list(s.object({ revisionId: s.idOf('standardRevision'), text: s.text })),
  }),
);

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
      state: { ...s.oneOf('open', 'resolved', 'all'), default: 'open', optional: true },
      standardId: s.optional(s.uuidOf('wikiStandard')),
      ...pageParams(100, 500),
    },
    returns: s.object({ items: s.list(matterRow), total: s.integer, limit: s.integer, offset: s.integer }),
    volatile: true,
    rules: 'R-100 R-233 R-237 W8 W16 Y15',
  }),
  'wiki.moderation.worklistItem': endpoint({
    http: 'GET /api/wiki/moderation/worklist/:itemId',
    group: 'wiki',
    summary: 'Returns one moderation matter in full',
    description:
      'texts has the held text, that of the current revision and those of the library copies; only for a holder of the moderator role on that standard and while the signal changed stands, else null. allowed_actions lists the decisions on the edition of the matter that the permissions of the caller and the open holds allow now.',
    auth: 'key_or_session',
    permissions: ['wiki:adoption:revoke'],
    mutates: false,
    path: { itemId: s.idOf('matter') },
    returns: s.object({
      ...matterMembers,
      reason_code: s.oneOf(...MODERATION_REASONS),
      level: s.oneOf(1, 2),
      level2_at: s.time,
      replacement_adopted_revision_id: s.nullable(s.uuidOf('edition')),
      resolved_at: s.nullable(s.time),
      texts: s.nullable(clauseTexts),
      allowed_actions: allowedActionIds,
    }),
    volatile: true,
    rules: 'R-100 W8 W16 Y15',
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
    query: { state: { ...s.oneOf('open', 'all'), default: 'open', optional: true } },
    returns: s.object({
      editions: s.list(revokedEditionRow),
      ...cappedListMembers,
    }),
    volatile: true,
    rules: 'W8 W16 Y15',
  }),
} as const;
