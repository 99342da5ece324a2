/**
 * Tests, over every endpoint, of the ways to send parameters: both spellings, parameters of DELETE, null; and of
 * methods that a path does not have.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { flattenRequest } from '../services/gateway/requests/request-params.ts';
import { parseHttpLine, toJsonBody } from '../shared/contracts/endpoint.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../shared/contracts/published-endpoints.ts';
import { isRequired, type Props, type Schema } from '../shared/contracts/schema.ts';
import { toErrorInfo } from '../shared/kernel/errors/errors.ts';
import { parseParams } from '../shared/kernel/validation/params.ts';
import { createRouteTable } from './gateway-route-table.ts';

const published = publishedEndpoints();
const open = published.filter(({ spec }) => !spec.closed);

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
type Spelling = (name: string) => string;

/**
 * A text of at least that length; where the contract wants a form, the first of the usual ones that has it.
 */
function textFor(pattern: string | undefined, digit: string, length: number): string {
  const forms = [
    digit.repeat(Math.max(1, length)),
    `a${digit}@example.org`,
    digit.repeat(48),
    digit.repeat(64),
  ];
  return forms.find((form) => pattern === undefined || new RegExp(pattern, 'u').test(form)) ?? '';
}

/** A value with every member there is; another one for another `turn`. */
function sample(schema: Schema, turn: number): unknown {
  switch (schema.type) {
    case 'string':
      if (schema.format === 'time') return `203${turn}-01-01T00:00:00Z`;
      return textFor(schema.pattern, `${turn}`, schema.min ?? 1);
    case 'uuid':
      return `00000000-0000-4000-8000-00000000000${turn}`;
    case 'number':
      return (schema.min !== undefined && schema.min > 0 ? schema.min : 0) + turn;
    case 'boolean':
      return turn === 1;
    case 'enum':
      return schema.values[(turn - 1) % schema.values.length];
    case 'array':
      return Array.from({ length: Math.max(1, schema.min ?? 0) }, () => sample(schema.items, turn));
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.props).map(([name, inner]) => [name, sample(inner, turn)]),
      );
    case 'record':
      // The keys of a free map are data, whatever they look like.
      return { some_key: sample(schema.value, turn), otherKey: sample(schema.value, turn) };
    case 'multi': {
      const [first] = schema.rules;
      return first ? sample(first, turn) : null;
    }
    default:
      return `${turn}`;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The same value with every declared name, at any depth, spelled otherwise. */
function spelled(value: unknown, schema: Schema, spelling: Spelling): unknown {
  if (schema.type === 'array' && Array.isArray(value))
    return value.map((item) => spelled(item, schema.items, spelling));
  if (schema.type === 'multi' && schema.rules[0]) return spelled(value, schema.rules[0], spelling);
  if (schema.type === 'object' && isObject(value)) return respelled(value, schema.props, spelling);
  return value;
}

const respelled = (
  value: Record<string, unknown>,
  props: Props,
  spelling: Spelling,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const schema = props[name];
      return schema ? [spelling(name), spelled(inner, schema, spelling)] : [name, inner];
    }),
  );

const membersOf = (props: Props = {}, turn = 1): Record<string, unknown> =>
  Object.fromEntries(Object.entries(props).map(([name, schema]) => [name, sample(schema, turn)]));

const queryOf = (members: Record<string, unknown>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(members).map(([name, value]): [string, string] => [name, String(value)]),
  );

const pathOf = ({ spec }: PublishedEndpoint): Record<string, string> =>
  Object.fromEntries(Object.entries(membersOf(spec.path)).map(([name, value]) => [name, String(value)]));

/** What the service gets of a request. */
function received(
  route: PublishedEndpoint,
  query: Record<string, unknown>,
  body: Record<string, unknown> | undefined,
): unknown {
  const { spec } = route;
  const sent = body && toJsonBody(spec, body);
  return parseParams(spec, flattenRequest(spec, pathOf(route), queryOf(query), sent), 'http');
}

const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    const { code, detail } = toErrorInfo(error);
    return `${code}: ${detail}`;
  }
  return 'accepted';
};

describe('both spellings, everywhere (G6)', () => {
  let names = 0;
  for (const route of open) {
    const { spec } = route;
    const { query = {}, body = {} } = spec;
    if (Object.keys(query).length + Object.keys(body).length === 0) continue;
    it(`${route.id}: snake_case and camelCase are read alike`, () => {
      const sent = { query: membersOf(query), body: membersOf(body) };
      const asDeclared = received(route, sent.query, sent.body);
      for (const spelling of [camel, snake]) {
        const other = received(
          route,
          respelled(sent.query, query, spelling),
          respelled(sent.body, body, spelling),
        );
        assert.deepEqual(other, asDeclared);
      }
    });
    it(`${route.id}: two spellings with two values are refused`, () => {
      for (const [place, props] of [
        ['query', query],
        ['body', body],
      ] as const) {
        for (const [name, schema] of Object.entries(props)) {
          const [one, two] = [sample(schema, 1), sample(schema, 2)];
          const spellings = [camel(name), snake(name)];
          if (
            spellings[0] === spellings[1] ||
            schema.only === 'assistant' ||
            JSON.stringify(one) === JSON.stringify(two)
          )
            continue;
          const both = { [camel(name)]: one, [snake(name)]: two };
          const refusal = refusalOf(() =>
            place === 'query'
              ? received(route, { ...membersOf(without(query, name)), ...both }, membersOf(body))
              : received(route, membersOf(query), { ...membersOf(without(body, name)), ...both }),
          );
          assert.match(refusal, /under different spellings, with different values/, `${place} ${name}`);
          names += 1;
        }
      }
    });
  }
  it('which is more than a few', () => assert.ok(names > 90, String(names)));
});

const without = (props: Props, gone: string): Props =>
  Object.fromEntries(Object.entries(props).filter(([name]) => name !== gone));

describe('DELETE (G7)', () => {
  for (const route of open.filter(({ spec }) => spec.http?.startsWith('DELETE'))) {
    const { query = {}, body = {} } = route.spec;
    it(`${route.id}: takes its parameters in the body and in the query; the body wins`, () => {
      assert.deepEqual(
        Object.keys(query),
        [],
        'declare the parameters of a DELETE as its body: they are taken in the query as well',
      );
      const [one, two] = [membersOf(body, 1), membersOf(body, 2)];
      const inBody = received(route, {}, one);
      assert.deepEqual(received(route, two, one), inBody);
      const plain = Object.entries(body).every(
        ([, schema]) => !['object', 'record', 'any', 'multi'].includes(schema.type),
      );
      if (plain) assert.deepEqual(received(route, one, undefined), inBody);
    });
  }
});

describe('the route comes first (G4, G16)', () => {
  const table = createRouteTable();
  const paths = new Map<string, Set<string>>();
  for (const { spec } of published) {
    for (const http of [spec.http, spec.alias]) {
      if (!http) continue;
      const { method, path } = parseHttpLine(http);
      // Two patterns may fit one address: /api/standards/:id and /api/standards/tags.
      const address = path.replace(/:[A-Za-z]+/g, '7');
      paths.set(address, (paths.get(address) ?? new Set()).add(method));
    }
  }
  it('every path rejects every other method with 405 and the allowed methods', () => {
    let refused = 0;
    for (const [address, methods] of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
        const allowed = table.allowedMethods(address);
        assert.ok(
          [...methods].every((each) => allowed.includes(each)),
          address,
        );
        if (allowed.includes(method)) continue;
        try {
          table.match(method, address);
          assert.fail(`${method} ${address} has a route`);
        } catch (error) {
          const { code, extras } = toErrorInfo(error);
          assert.equal(code, 'METHOD_NOT_ALLOWED', `${method} ${address}`);
          assert.deepEqual(extras.metadata?.allow, allowed);
        }
        refused += 1;
      }
    }
    assert.ok(refused > 200, String(refused));
  });
});

/**
 * Every way to put null where a member of these may only be left out: the path, and the members with that
 * null among them.
 */
function nulled(props: Props, at = ''): { path: string; members: Record<string, unknown> }[] {
  const whole = membersOf(props);
  return Object.entries(props).flatMap(([name, schema]) => {
    const path = `${at}${name}`;
    const own =
      isRequired(schema) || schema.nullable || schema.type === 'any'
        ? []
        : [{ path, members: { ...whole, [name]: null } }];
    const below =
      schema.type === 'object'
        ? nulled(schema.props, `${path}.`).map(({ path, members }) => ({
            path,
            members: { ...whole, [name]: members },
          }))
        : schema.type === 'array' && schema.items.type === 'object'
          ? nulled(schema.items.props, `${path}[0].`).map(({ path, members }) => ({
              path,
              members: { ...whole, [name]: [members] },
            }))
          : [];
    return [...own, ...below];
  });
}

describe('an optional parameter is not nullable (X1)', () => {
  it('null for an optional parameter that is not nullable is 400 with what to do, with a default or without, at any depth', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const route of open) {
      for (const { path, members } of nulled(route.spec.body ?? {})) {
        count += 1;
        const said = refusalOf(() => received(route, membersOf(route.spec.query), members));
        if (said !== `VALIDATION_ERROR: '${path}' must not be null; leave it out.`)
          wrong.push(`${route.id} ${path}: ${said}`);
      }
    }
    assert.deepEqual(wrong, []);
    assert.ok(count > 80, String(count));
  });
});
