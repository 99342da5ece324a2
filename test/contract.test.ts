/**
 * Tests of the general rules of all contracts: routes, services, ids, texts. The OpenAPI document: `openapi.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { closedEndpoints } from '../shared/contracts/closed-endpoints.ts';
import { type EndpointSpec, parseHttpLine } from '../shared/contracts/endpoint.ts';
import { buildHelp, errorsOfEndpoint } from '../shared/contracts/help.ts';
import { sessionEndpoints } from '../shared/contracts/identity/session.ts';
import { actionsByService, endpoints } from '../shared/contracts/index.ts';
import { pathParamNames, replacePathParams } from '../shared/contracts/path-template.ts';
import { publishedEndpoints } from '../shared/contracts/published-endpoints.ts';
import { idKindOf, type Props, type Schema } from '../shared/contracts/schema.ts';
import { canonicalNames, paramSchemas } from '../shared/kernel/validation/params.ts';

const published = publishedEndpoints();

/**
 * What is an id by its form and does not say of what; in a request also by its name, or as the key of a map.
 */
const nameless = (props: Props, isAsked: boolean, at = ''): string[] =>
  Object.entries(props).flatMap(([name, schema]) => namelessIn(schema, isAsked, `${at}${name}`));

function namelessIn(schema: Schema, isAsked: boolean, path: string): string[] {
  switch (schema.type) {
    case 'object':
      return nameless(schema.props, isAsked, `${path}.`);
    case 'array':
      return namelessIn(schema.items, isAsked, path);
    case 'multi':
      return schema.rules.flatMap((rule) => namelessIn(rule, isAsked, path));
    case 'record':
      return [
        ...(schema.idKind || !isAsked ? [] : [path]),
        ...namelessIn(schema.value, isAsked, `${path}.*`),
      ];
    default: {
      const isCounted =
        schema.type === 'number' &&
        schema.integer &&
        schema.min === 1 &&
        schema.max === Number.MAX_SAFE_INTEGER;
      const isCalledId = isAsked && /(?:^|_)ids?$|Ids?$|Slug$/.test(path);
      const isId = isCounted || schema.type === 'uuid' || isCalledId;
      return isId && !idKindOf(schema) ? [path] : [];
    }
  }
}

/** Texts that are compared or parsed, not stored as they are. */
const UNSTORED =
  /^(?:password|token|(?:base|conflict)Version|(?:plan)?[hH]ash|seal_token|(?:element_)?address|references|confirmName|markdown|field|holdingScope|mime_type|head)$/;

/** The texts of a request that would be stored with any control characters. */
const uncheckedTexts = (name: string, schema: Schema): string[] => {
  switch (schema.type) {
    case 'object':
      return Object.entries(schema.props).flatMap(([member, of]) =>
        uncheckedTexts(member, of).map((path) => `${name}.${path}`),
      );
    case 'array':
      return uncheckedTexts(name, schema.items);
    case 'record':
      return uncheckedTexts(name, schema.value);
    case 'multi':
      return schema.rules.flatMap((rule) => uncheckedTexts(name, rule));
    case 'string':
      return schema.format || schema.pattern || UNSTORED.test(name) ? [] : [name];
    default:
      return [];
  }
};

describe('the contracts', () => {
  it('a text that is stored has a format, which refuses control characters (X4, X8)', () => {
    const unchecked = published.flatMap(({ id, spec: { body = {} } }) =>
      Object.entries(body).flatMap(([name, schema]) =>
        uncheckedTexts(name, schema).map((path) => `${id} ${path}`),
      ),
    );
    // One is compared with the normal form, one is base64, and one is cleaned. Passwords are hashed as they are.
    assert.deepEqual(
      unchecked.filter((path) => !path.startsWith('account.password.change ')),
      [
        'account.login email',
        'standards.images.upload files.name',
        'datasheets.import spreadsheet',
        'files.upload files.name',
      ],
    );
  });

  it('no two endpoints share a method and a path', () => {
    const seen = new Map<string, string>();
    for (const { id, spec } of published) {
      for (const http of [spec.http, spec.alias]) {
        if (!http) continue;
        const shape = replacePathParams(http, () => ':');
        assert.equal(seen.get(shape), undefined, `${id} and ${seen.get(shape)}: ${http}`);
        seen.set(shape, id);
      }
    }
  });

  it('an entry lists no error that follows from its other members', () => {
    for (const { id, spec } of published) {
      const implied = new Set(errorsOfEndpoint({ ...spec, errors: [] }).map(({ code }) => code));
      assert.deepEqual(
        (spec.errors ?? []).filter((code) => implied.has(code)),
        [],
        id,
      );
    }
  });

  it('every action has one service that answers it; what the gateway answers without one has none', () => {
    const served = Object.values(actionsByService).flatMap((actions) => Object.keys(actions));
    const inGateway = [...Object.keys(sessionEndpoints), ...Object.keys(closedEndpoints)];
    assert.deepEqual([...served, ...inGateway].sort(), Object.keys(endpoints).sort());
  });

  for (const { id, spec } of published) {
    it(`${id}: its path, parameters, resource and status fit together`, () => {
      const { method, path } = parseHttpLine(spec.http ?? '');
      const inPath = pathParamNames(path);
      assert.deepEqual(inPath, Object.keys(spec.path ?? {}), 'path parameters');
      if (method === 'GET') assert.equal(spec.body, undefined, 'a GET has no body');
      const by = spec.on && paramSchemas(spec)[spec.on.by];
      // A standard has one working copy, which has no id of its own.
      const kind = spec.on?.resource === 'workingCopy' ? 'standard' : spec.on?.resource;
      if (spec.on) assert.equal(by && idKindOf(by), kind, `what ${spec.on.by} names`);
      if (spec.auth === 'none')
        assert.deepEqual(spec.permissions, [], 'a public endpoint needs no permission');
      if (method === 'GET') assert.notEqual(spec.mutates, true, 'a GET changes nothing');
      const names = Object.keys(paramSchemas(spec));
      const all =
        Object.keys(spec.path ?? {}).length +
        Object.keys(spec.query ?? {}).length +
        Object.keys(spec.body ?? {}).length;
      assert.equal(names.length, all, 'a name stands in one place only');
      assert.ok(canonicalNames(paramSchemas(spec)).size >= names.length);
      assert.ok(spec.summary.length > 10 && !spec.summary.endsWith('.'), 'a summary is a phrase');
    });
  }

  for (const { id, spec } of published) {
    it(`${id}: every id it takes or responses says of what it is one`, () => {
      const inPath = Object.entries(spec.path ?? {}).flatMap(([name, schema]) =>
        idKindOf(schema) ? [] : [name],
      );
      const requested = [...inPath, ...nameless(spec.query ?? {}, true), ...nameless(spec.body ?? {}, true)];
      const wanting = [...requested, ...namelessIn(spec.returns, false, 'answer')];
      assert.deepEqual(wanting, [], 'idOf, uuidOf, mapById or names of shared/contracts/schema.ts say it');
    });
  }

  it('an internal action has no route and is in no document', () => {
    const internal = Object.entries<EndpointSpec>(endpoints).filter(([, spec]) => !spec.http);
    assert.ok(internal.length > 0);
    const text = JSON.stringify(buildHelp(published, 'full'));
    for (const [id] of internal) assert.ok(!text.includes(`"${id}"`), id);
  });
});
