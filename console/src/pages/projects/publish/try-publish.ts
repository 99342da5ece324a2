/** Tries a publication, to name what it will ask for before somebody presses the button: notices, then the company. */
import { ApiError } from '../../../../../shared/rest-client/api-error.ts';
import { api } from '../../../api.ts';
import { TRIAL } from '../project.ts';
import type { PublishReadiness } from '../readiness.tsx';
import { type Asked, NOTHING_ASKED } from './asked.ts';
import { acknowledgeAll, type Holds } from './holds-choice.tsx';

/** Nothing is stored; without a draft, holds and a missing company nothing is asked. */
export async function tryPublish(
  id: number,
  { hasDraft, holds, needsCompany, ready }: PublishReadiness,
  signal: AbortSignal,
): Promise<Asked> {
  if (!hasDraft || !ready || (holds.length === 0 && !needsCompany)) return NOTHING_ASKED;
  const first = await askOnce(id, null, signal);
  if (!first.holds?.blockedStandards.every(({ acknowledgeable }) => acknowledgeable)) return first;
  // The company is asked for behind the notices.
  const { companies } = await askOnce(id, first.holds, signal);
  return { holds: first.holds, companies };
}

async function askOnce(id: number, holds: Holds | null, signal: AbortSignal): Promise<Asked> {
  try {
    const acknowledged = holds ? { acknowledgeHolds: acknowledgeAll(holds) } : {};
    await api.call('projects.publish', { id, ...acknowledged, ...TRIAL }, { signal });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.is('PROJECT_HOLDS_REVOKED_STANDARD')) return { holds: error.metadata, companies: null };
    if (error.is('project_needs_company')) return { holds: null, companies: error.metadata.companies };
    // Whatever else is refused is said when it is published.
  }
  return NOTHING_ASKED;
}
