/** Tests of the parameters of requests: conversion from text, precedence of the path, errors. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { type EndpointSpec, endpoint } from '../../../shared/contracts/endpoint.ts';
import {
  anyValue,
  boolean,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  recordById,
  text,
} from '../../../shared/contracts/schema.ts';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { parseParams } from '../../../shared/kernel/validation/params.ts';
import { flattenRequest } from './request-params.ts';

const sample = endpoint({
  http: 'PUT /api/samples/:id',
  group: 'standards',
  summary: 'A sample',
  auth: 'none',
  permissions: [],
  mutates: true,
  path: { id },
  query: {
    per_page: optional({ type: 'number', integer: true, min: 1, max: 100 }),
    include_deprecated: optional(boolean),
    search: optional(text),
  },
  body: {
    name: optional(text),
    sort_order: optional(integer),
    items: optional(list(object({ element_id: id }))),
    kind: optional(oneOf('a', 'b')),
    sides: optional(list(nullable(oneOf('a', 'b')))),
    by_id: optional(recordById('field', oneOf('a', 'b'))),
  },
  returns: anyValue,
});
const caught = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

const strict: EndpointSpec = { ...sample, strictBody: true };
const removal: EndpointSpec = { ...sample, http: 'DELETE /api/samples/:id' };

const read = (path: string, query = '', body?: unknown, spec: EndpointSpec = sample) =>
  parseParams(spec, flattenRequest(spec, { id: path }, new URLSearchParams(query), body), 'http');
const problem = (call: () => unknown): string | undefined => {
  try {
    call();
  } catch (error) {
    const { code, extras } = toErrorInfo(error);
    return code === 'VALIDATION_ERROR' ? extras.errors?.[0]?.path : code;
  }
  return undefined;
};

describe('request parameters', () => {
  it('a null in a list or a map is named itself, not as a list that is missing', () => {
    const refused = (body: object) => {
      const { code, extras } = toErrorInfo(caught(() => read('5', '', body)));
      return [code, extras.errors];
    };
    const isNull = (path: string) => ['VALIDATION_ERROR', [{ path, message: `'${path}' must not be null.` }]];
    assert.deepEqual(refused({ items: [null] }), isNull('items[0]'));
    assert.deepEqual(refused({ items: [{ element_id: 1 }, null] }), isNull('items[1]'));
    assert.deepEqual(refused({ by_id: { 7: null } }), isNull('by_id.7'));
    assert.deepEqual(read('5', '', { sides: ['a', null] }), { id: 5, sides: ['a', null] });
  });

  it('an integer parameter states its range, at any depth (G5)', () => {
    const detail = (call: () => unknown): string => toErrorInfo(caught(call)).detail;
    const anyId = 'must be a whole number from 1 to 9007199254740991.';
    for (const wrong of ['1.5', '99999999999999999999', 'one'])
      assert.equal(
        detail(() => read(wrong)),
        `'id' ${anyId}`,
      );
    assert.equal(
      detail(() => read('7', '', { items: [{ element_id: 1.5 }] })),
      `'items[0].element_id' ${anyId}`,
    );
    assert.equal(
      detail(() => read('7', 'per_page=2.5')),
      "'per_page' must be a whole number from 1 to 100.",
    );
  });

  it('only a plain integer is an id (H2)', () => {
    assert.deepEqual(read('7'), { id: 7 });
    for (const wrong of [
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      '9007199254740993',
      '1\u0000',
      '１',
      '[]',
      'true',
      '',
      '01',
      ' 1',
      '+1',
    ]) {
      assert.equal(
        problem(() => read(wrong)),
        'id',
        wrong,
      );
    }
  });

  it('the path wins; a body that names another id is 400 (H7, G18)', () => {
    assert.deepEqual(read('5', 'id=9', { id: 5, name: 'x' }), { id: 5, name: 'x' });
    assert.equal(
      problem(() => read('5', '', { id: 7 })),
      'id',
    );
  });

  it('an id in the body is compared with the path, never used (H6, H7)', () => {
    for (const id of [{ toString: 'x', valueOf: 'y' }, { toString: null }, ['5'], [5], {}, null, true])
      assert.equal(
        problem(() => read('5', '', { id })),
        'id',
      );
  });

  it('values outside a range are 400, never clamped (G5)', () => {
    for (const wrong of ['0', '101', '-1', '1e2', ''])
      assert.equal(
        problem(() => read('1', `per_page=${wrong}`)),
        'per_page',
      );
  });

  it('query booleans are true, false, 1 and 0 (G19)', () => {
    assert.deepEqual(read('1', 'include_deprecated=1'), { id: 1, include_deprecated: true });
    assert.deepEqual(read('1', 'include_deprecated=false'), { id: 1, include_deprecated: false });
    assert.equal(
      problem(() => read('1', 'include_deprecated=yes')),
      'include_deprecated',
    );
  });

  it('a known query name with brackets or sent twice is 400 (G19, H4)', () => {
    assert.equal(
      problem(() => read('1', 'search[$ne]=x')),
      'search[$ne]',
    );
    assert.equal(
      problem(() => read('1', 'search=a&search=b')),
      'search',
    );
    assert.deepEqual(read('1', 'unknown[$ne]=x&unknown=y'), { id: 1 });
  });

  it('both spellings are accepted at any depth; two different values are 400 (G6)', () => {
    assert.deepEqual(read('1', 'perPage=5', { sortOrder: 2, items: [{ elementId: 3 }] }), {
      id: 1,
      per_page: 5,
      sort_order: 2,
      items: [{ element_id: 3 }],
    });
    assert.ok(problem(() => read('1', '', { sort_order: 1, sortOrder: 2 })));
    assert.deepEqual(read('1', '', { sort_order: 1, sortOrder: 1 }), { id: 1, sort_order: 1 });
  });

  it('an unknown body field is 400 where the endpoint says so and ignored elsewhere (G5)', () => {
    assert.deepEqual(read('1', '', { other: 1, name: 'x' }), { id: 1, name: 'x' });
    assert.equal(
      problem(() => read('1', '', { other: 1 }, strict)),
      'other',
    );
  });

  it('the body is an object; operators are rejected as values of the wrong type (G18, H4)', () => {
    assert.equal(
      problem(() => read('1', '', [1])),
      '',
    );
    assert.equal(
      problem(() => read('1', '', { name: { $gt: '' } })),
      'name',
    );
    assert.equal(
      problem(() => read('1', '', { kind: ['a'] })),
      'kind',
    );
  });

  it('parameters of DELETE come in the query or the body; the body wins (G7)', () => {
    assert.deepEqual(read('1', 'name=query&sort_order=4', { name: 'body' }, removal), {
      id: 1,
      name: 'body',
      sort_order: 4,
    });
  });

  it('dryRun that differs between query and body is 400; of DELETE the body wins (H7, G7)', () => {
    const flatten = (spec: EndpointSpec, query: string, body: unknown) =>
      flattenRequest(spec, { id: '5' }, new URLSearchParams(query), body);
    for (const [asked, sent] of [
      ['dryRun=true', { dryRun: false }],
      ['dryRun=false', { dryRun: true }],
      ['dry_run=1', { dry_run: false }],
      ['dryRun=true', { dryRun: null }],
    ] as const)
      assert.equal(
        problem(() => flatten(sample, asked, sent)),
        asked.split('=')[0],
      );
    assert.deepEqual(flatten(sample, 'dryRun=1', { dryRun: true }), { dryRun: true, id: 5 });
    assert.deepEqual(flatten(removal, 'dryRun=false', { dryRun: true }), { dryRun: true, id: 5 });
  });

  it('half of a surrogate pair, as a form field of another charset or a tool on the bus may bring it, is 400 (G18, H8)', () => {
    const thrown = caught(() => parseParams(sample, { id: 1, search: 'A\ud800' }, 'bus'));
    assert.deepEqual(
      toErrorInfo(thrown).extras.errors?.map(({ path }) => path),
      ['search'],
    );
  });

  it('a list beyond its limit is refused without looking through it (hardening H8)', () => {
    const items = Array.from({ length: 200_000 }, () => ({ element_id: 'x' }));
    const thrown = caught(() => parseParams(sample, { id: 1, items }, 'http'));
    assert.equal(toErrorInfo(thrown).extras.errors?.length, 1);
  });
});
