/**
 * What the source itself changed since the last merge. The plan has the clauses of both sides now, of which neither
 * tells what the source changed in a clause that the copy changed elsewhere.
 */
import { withholdsText } from '../../../../shared/contracts/wiki-moderation/withholds-text.ts';
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { WITHHELD } from '../../elements/decided.ts';
import { type Loaded, useLoaded } from '../../use-loaded.ts';
import type { MergePlan } from './plan.ts';

export type SourceComparison = EndpointResult<'standards.compare'>;

/** Not there for who may read the source, but not its revisions. */
const MAY_NOT = [403, 404];

/** The comparison of both revisions of the source; null for who may not read them. */
export function useSourceComparison(plan: MergePlan): Loaded<SourceComparison | null> {
  const { parent, baseRevision, toRevision } = plan;
  return useLoaded(
    async (signal) => {
      if (!parent || !baseRevision || !toRevision) return null;
      try {
        const sides = { id: parent.standard_id, from: baseRevision.id, to: toRevision.id };
        return await api.call('standards.compare', sides, { signal });
      } catch (error) {
        if (error instanceof ApiError && MAY_NOT.includes(error.status)) return null;
        throw error;
      }
    },
    [parent?.standard_id, baseRevision?.id, toRevision?.id],
  );
}

/** A clause as the plan and the comparison answer it. */
interface Clause {
  toc_content: string;
  content: string;
  moderation?: { level: 1 | 2 } | undefined;
}

/** Heading and text of two states of a clause as they are read; one heading of both is said elsewhere. */
export function statesInWords(from: Clause | null, to: Clause | null): [from: string, to: string] {
  const isOneHeading = from === null || to === null || from.toc_content === to.toc_content;
  const inWords = (clause: Clause | null): string => {
    if (clause === null) return '';
    const { toc_content, content, moderation } = clause;
    const text = moderation && withholdsText(moderation) ? WITHHELD : content;
    return [isOneHeading ? '' : toc_content, text].filter((part) => part !== '').join('\n\n');
  };
  return [inWords(from), inWords(to)];
}

/** Whether somebody reads the same in both. */
export const isSameText = (left: Clause, right: Clause): boolean =>
  left.toc_content === right.toc_content && left.content === right.content;
