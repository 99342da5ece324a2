/** Tests of invisible, deceptive and ordinary names and titles, for every endpoint of the contract that takes one. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Props, Schema } from '../../shared/contracts/schema.ts';
import type { JsonObject, JsonValue } from '../../shared/rest-client/json.ts';
import { OPEN_ENDPOINTS, type OpenEndpoint, sendToEndpoint } from '../world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { collectProblems, memberPaths } from '../world/response-checks.ts';
import { sampleBody } from '../world/sample-values.ts';
import { useWorld } from '../world/test-world.ts';

const NO_NAMES: Readonly<Record<string, string>> = {
  'nothing but blanks': ' \u00a0\u3000 ',
  'nothing but characters of no width': '\u200b\u200d\u2060\u00ad',
  'nothing but fillers': '\u3164\u115f\uffa0\u2800',
  'a NUL': 'a\0b',
  'a line break': 'a\nb',
  'a bell': 'a\u0007b',
  'a C1 control': 'a\u0085b',
  'a line separator': 'a\u2028b',
  'an override of the direction': 'invoice\u202efdp.exe',
  'an isolate': 'a\u2066b\u2069',
  'a mark of the direction': 'a\u200fb',
};

/** Members that hold a name or a title by what they are called. */
const IS_NAME = /(?:^|_)(?:name|title)$|Name$|^tags$/;
const isText = (schema: Schema): boolean => schema.type === 'string';

interface Place {
  route: OpenEndpoint;
  /** From the top of the body, as an error names it. */
  path: string;
  body: (value: string) => JsonObject;
}

/** Every place in these members where a name stands. */
function places(props: Props): { path: string; schema: Schema; around: (value: JsonValue) => JsonObject }[] {
  return Object.entries(props).flatMap(([name, schema]) => {
    const base = sampleBody(props);
    if (schema.type === 'object') {
      return places(schema.props).map(({ path, schema: inner, around }) => ({
        path: `${name}.${path}`,
        schema: inner,
        around: (value: JsonValue) => ({ ...base, [name]: around(value) }),
      }));
    }
    const isList = schema.type === 'array' && isText(schema.items);
    if (!IS_NAME.test(name) || !(isText(schema) || isList)) return [];
    return [
      {
        path: isList ? `${name}[0]` : name,
        schema: schema.type === 'array' ? schema.items : schema,
        around: (value: JsonValue) => ({ ...base, [name]: isList ? [value] : value }),
      },
    ];
  });
}

/** They repeat a name that is stored already. */
const REPEATED = new Set(['confirmName']);

const named = OPEN_ENDPOINTS.flatMap((route) =>
  places(route.spec.body ?? {}).map((place) => ({ route, ...place })),
).filter(({ path }) => !REPEATED.has(path));

describe('names and titles', () => {
  const site = useWorld();

  it('every parameter called name or title is declared as one (X4)', () => {
    assert.ok(named.length >= 20, `${named.length} names`);
    const plain = named.filter(({ schema }) => schema.type !== 'string' || schema.format !== 'name');
    assert.deepEqual(
      plain.map(({ route, path }) => `${route.id} ${path}`),
      [],
    );
  });

  it('an invisible name, or one with control characters or direction marks, is 400 with its path, and nothing is written (X4)', async () => {
    const cases: (Place & { what: string; value: string })[] = named
      .filter(({ route }) => !route.spec.bodyEncoding)
      .flatMap(({ route, path, around }) =>
        Object.entries(NO_NAMES).map(([what, value]) => ({ route, path, what, value, body: around })),
      );
    const before = await readDatabaseContents(site.node);
    const wrong = await collectProblems(cases, async ({ route, path, what, value, body: around }) => {
      const { status, body } = await sendToEndpoint(site, route, { body: JSON.stringify(around(value)) });
      const told = status === 400 && memberPaths(body).includes(path);
      return told
        ? null
        : `${route.id} ${path} with ${what} answered ${status} ${JSON.stringify(body).slice(0, 200)}`;
    });
    assert.deepEqual(wrong.slice(0, 20), []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('ordinary names of people are accepted (X4)', async () => {
    const names = ['Ø', 'นารี', 'שרה', 'محمد‌رضا', '李', '👩‍👩‍👧', '∅', 'A–Z №1'];
    for (const name of names) {
      const { id } = await site.ada.key.call('categories.create', {
        name: `${name}`,
        subject_type: 'company',
      });
      assert.ok(id > 0, name);
    }
  });

  it('the name of a file is a name too (X4)', async () => {
    const upload = (file: string, name?: string) => {
      const form = new FormData();
      form.set('files', new File([], file, { type: 'application/pdf' }));
      if (name !== undefined) form.set('name', name);
      return site.ada.key.request('POST', `/api/files/projects/${site.ada.projectId}/upload`, form);
    };
    for (const [what, value] of Object.entries(NO_NAMES)) {
      const { status, body } = await upload('a.pdf', value);
      assert.deepEqual([status, memberPaths(body)[0]], [400, 'name'], what);
    }
    const hidden = await upload('invoice\u202efdp.exe');
    assert.deepEqual([hidden.status, memberPaths(hidden.body)], [400, ['files[0]']]);
    assert.equal((await upload('Plan Süd.pdf', 'Plan Nord')).status, 201);
  });

  it('a title in the frontmatter of a wiki page is a finding (X4)', async () => {
    const content = '---\ntitle: "invoice\u202efdp"\n---\n\n# 1 Scope\n';
    const { status, body } = await site.ada.session.request('POST', '/api/wiki/standards', {
      librarySlug: site.wiki.librarySlug,
      content,
    });
    assert.deepEqual([status, body.code, memberPaths(body)], [422, 'MARKUP_ERRORS', ['content']]);
  });
});
