/**
 * Limits how many nodes of one NATS user a node remembers, to a hundred. Their descriptions are kept in memory, so a
 * user who invents ids of nodes would fill the memory of all others.
 */
const MAX_NODES_OF_USER = 100;
/** A node that has left, or never came, makes room after this time. */
const MIN_AGE_MS = 5_000;

/** What is known of nodes beyond this limit. */
export interface NodeRegistry {
  isAvailable(node: string): boolean;
  forget(node: string): void;
}

export class KnownNodes {
  readonly #registry: NodeRegistry;
  /** When each was last heard of. */
  readonly #byUser = new Map<string, Map<string, number>>();

  constructor(registry: NodeRegistry) {
    this.#registry = registry;
  }

  /** Whether the presence of the node is taken; in place of one that has left, where its user has too many. */
  admit(user: string, node: string, now = performance.now()): boolean {
    const nodes = this.#byUser.get(user) ?? new Map<string, number>();
    this.#byUser.set(user, nodes);
    if (!nodes.has(node) && nodes.size >= MAX_NODES_OF_USER) {
      const gone = [...nodes].find(
        ([known, seenAt]) => now - seenAt >= MIN_AGE_MS && !this.#registry.isAvailable(known),
      );
      if (!gone) return false;
      nodes.delete(gone[0]);
      this.#registry.forget(gone[0]);
    }
    nodes.set(node, now);
    return true;
  }
}
