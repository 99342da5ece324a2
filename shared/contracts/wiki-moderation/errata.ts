/**
 * Endpoints of errata of adopted editions, their severities and recommended actions, and the internal action by which
 * standards reads the errata of a wiki page (decisions W4, W11).
 */
import { cappedListMembers } from '../common-shapes.ts';
import { endpoint, internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const ERRATUM_SEVERITIES = ['info', 'minor', 'major', 'critical'] as const;
export const RECOMMENDED_ACTIONS = ['none', 'review', 'correct', 'replace', 'stop_use', 'other'] as const;

const erratumView = s.named(
  'Erratum',
  s.object({
    id: s.uuidOf('erratum'),
    standard_id: s.uuidOf('wikiStandard'),
    status: s.oneOf('active', 'withdrawn'),
    severity: s.oneOf(...ERRATUM_SEVERITIES),
    description: s.text,
    recommended_action: s.oneOf(...RECOMMENDED_ACTIONS),
    recommended_action_note: s.nullable(s.text),
    affected: s.list(
      s.named(
        'ErratumTarget',
        s.object({
          adopted_revision_id: s.uuidOf('edition'),
          /** Null: the whole edition. */
          element_address: s.nullable(s.text),
        }),
      ),
    ),
    corrected_by_revision_id: s.nullable(s.uuidOf('edition')),
    issued_at: s.time,
    withdrawn_at: s.nullable(s.time),
    withdrawn_reason: s.nullable(s.text),
  }),
);

/** A text that is published with the erratum. */
const publishedText = (max: number) => ({ ...s.multilineText, trim: true, min: 1, max }) as const;

const affected = {
  type: 'array',
  min: 1,
  max: 100,
  items: s.named(
    'SubmittedErratumTarget',
    s.object({
      adopted_revision_id: s.uuidOf('edition'),
      element_address: s.optional(
        s.nullable({ type: 'string', max: 100, description: 'omitted or null: the whole edition' }),
      ),
    }),
  ),
} as const;

const on = { resource: 'wikiStandard', by: 'id' } as const;
const ofErratum = { id: s.uuidOf('wikiStandard'), errataId: s.uuidOf('erratum') } as const;
const AUTHORITY =
  'Needs the adopter role on the standard, or the global wiki:standard:moderate, which a key must carry in addition to the permission.';
const WITHDRAW_AUTHORITY =
  'Needs the adopter or the moderator role on the standard, or the global wiki:standard:moderate, which a key must carry in addition to the permission.';

const erratumList = s.named('ErratumList', s.object({ errata: s.list(erratumView), ...cappedListMembers }));

export const wikiErratumEndpoints = {
  'wiki.errata.list': endpoint({
    http: 'GET /api/wiki/standards/:id/errata',
    group: 'wiki',
    summary: 'Lists the errata of a wiki standard, active and withdrawn, newest first',
    description:
      'The full trail, with every affected edition, revoked ones included. Capped at 1,000 (truncated: true). An archived standard is 404 for all but its moderators.',
    auth: 'none',
    permissions: [],
    on,
    mutates: false,
    path: { id: s.uuidOf('wikiStandard') },
    etag: 'bytes',
    returns: erratumList,
    rules: 'R-097 R-157 W1 W4',
  }),
  'wiki.errata.get': endpoint({
    http: 'GET /api/wiki/errata/:errataId',
    group: 'wiki',
    summary: 'Returns one erratum with every affected edition and clause address',
    description: 'An erratum of an archived standard is 404 for all but its moderators.',
    auth: 'none',
    permissions: [],
    mutates: false,
    path: { errataId: s.uuidOf('erratum') },
    returns: erratumView,
    etag: 'bytes',
    rules: 'R-097 R-157 W1 W4',
  }),
  'wiki.errata.forAdoptedRevision': endpoint({
    http: 'GET /api/wiki/adopted-revisions/:adoptedRevisionId/errata',
    group: 'wiki',
    summary: 'Lists the active errata of one adopted edition, newest first',
    description:
      'Withdrawn errata are left out; an empty list says that no defect is announced. A revoked edition, or one of an archived standard, is 404 for all but moderators. Capped at 1,000 (truncated: true).',
    auth: 'none',
    permissions: [],
    mutates: false,
    path: { adoptedRevisionId: s.uuidOf('edition') },
    etag: 'bytes',
    returns: erratumList,
    rules: 'R-097 R-142 R-157 W4',
  }),
  'wiki.errata.issue': endpoint({
    http: 'POST /api/wiki/standards/:id/errata',
    group: 'wiki',
    summary: 'Issues an erratum against adopted editions of a wiki standard',
    description: `The editions and their hashes do not change. An entry of affected without element_address is about the whole edition. An id that names no adopted edition of this standard, or an address that the edition does not have, is 400; entries sent twice count once. recommended_action other needs recommended_action_note. Moderators may issue errata against a revoked edition and for an archived standard. ${AUTHORITY}`,
    auth: 'key_or_session',
    permissions: ['wiki:errata:issue'],
    on,
    mutates: true,
    path: { id: s.uuidOf('wikiStandard') },
    body: {
      severity: s.oneOf(...ERRATUM_SEVERITIES),
      description: publishedText(20_000),
      recommended_action: s.oneOf(...RECOMMENDED_ACTIONS),
      recommended_action_note: s.optional(publishedText(4_000)),
      affected,
      corrected_by_revision_id: s.optional(s.uuidOf('edition')),
    },
    success: 201,
    location: '/api/wiki/errata/{id}',
    returns: erratumView,
    rules: 'R-097 R-162 A4 W4 W11',
  }),
  'wiki.errata.extend': endpoint({
    http: 'POST /api/wiki/standards/:id/errata/:errataId/revisions',
    group: 'wiki',
    summary: 'Extends an erratum to more adopted editions',
    description: `Entries that the erratum has already are passed over; with no new one nothing is written. At most 1,000 entries in all. A withdrawn erratum is 409. ${AUTHORITY}`,
    auth: 'key_or_session',
    permissions: ['wiki:errata:issue'],
    on,
    mutates: true,
    path: ofErratum,
    body: { affected },
    returns: erratumView,
    errors: ['ERRATUM_WITHDRAWN'],
    rules: 'R-162 A4 W4 W11',
  }),
  'wiki.errata.correction': endpoint({
    http: 'PATCH /api/wiki/standards/:id/errata/:errataId/correction',
    group: 'wiki',
    summary: 'Names the adopted edition that corrects an erratum',
    description: `null clears it. The erratum stays as it is otherwise, active or withdrawn. An id that names no adopted edition of this standard is 400. ${AUTHORITY}`,
    auth: 'key_or_session',
    permissions: ['wiki:errata:issue'],
    on,
    mutates: true,
    path: ofErratum,
    body: { corrected_by_revision_id: s.nullable(s.uuidOf('edition')) },
    returns: erratumView,
    rules: 'R-162 A4 W4',
  }),
  'wiki.errata.withdraw': endpoint({
    http: 'POST /api/wiki/standards/:id/errata/:errataId/withdraw',
    group: 'wiki',
    summary: 'Withdraws an erratum',
    description: `It stays in the trail with the reason, which is published, and is no longer active. Withdrawing it again is 409. ${WITHDRAW_AUTHORITY}`,
    auth: 'key_or_session',
    permissions: ['wiki:errata:withdraw'],
    on,
    mutates: true,
    path: ofErratum,
    body: { reason: publishedText(4_000) },
    returns: erratumView,
    errors: ['ERRATUM_WITHDRAWN'],
    tool: { destructive: true, idempotent: true },
    rules: 'R-142 R-162 A4 W2 W4',
  }),
} as const;

export const wikiErratumActions = {
  'wiki.errata.ofStandard': internalAction({
    group: 'wiki',
    mutates: false,
    calledBy: ['standards'],
    summary: 'All errata of the editions of a wiki standard, newest first, withdrawn ones included',
    params: { standard_id: s.uuid },
    returns: s.object({
      errata: s.list(
        s.object({
          id: s.uuid,
          severity: s.oneOf(...ERRATUM_SEVERITIES),
          description: s.text,
          recommended_action: s.oneOf(...RECOMMENDED_ACTIONS),
          recommended_action_note: s.nullable(s.text),
          affected: s.list(s.object({ adopted_revision_id: s.uuid, element_address: s.nullable(s.text) })),
          corrected_by_revision_id: s.nullable(s.uuid),
          issued_at: s.time,
          withdrawn_at: s.nullable(s.time),
        }),
      ),
    }),
  }),
} as const;
