/**
 * Severities and recommended actions of errata, and the internal action by which standards reads the errata
 * of a wiki page (document 1, Wiki resources; decisions W4).
 */
import { internalAction } from '../endpoint.ts';
import { list, nullable, object, oneOf, text, time, uuid } from '../schema.ts';

export const ERRATUM_SEVERITIES = ['info', 'minor', 'major', 'critical'] as const;
export const RECOMMENDED_ACTIONS = ['none', 'review', 'correct', 'replace', 'stop_use', 'other'] as const;

export const wikiErratumActions = {
  'wiki.errata.ofStandard': internalAction({
    calledBy: ['standards'],
    summary: 'All errata of the editions of a wiki standard, newest first, withdrawn ones included',
    params: { standard_id: uuid },
    returns: object({
      errata: list(
        object({
          id: uuid,
          severity: oneOf(...ERRATUM_SEVERITIES),
          description: text,
          recommended_action: oneOf(...RECOMMENDED_ACTIONS),
          recommended_action_note: nullable(text),
          affected: list(object({ adopted_revision_id: uuid, element_address: nullable(text) })),
          corrected_by_revision_id: nullable(uuid),
          issued_at: time,
          withdrawn_at: nullable(time),
        }),
      ),
    }),
  }),
} as const;
