/** Walks a successful answer and remembers what it names. */
import type { EndpointId } from '../shared/contracts/index.ts';
import { kindOfMember, kindOfObject } from './kinds.ts';
import type { Facts, Pool, Scalar } from './pool.ts';

/** Members that requests send back beside an id. */
const REMEMBERED = new Set([
  'subject_type',
  'subject_id',
  'librarySlug',
  'input_type',
  'is_default',
  'archived',
  'pending',
  'revoked_at',
]);

interface Source {
  readonly endpoint: EndpointId;
  readonly who: { readonly tenant: string; readonly account: string };
  /** What the request was about, by kind. */
  readonly about: Facts;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isScalar = (value: unknown): value is Scalar => value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Adds to the pool what an answer shows. */
export function harvest(pool: Pool, source: Source, answer: unknown): void {
  walk(pool, source, answer, '', source.about);
}

function walk(pool: Pool, source: Source, value: unknown, member: string, around: Facts): void {
  if (Array.isArray(value)) for (const item of value) walk(pool, source, item, member, around);
  if (!isObject(value)) return;
  const { endpoint, who } = source;
  const remember = (kind: string, named: unknown, facts: Facts): void => {
    if (kind !== '' && (typeof named === 'number' || (typeof named === 'string' && named !== '')))
      pool.add({ kind, value: named, tenant: who.tenant, account: who.account, facts });
  };
  const kind = kindOfObject(endpoint, member);
  const named =
    kind === 'element' ? (value.element_id ?? value.id) : kind === 'field' && !('id' in value) ? value.element_id : value.id;
  const facts: Record<string, Scalar> = { ...around };
  for (const [name, item] of Object.entries(value)) {
    const refers = isScalar(item) ? kindOfMember(endpoint, name) : '';
    if (REMEMBERED.has(name) && isScalar(item)) facts[name] = item;
    if (refers === '' || name === 'id' || !isScalar(item) || item === null || refers === 'version') continue;
    // Who signs in as somebody else for once is told that one's address; it is no part of the own company's.
    if (!(refers === 'email' && endpoint.startsWith('account.'))) remember(refers, item, around);
    if (refers !== kind && refers !== 'email') facts[refers] = item;
  }
  if (kind !== '' && isScalar(named) && named !== undefined) {
    remember(kind, named, facts);
    facts[kind] = named;
  }
  if (kind === 'standard' && isObject(value.current_revision)) remember('publishedStandard', named, {});
  if (kind === 'wikiLibrary') remember('librarySlug', value.slug, {});
  if (kind === 'wikiStandard') remember('standardSlug', value.slug, facts);
  if (kind === 'edition') remember('editionNumber', value.revision_number, facts);
  for (const name of ['version', 'draftVersion']) remember('version', value[name], { ...facts, of: kind });
  for (const [name, item] of Object.entries(value)) if (!isScalar(item)) walk(pool, source, item, name, facts);
}
