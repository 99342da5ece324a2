/**
 * Pool of values from responses, mails and the set-up (ids, versions, slugs, emails, tokens) by kind and
 * tenant, with facts such as their owners. Gives a principal what its tenant has seen, or what only others
 * have.
 */
export type Scalar = string | number | boolean | null;
/**
 * What is known of a value: its kinds of owners (`project: 3`) and members that requests name (`subject_type:
 * 'company'`).
 */
export type EntryFacts = Readonly<Record<string, Scalar>>;

export interface PoolEntry {
  readonly kind: string;
  readonly value: string | number;
  /** The tenant that saw it; other tenants' requests use it to probe access control. */
  readonly tenant: string;
  /** The account that saw it. */
  readonly account: string;
  readonly facts: EntryFacts;
}

/** Kinds that belong to one account and not to its company. */
const PERSONAL = new Set(['key', 'notification', 'ownInvitation']);

/** Maximum entries per kind and tenant; the oldest is evicted. */
const MAX_PER_KIND = 150;

export class ValuePool {
  readonly #kinds = new Map<string, Map<string, Map<string, PoolEntry>>>();

  add(entry: PoolEntry): void {
    const tenants = this.#kinds.get(entry.kind) ?? new Map<string, Map<string, PoolEntry>>();
    this.#kinds.set(entry.kind, tenants);
    const seen = tenants.get(entry.tenant) ?? new Map<string, PoolEntry>();
    tenants.set(entry.tenant, seen);
    const at = `${PERSONAL.has(entry.kind) ? entry.account : ''} ${entry.value}`;
    const known = seen.get(at);
    seen.delete(at);
    seen.set(at, known ? { ...entry, facts: { ...known.facts, ...entry.facts } } : entry);
    const oldest = seen.size > MAX_PER_KIND ? seen.keys().next().value : undefined;
    if (oldest !== undefined) seen.delete(oldest);
  }

  /** Everything of a kind that a principal has seen itself. */
  findOwn(kind: string, { tenant, account }: { tenant: string; account: string }): PoolEntry[] {
    const entries = [...(this.#kinds.get(kind)?.get(tenant)?.values() ?? [])];
    return PERSONAL.has(kind) ? entries.filter((entry) => entry.account === account) : entries;
  }

  /** Everything of a kind that only others have seen. */
  findForeign(kind: string, who: { tenant: string; account: string }): PoolEntry[] {
    const tenants = [...(this.#kinds.get(kind) ?? [])];
    const others = tenants.flatMap(([tenant, seen]) => (tenant === who.tenant ? [] : [...seen.values()]));
    const own = PERSONAL.has(kind) ? [...(this.#kinds.get(kind)?.get(who.tenant)?.values() ?? [])] : [];
    return [...others, ...own.filter((entry) => entry.account !== who.account)];
  }
}

/**
 * Those of the entries that belong to what the facts name: at least one owner in common, none that differs.
 */
export function relatedEntries(entries: readonly PoolEntry[], facts: EntryFacts): PoolEntry[] {
  return entries.filter(({ facts: known }) => {
    const common = Object.entries(known).filter(([name]) => name in facts);
    return common.length > 0 && common.every(([name, value]) => facts[name] === value);
  });
}
