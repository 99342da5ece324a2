/**
 * Endpoints that resolve references to wiki pages, and list the errata of a library standard (S25, W10, W11, Y17).
 */
import { atRevision, revisionRef } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import { ERRATUM_SEVERITIES, RECOMMENDED_ACTIONS } from '../wiki-moderation/errata.ts';

/** Maximum references of one call. */
const MAX_REFERENCES = 500;

export const crossReferenceEndpoints = {
  'standards.resolveReferences': endpoint({
    group: 'standards',
    auth: 'key_or_session',
    mutates: false,
    http: 'POST /api/standards/resolve-references',
    summary: 'Resolves library/slug references to wiki pages and their library standards',
    description:
      'A reference is written library/slug or library/slug#2.1. The results are in the order sent; one that names no published page has resolved false. So has one that names a clause which the current revision of the page does not have; the page is given all the same. standardId is the library standard made of an adopted edition of the page, left out without one. With projectId (404 without access) projectStandard is the standard of the project, in the revision that it pins, that is this library standard or was customised from it, left out without one.',
    permissions: ['standard:read'],
    body: {
      references: { type: 'array', items: { type: 'string', max: 1_000 }, max: MAX_REFERENCES },
      projectId: s.optional(s.nullable(s.idOf('project'))),
    },
    returns: s.object({
      references: s.list(
        s.object({
          reference: s.text,
          resolved: s.boolean,
          standardId: s.optional(s.idOf('standard')),
          wikiStandardId: s.optional(s.uuidOf('wikiStandard')),
          title: s.optional(s.text),
          projectStandard: s.optional(atRevision('standard')),
        }),
      ),
    }),
    errors: ['NOT_FOUND'],
    rules: 'S25 W10 Y17',
  }),
  'standards.libraryErrata.list': endpoint({
    group: 'standards',
    auth: 'key_or_session',
    mutates: false,
    http: 'GET /api/standards/:id/library-errata',
    summary: 'Lists the errata of a library standard, active and withdrawn, newest first',
    description:
      'For the library copy of a wiki standard: the errata of its adopted editions. Other standards have none. standard_revision is the library revision made of an affected edition; null when there is none or you may not read it.',
    permissions: ['standard:read'],
    on: { resource: 'standard', by: 'id' },
    path: { id: s.idOf('standard') },
    returns: s.object({
      errata: s.list(
        s.object({
          id: s.uuidOf('erratum'),
          status: s.oneOf('active', 'withdrawn'),
          severity: s.oneOf(...ERRATUM_SEVERITIES),
          description: s.text,
          recommended_action: s.oneOf(...RECOMMENDED_ACTIONS),
          recommended_action_note: s.nullable(s.text),
          issued_at: s.time,
          withdrawn_at: s.nullable(s.time),
          affected: s.list(
            s.object({
              adopted_revision_id: s.uuidOf('edition'),
              standard_revision: s.nullable(revisionRef),
              /** Null: the whole revision. */
              element_address: s.nullable(s.text),
            }),
          ),
          corrected_by_revision_id: s.nullable(s.uuidOf('edition')),
        }),
      ),
      total: s.integer,
    }),
    rules: 'R-264 A21 W4 W11',
  }),
} as const;
