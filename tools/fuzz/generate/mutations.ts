/**
 * Generator of mutations for an endpoint, and their effect on a valid request: one value replaced, removed,
 * added or respelled, or the method, headers or bytes changed.
 */
import fc from 'fast-check';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { Props, Schema } from '../../../shared/contracts/schema.ts';
import { type FuzzRequest, percentEncode } from '../fuzz-request.ts';
import { boundaryValues } from './schema-values.ts';
import { HOSTILE_TEXTS, HOSTILE_VALUES, UNEXPECTED_MEMBERS } from './texts.ts';
import { anyWireMutation, type WireMutation } from './wire-mutations.ts';

export type Mutation =
  | { readonly kind: 'value'; readonly at: number; readonly value: unknown }
  | {
      readonly kind: 'bound';
      readonly name: string;
      readonly place: 'path' | 'query' | 'body';
      readonly value: unknown;
    }
  | { readonly kind: 'omit'; readonly at: number }
  | { readonly kind: 'add'; readonly name: string; readonly value: unknown }
  | { readonly kind: 'respell'; readonly at: number; readonly twice: boolean }
  | {
      readonly kind: 'query';
      readonly name: string;
      readonly value: string;
      readonly form: '' | '[$ne]' | '[]' | 'twice';
    }
  | { readonly kind: 'path'; readonly at: number; readonly value: string }
  | { readonly kind: 'wire'; readonly mutation: WireMutation };

const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.constantFrom(...HOSTILE_VALUES),
);

/** Mutations that fit the parameters of an endpoint. */
export function mutationsFor(spec: EndpointSpec): fc.Arbitrary<Mutation> {
  const bounds = boundsIn(spec);
  const names = [...Object.keys(spec.query ?? {}), 'limit', 'search', 'id', 'constructor', '__proto__'];
  const choices: { weight: number; arbitrary: fc.Arbitrary<Mutation> }[] = [
    ...(spec.path ? [{ weight: 3, arbitrary: pathMutation }] : []),
    { weight: spec.query ? 3 : 1, arbitrary: queryMutation(names) },
    { weight: 3, arbitrary: anyWireMutation.map((mutation): Mutation => ({ kind: 'wire', mutation })) },
    ...(bounds.length > 0 ? [{ weight: 4, arbitrary: fc.constantFrom(...bounds) }] : []),
    ...(spec.body
      ? [
          {
            weight: 5,
            arbitrary: fc.record({
              kind: fc.constant('value' as const),
              at: fc.nat({ max: 200 }),
              value: hostile,
            }),
          },
          {
            weight: 2,
            arbitrary: fc.record({ kind: fc.constant('omit' as const), at: fc.nat({ max: 50 }) }),
          },
          {
            weight: 2,
            arbitrary: fc
              .constantFrom(...UNEXPECTED_MEMBERS)
              .map(([name, value]): Mutation => ({ kind: 'add', name, value })),
          },
          {
            weight: 1,
            arbitrary: fc.record({
              kind: fc.constant('respell' as const),
              at: fc.nat({ max: 50 }),
              twice: fc.boolean(),
            }),
          },
        ]
      : []),
  ];
  return fc.oneof(...choices);
}

const pathMutation: fc.Arbitrary<Mutation> = fc
  .tuple(
    fc.nat({ max: 3 }),
    fc.oneof(
      fc.constantFrom(...HOSTILE_TEXTS).map(percentEncode),
      fc.constantFrom('1%00', '%E0%A4%A', '%2F', '..', '.', '%2e%2e', '1;a=b', '%F0%9F'),
    ),
  )
  .map(([at, value]) => ({ kind: 'path', at, value: value === '' ? '%20' : value }));

const queryMutation = (names: readonly string[]): fc.Arbitrary<Mutation> =>
  fc.record({
    kind: fc.constant('query' as const),
    name: fc.constantFrom(...names),
    value: fc.constantFrom(...HOSTILE_TEXTS),
    form: fc.constantFrom('' as const, '' as const, '[$ne]' as const, '[]' as const, 'twice' as const),
  });

/** The HTTP parser refuses longer request targets. */
const MAX_TARGET_VALUE = 15_000;

/** Every bound of every declared parameter, one level into lists and objects of the body too. */
function boundsIn(spec: EndpointSpec): Mutation[] {
  const of = (place: 'path' | 'query' | 'body', props: Props | undefined): Mutation[] =>
    Object.entries(props ?? {}).flatMap(([name, schema]) =>
      [...boundaryValues(schema), ...(place === 'body' ? innerSchema(schema) : [])]
        .filter((value) => place === 'body' || percentEncode(textOf(value)).length < MAX_TARGET_VALUE)
        .map((value) => ({ kind: 'bound' as const, name, place, value })),
    );
  return [...of('path', spec.path), ...of('query', spec.query), ...of('body', spec.body)];
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function innerSchema(schema: Schema): unknown[] {
  if (schema.type === 'array') return boundaryValues(schema.items).map((value) => [value]);
  if (schema.type !== 'object') return [];
  return Object.entries(schema.props).flatMap(([name, member]) =>
    boundaryValues(member).map((value) => ({ [name]: value })),
  );
}

/** The request after a mutation; unchanged where it does not apply. */
export function applyMutation(request: FuzzRequest, mutation: Mutation): FuzzRequest {
  switch (mutation.kind) {
    case 'value':
      return { ...request, body: replaceAt(request.body, mutation.at, mutation.value) };
    case 'bound':
      return applyBound(request, mutation);
    case 'omit': {
      const entries = entriesOf(request.body);
      return entries.length === 0
        ? request
        : {
            ...request,
            body: Object.fromEntries(entries.filter((_, at) => at !== mutation.at % entries.length)),
          };
    }
    case 'add':
      return {
        ...request,
        body: Object.fromEntries([...entriesOf(request.body), [mutation.name, mutation.value]]),
      };
    case 'respell':
      return { ...request, body: respellMember(request.body, mutation) };
    case 'query': {
      const { name, value, form } = mutation;
      const more: [string, string][] =
        form === 'twice'
          ? [
              [name, value],
              [name, value],
            ]
          : [[`${name}${form}`, value]];
      return { ...request, query: [...request.query.filter(([known]) => known !== name), ...more] };
    }
    case 'path': {
      const names = Object.keys(request.path);
      const name = names[mutation.at % (names.length || 1)];
      return name === undefined ? request : { ...request, path: { ...request.path, [name]: mutation.value } };
    }
    case 'wire':
      return mutation.mutation(request);
  }
}

function applyBound(
  request: FuzzRequest,
  { name, place, value }: Extract<Mutation, { kind: 'bound' }>,
): FuzzRequest {
  const text = textOf(value);
  if (place === 'path')
    return { ...request, path: { ...request.path, [name]: percentEncode(text) || '%20' } };
  if (place === 'query')
    return { ...request, query: [...request.query.filter(([known]) => known !== name), [name, text]] };
  return { ...request, body: { ...Object.fromEntries(entriesOf(request.body)), [name]: value } };
}

const entriesOf = (body: unknown): [string, unknown][] =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.entries(body) : [];

/** The body with its n-th value, counted through all depths, replaced. */
function replaceAt(body: unknown, at: number, value: unknown): unknown {
  const total = count(body);
  if (total === 0) return value;
  let left = at % total;
  const visit = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    const step = (child: unknown): unknown => {
      left -= 1;
      return left === -1 ? value : visit(child);
    };
    return Array.isArray(node)
      ? node.map(step)
      : Object.fromEntries(Object.entries(node).map(([name, child]) => [name, step(child)]));
  };
  return visit(body);
}

function count(node: unknown): number {
  if (typeof node !== 'object' || node === null) return 0;
  const children: unknown[] = Object.values(node);
  return children.reduce((sum: number, child) => sum + 1 + count(child), 0);
}

/** One member in the other spelling; twice: in both, with different values. */
function respellMember(body: unknown, { at, twice }: { at: number; twice: boolean }): unknown {
  const entries = entriesOf(body);
  const chosen = entries[at % (entries.length || 1)];
  if (!chosen) return body;
  const [name, value] = chosen;
  const other = name.includes('_')
    ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (other === name) return body;
  return Object.fromEntries(
    entries.flatMap(([known, item]): [string, unknown][] =>
      known !== name
        ? [[known, item]]
        : twice
          ? [
              [name, value],
              [other, typeof value === 'number' ? value + 1 : value],
            ]
          : [[other, value]],
    ),
  );
}
