/**
 * Tests of regular expressions and other patterns in every search of the contract: they are literal text and do not
 * slow it down.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { JsonValue } from '../../shared/rest-client/json.ts';
import { clientFor, OPEN_ENDPOINTS, type OpenEndpoint, requestPath } from '../world/contract-requests.ts';
import { sampleQuery } from '../world/sample-values.ts';
import { useWorld } from '../world/test-world.ts';

/** Query parameters that look for a part of a text. */
const isSearch = (name: string): boolean => /^(search|searchQuery|tag|fileName)$/.test(name);

const PATTERNS = [
  '(a+)+$',
  `(a+)+$${'a'.repeat(26)}!`,
  `${'.*'.repeat(20)}=`,
  '.*.*.*=',
  '.*',
  '\\',
  '^',
  '$',
  '[a-z]',
  '(?:)',
  '*',
  '?',
  '[',
  '(',
  '[[:alpha:]]',
  '\\w',
  '\\u0041',
  '%',
  '_',
  "' || '1'=='1",
  '\0',
];

const searches = OPEN_ENDPOINTS.flatMap((route) =>
  Object.keys(route.spec.query ?? {}).flatMap((name) => (isSearch(name) ? [{ route, name }] : [])),
);

describe('searches', () => {
  const site = useWorld();

  const search = (route: OpenEndpoint, name: string, pattern: string) => {
    const query = sampleQuery(route.spec.query);
    query.set(name, pattern);
    return clientFor(site, route.spec).request(route.method, `${requestPath(site, route)}?${query}`);
  };
  /** Rows that were found; the categories of a wiki library are shown whatever is searched. */
  const rowsIn = ({ categories: _, ...found }: Record<string, JsonValue>): number =>
    Math.max(0, ...Object.values(found).map((member) => (Array.isArray(member) ? member.length : 0)));

  /** Far more than the milliseconds it takes, far less than the minutes of a pattern that is run. */
  const HUNG_MS = 20_000;
  const timed = async (route: OpenEndpoint, name: string, pattern: string) => {
    const began = performance.now();
    const response = await search(route, name, pattern);
    const took = performance.now() - began;
    assert.ok(took < HUNG_MS, `${route.id} ${name}=${pattern.slice(0, 30)} took ${took.toFixed(0)} ms`);
    return response;
  };

  it('every search is literal: a pattern is plain text, which occurs nowhere, so nothing is found, and nothing hangs (H5)', async () => {
    assert.ok(searches.length >= 8, `${searches.length} searches`);
    for (const { route, name } of searches) {
      for (const pattern of PATTERNS) {
        const { status, body } = await timed(route, name, pattern);
        const shown = `${route.id} ${name}=${pattern}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
        assert.ok(status === 400 || (status === 200 && (rowsIn(body) === 0 || isWhole(route))), shown);
      }
    }
  });

  it('no pattern of ten thousand characters makes a search hang (H5)', async () => {
    const long = [
      '['.repeat(10_000),
      `${'(a+)+'.repeat(2_000)}$`,
      'a'.repeat(10_000),
      `${'.*'.repeat(5_000)}=`,
    ];
    for (const { route, name } of searches) {
      for (const pattern of long) {
        const { status } = await timed(route, name, pattern);
        assert.ok(status === 200 || status === 400, `${route.id} ${name}: ${status}`);
      }
    }
  });
});

/** A response that shows the whole with what was found marked in it. */
const isWhole = ({ id }: OpenEndpoint): boolean => id === 'projects.integratedContent';
