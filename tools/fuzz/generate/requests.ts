/**
 * Generator of requests of one principal to one endpoint, valid by its contract and with values from the
 * pool; half of them are then mutated.
 */
import fc from 'fast-check';
import { type EndpointSpec, parseHttpLine, toJsonBody } from '../../../shared/contracts/endpoint.ts';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import type { Schema } from '../../../shared/contracts/schema.ts';
import { type FilePart, type FuzzRequest, percentEncode } from '../fuzz-request.ts';
import { parameterKind, subjectKind } from '../parameter-kinds.ts';
import { type EntryFacts, type PoolEntry, relatedEntries, type ValuePool } from '../value-pool.ts';
import type { FuzzPrincipal } from '../world/principals.ts';
import { RECIPES } from './body-recipes.ts';
import { applyMutation, type Mutation, mutationsFor } from './mutations.ts';
import type { RecipeContext } from './recipe.ts';
import { type GenerationContext, memberValues } from './schema-values.ts';
import { markedText } from './texts.ts';

export interface TargetEndpoint {
  readonly id: EndpointId;
  readonly spec: EndpointSpec;
}

/** Endpoints whose texts are public: wiki pages, names of companies and accounts, announcements. */
const PUBLIC_TEXT = /^(wiki\.|admin\.|companies\.|account\.(register|login|verify|password))/;

/** Requests of one principal to one endpoint about one resource. */
export function requestsFor(
  { id, spec }: TargetEndpoint,
  who: FuzzPrincipal,
  pool: ValuePool,
  roll: number,
): fc.Arbitrary<FuzzRequest> {
  const { kind: subject, facts } = chooseSubject({ id, spec }, who, pool, roll);
  const mark = PUBLIC_TEXT.test(id) ? '' : who.mark;
  const relatedOwn = (kind: string): readonly PoolEntry[] => {
    const own = pool.findOwn(kind, who);
    // First what belongs to the subject itself, then what shares an owner with it, then anything of the kind.
    const inside = own.filter(
      ({ facts: known }) => known[subject] !== undefined && known[subject] === facts[subject],
    );
    const of = kind === 'version' ? inside.filter((entry) => entry.facts.of === subject) : inside;
    return [of, inside, relatedEntries(own, facts)].find((fit) => fit.length > 0) ?? own;
  };
  const context: GenerationContext = {
    mark,
    lookup: (name, schema) =>
      parameterValue(id, name, schema, {
        facts,
        related: relatedOwn,
        foreign: (kind) => pool.findForeign(kind, who),
      }),
  };
  const { method, path } = parseHttpLine((roll % 7 === 0 ? spec.alias : undefined) ?? spec.http ?? '');
  const valid = fc
    .record({
      path: memberValues(
        Object.fromEntries(
          Object.entries(spec.path ?? {}).map(([name, schema]) => [name, { ...schema, optional: false }]),
        ),
        context,
      ),
      query: memberValues(spec.query ?? {}, context),
      body: spec.body
        ? bodiesFor(id, spec, context, {
            mark,
            facts,
            related: relatedOwn,
            seen: (kind) => pool.findOwn(kind, who),
            bySession: who.kind === 'session',
          })
        : fc.constant(undefined),
      files:
        spec.bodyEncoding === 'multipart'
          ? fc.array(filePart(mark), { minLength: 1, maxLength: 2 })
          : fc.constant(undefined),
    })
    .map(
      ({ path: inPath, query, body, files }): FuzzRequest => ({
        who: who.name,
        endpoint: id,
        method,
        template: path,
        path: Object.fromEntries(
          Object.entries(inPath).map(([name, value]) => [name, percentEncode(String(value))]),
        ),
        query: Object.entries(query).map(
          ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
        ),
        ...(body === undefined ? {} : { body: spec.arrayBody ? toJsonBody(spec, Object(body)) : body }),
        ...(files === undefined ? {} : { files }),
        // Failed sign-ins are limited by IP address.
        headers:
          id === 'account.login'
            ? { 'x-forwarded-for': `10.${roll & 255}.${(roll >> 8) & 255}.${(roll >> 16) & 255}` }
            : {},
      }),
    );
  const mutations: fc.Arbitrary<Mutation[]> = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 4, arbitrary: fc.array(mutationsFor(spec), { minLength: 1, maxLength: 1 }) },
    { weight: 1, arbitrary: fc.array(mutationsFor(spec), { minLength: 2, maxLength: 3 }) },
  );
  return fc.tuple(valid, mutations).map(([request, list]) => list.reduce(applyMutation, request));
}

function bodiesFor(
  id: EndpointId,
  spec: EndpointSpec,
  context: GenerationContext,
  recipeContext: RecipeContext,
): fc.Arbitrary<unknown> {
  const bySchema = memberValues(
    Object.fromEntries(
      Object.entries(spec.body ?? {}).filter(
        ([name]) => spec.bodyEncoding !== 'multipart' || name !== 'files',
      ),
    ),
    context,
  );
  const recipe = RECIPES[id];
  if (!recipe) return bySchema;
  return fc.oneof({ weight: 5, arbitrary: recipe(recipeContext) }, { weight: 1, arbitrary: bySchema });
}

interface PoolView {
  readonly facts: EntryFacts;
  related(kind: string): readonly PoolEntry[];
  foreign(kind: string): readonly PoolEntry[];
}

/**
 * Value of a parameter whose kind is in the pool: mostly the request's subject, sometimes another tenant's.
 */
function parameterValue(
  id: EndpointId,
  name: string,
  schema: Schema,
  { facts, related, foreign }: PoolView,
): fc.Arbitrary<unknown> | null {
  if (schema.type === 'array' || schema.type === 'object') return null;
  const kind = parameterKind(id, name, schema);
  const subjectValue = facts[name] ?? (kind === '' ? undefined : facts[kind]);
  const own = kind === '' ? [] : related(kind);
  // A response may repeat an email of its request, which the isolation check would report.
  const others = kind === '' || kind === 'email' || kind === 'memberEmail' ? [] : foreign(kind);
  const choices = [
    ...(subjectValue === undefined || subjectValue === null
      ? []
      : [{ weight: 12, arbitrary: fc.constant<unknown>(subjectValue) }]),
    ...(own.length === 0 ? [] : [{ weight: 4, arbitrary: pick(own) }]),
    ...(others.length === 0 ? [] : [{ weight: 1, arbitrary: pick(others) }]),
  ];
  if (choices.length === 0) return null;
  return fc.oneof(...choices);
}

const pick = (entries: readonly PoolEntry[]): fc.Arbitrary<unknown> =>
  fc.nat({ max: entries.length - 1 }).map((at) => entries[at]?.value);

/**
 * Subject of the request: a resource that its path names, or one of the kind in `SUBJECT_KINDS` for an
 * endpoint without path values.
 */
function chooseSubject(
  { id }: TargetEndpoint,
  who: FuzzPrincipal,
  pool: ValuePool,
  roll: number,
): { kind: string; facts: EntryFacts } {
  const { kind, requiredContext } = subjectKind(id);
  if (kind === '') return { kind, facts: {} };
  const own = pool
    .findOwn(kind, who)
    .filter(({ facts }) => requiredContext.every((each) => facts[each] !== undefined));
  const foreign = pool.findForeign(kind, who);
  const candidates = (roll % 8 === 0 && foreign.length > 0) || own.length === 0 ? foreign : own;
  // Half of the time one of the newest, which can be changed more often.
  const entry =
    roll % 2 === 0
      ? candidates.at(-1 - (Math.floor(roll / 16) % Math.min(6, candidates.length || 1)))
      : candidates[Math.floor(roll / 16) % (candidates.length || 1)];
  return { kind, facts: entry ? { ...entry.facts, [kind]: entry.value } : {} };
}

const PDF = '%PDF-1.4\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** A file of its declared type, sometimes of another. */
const filePart = (mark: string): fc.Arbitrary<FilePart> =>
  fc
    .tuple(
      markedText(mark, 60),
      fc.constantFrom(
        { end: 'pdf', type: 'application/pdf', content: PDF },
        { end: 'pdf', type: 'application/pdf', content: PDF },
        { end: 'pdf', type: 'application/pdf', content: PDF },
        { end: 'pdf', type: 'application/pdf', content: 'plain text' },
        { end: 'png', type: 'image/png', content: PDF },
        {
          end: 'svg',
          type: 'image/svg+xml',
          content: '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
        },
        { end: 'txt', type: 'text/plain', content: 'a,b' },
      ),
    )
    .map(([name, { end, type, content }]): FilePart => ({ name: `${name}.${end}`, type, content }));
