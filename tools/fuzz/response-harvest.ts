/**
 * Collector of ids, versions, slugs and emails from successful responses into the value pool. Also marks
 * standards and merge plans that a request can act on.
 */
import { type EndpointId, endpoints } from '../../shared/contracts/index.ts';
import { idKindOf, type Props, type Schema } from '../../shared/contracts/schema.ts';
import { findShapeMismatches } from '../../shared/kernel/validation/shape-checks.ts';
import { KIND_OF_HANDLE, subjectKind } from './parameter-kinds.ts';
import type { EntryFacts, Scalar, ValuePool } from './value-pool.ts';

/** Members that requests send back in addition to an id. */
const REMEMBERED = new Set([
  'subject_type',
  'subject_id',
  'input_type',
  'is_default',
  'archived',
  'pending',
  'revoked_at',
]);

interface HarvestSource {
  readonly endpoint: EndpointId;
  readonly who: { readonly tenant: string; readonly account: string };
  /** What the request was about, by kind. */
  readonly about: EntryFacts;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Adds to the pool what a response shows. */
export function harvestValues(pool: ValuePool, source: HarvestSource, response: unknown): void {
  // The audit trail names the resources of all tenants, which must not count as the reader's.
  if (source.endpoint !== 'admin.audit.list')
    walk(pool, source, endpoints[source.endpoint].returns, response, source.about);
}

function walk(
  pool: ValuePool,
  source: HarvestSource,
  schema: Schema,
  value: unknown,
  parentFacts: EntryFacts,
): void {
  if (isScalar(value)) {
    remember(pool, source, idKindOf(schema) ?? '', value, parentFacts);
  } else if (schema.type === 'array' && Array.isArray(value)) {
    for (const item of value) walk(pool, source, schema.items, item, parentFacts);
  } else if (schema.type === 'record' && isObject(value)) {
    for (const item of Object.values(value)) walk(pool, source, schema.value, item, parentFacts);
  } else if (schema.type === 'multi') {
    const rule = schema.rules.find((each) => findShapeMismatches(each, value).length === 0);
    if (rule) walk(pool, source, rule, value, parentFacts);
  } else if (schema.type === 'object' && isObject(value)) {
    walkObject(pool, source, schema.props, value, parentFacts);
  }
}

function remember(
  pool: ValuePool,
  { who }: HarvestSource,
  kind: string,
  value: unknown,
  facts: EntryFacts,
): void {
  if (kind !== '' && (typeof value === 'number' || (typeof value === 'string' && value !== '')))
    pool.add({ kind, value, tenant: who.tenant, account: who.account, facts });
}

function walkObject(
  pool: ValuePool,
  source: HarvestSource,
  props: Props,
  value: Record<string, unknown>,
  parentFacts: EntryFacts,
): void {
  const { endpoint } = source;
  const kind = (props.id && idKindOf(props.id)) ?? '';
  const facts = factsOf(props, kind, value, parentFacts);
  for (const [name, schema] of Object.entries(props)) {
    const names = idKindOf(schema);
    // A reference does not say which tenant the resource belongs to.
    const isOwn = name === 'id' || (names && KIND_OF_HANDLE[names] === kind);
    walk(pool, source, schema, value[name], isOwn || !isScalar(value[name]) ? facts : parentFacts);
  }
  // account.* responses can show another account's email, which must not count as this company's.
  if (!endpoint.startsWith('account.')) remember(pool, source, 'email', value.email, parentFacts);
  if (kind === 'standard' && isObject(value.current_revision))
    remember(pool, source, 'publishedStandard', value.id, {});
  if (kind === 'standard' && value.deprecated === true && typeof value.name === 'string')
    remember(pool, source, 'deprecatedStandard', value.id, { ...facts, standardName: value.name });
  if (endpoint === 'standards.mergePlan' && typeof value.planHash === 'string')
    rememberMergePlan(pool, source, value);
  // A response without an id describes the subject of the request.
  const of = kind === '' ? subjectKind(endpoint).kind : kind;
  for (const name of ['version', 'draftVersion'])
    remember(pool, source, 'version', value[name], { ...facts, of });
}

/** Facts of the values in an object: its own id, and the ids it refers to. */
function factsOf(
  props: Props,
  kind: string,
  value: Record<string, unknown>,
  parentFacts: EntryFacts,
): EntryFacts {
  const facts: Record<string, Scalar> = { ...parentFacts };
  for (const [name, schema] of Object.entries(props)) {
    const item = value[name];
    if (!isScalar(item)) continue;
    if (REMEMBERED.has(name)) facts[name] = item;
    const names = idKindOf(schema);
    // A resource exists longer than the revision it was seen in.
    if (names && names !== kind && item !== null && !names.endsWith('Revision')) facts[names] = item;
  }
  const { id } = value;
  if (kind !== '' && isScalar(id)) facts[kind] = id;
  return facts;
}

/** The plan of a copy, and the copy where its source has a revision that it does not have. */
function rememberMergePlan(pool: ValuePool, source: HarvestSource, plan: Record<string, unknown>): void {
  const { standard_id: standard, planHash, conflicts, baseRevision, toRevision } = plan;
  const isBehind = isObject(baseRevision) && isObject(toRevision) && baseRevision.id !== toRevision.id;
  if (!isBehind || typeof standard !== 'number') return;
  const ids = Array.isArray(conflicts) ? conflicts.map(({ conflictId }) => String(conflictId)) : [];
  remember(pool, source, 'outdatedCopy', standard, { standard });
  remember(pool, source, 'mergePlan', planHash, { standard, conflicts: ids.join(' ') });
}
