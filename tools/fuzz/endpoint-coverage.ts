/**
 * Counts of responses and accepted principals per endpoint: the fuzzer chooses endpoints and principals by
 * them, and the report prints the table.
 */
import type { EndpointId } from '../../shared/contracts/index.ts';
import type { TargetEndpoint } from './generate/requests.ts';

interface EndpointCounts {
  calls: number;
  accepted: number;
  refused: number;
  readonly outcomes: Map<string, number>;
  /** Number of accepted responses by principal. */
  readonly acceptedByPrincipal: Map<string, number>;
}

export class EndpointCoverage {
  readonly #counts = new Map<string, EndpointCounts>();

  readonly #closed: ReadonlySet<string>;

  constructor(targets: readonly TargetEndpoint[]) {
    this.#closed = new Set(targets.flatMap(({ id, spec }) => (spec.closed ? [id] : [])));
    for (const { id } of targets)
      this.#counts.set(id, {
        calls: 0,
        accepted: 0,
        refused: 0,
        outcomes: new Map(),
        acceptedByPrincipal: new Map(),
      });
  }

  record(id: EndpointId, who: string, status: number, code: string): void {
    const seen = this.#counts.get(id);
    if (!seen) return;
    seen.calls += 1;
    if (status >= 200 && status < 400) {
      seen.accepted += 1;
      seen.acceptedByPrincipal.set(who, (seen.acceptedByPrincipal.get(who) ?? 0) + 1);
    } else seen.refused += 1;
    const outcome = code === '' ? String(status) : `${status} ${code}`;
    seen.outcomes.set(outcome, (seen.outcomes.get(outcome) ?? 0) + 1);
  }

  /** Principals that an endpoint has accepted so far. */
  acceptedPrincipals(id: EndpointId): string[] {
    return [...(this.#counts.get(id)?.acceptedByPrincipal.keys() ?? [])];
  }

  /** Open endpoints without a successful response. */
  neverAccepted(): string[] {
    return [...this.#counts].flatMap(([id, { accepted }]) =>
      accepted === 0 && !this.#closed.has(id) ? [id] : [],
    );
  }

  /** A row for each endpoint: calls, accepted, refused, and the count of each status and code. */
  table(): string[] {
    const width = Math.max(...[...this.#counts.keys()].map((id) => id.length));
    return [...this.#counts].map(([id, { calls, accepted, refused, outcomes }]) => {
      const often = [...outcomes]
        .sort((a, b) => b[1] - a[1])
        .map(([outcome, count]) => `${outcome} ×${count}`);
      return `${id.padEnd(width)} ${String(calls).padStart(6)} ${String(accepted).padStart(6)} ${String(refused).padStart(6)}  ${often.join(', ')}`;
    });
  }
}
