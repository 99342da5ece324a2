/** Coverage of a run: responses by endpoint and status, and the principals that were authorized. */
import type { EndpointId } from '../shared/contracts/index.ts';
import type { TargetEndpoint } from './generate/requests.ts';

interface EndpointCounts {
  calls: number;
  taken: number;
  refused: number;
  readonly words: Map<string, number>;
  /** Principals that were let in, by the number of times. */
  readonly let: Map<string, number>;
}

export class EndpointCoverage {
  readonly #counts = new Map<string, EndpointCounts>();

  readonly #closed: ReadonlySet<string>;

  constructor(targets: readonly TargetEndpoint[]) {
    this.#closed = new Set(targets.flatMap(({ id, spec }) => (spec.closed ? [id] : [])));
    for (const { id } of targets)
      this.#counts.set(id, { calls: 0, taken: 0, refused: 0, words: new Map(), let: new Map() });
  }

  record(id: EndpointId, who: string, status: number, code: string): void {
    const seen = this.#counts.get(id);
    if (!seen) return;
    seen.calls += 1;
    if (status >= 200 && status < 400) {
      seen.taken += 1;
      seen.let.set(who, (seen.let.get(who) ?? 0) + 1);
    } else seen.refused += 1;
    const word = code === '' ? String(status) : `${status} ${code}`;
    seen.words.set(word, (seen.words.get(word) ?? 0) + 1);
  }

  /** Who has been let in to an endpoint so far. */
  acceptedPrincipals(id: EndpointId): string[] {
    return [...(this.#counts.get(id)?.let.keys() ?? [])];
  }

  /** Endpoints that never succeeded although they are open. */
  neverAccepted(): string[] {
    return [...this.#counts].flatMap(([id, { taken }]) => (taken === 0 && !this.#closed.has(id) ? [id] : []));
  }

  /** A row for each endpoint, and each response's count. */
  table(): string[] {
    const width = Math.max(...[...this.#counts.keys()].map((id) => id.length));
    return [...this.#counts].map(([id, { calls, taken, refused, words }]) => {
      const often = [...words].sort((a, b) => b[1] - a[1]).map(([word, count]) => `${word} ×${count}`);
      return `${id.padEnd(width)} ${String(calls).padStart(6)} ${String(taken).padStart(6)} ${String(refused).padStart(6)}  ${often.join(', ')}`;
    });
  }
}
