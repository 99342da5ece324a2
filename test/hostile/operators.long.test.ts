/** Tests of MongoDB query operators in every query parameter and every member of every body. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { isRequired, type Props, type Schema } from '../../shared/contracts/schema.ts';
import type { JsonObject, JsonValue } from '../../shared/rest-client/json.ts';
import { type RawResponse, sendJsonByKey } from '../../tools/world/raw-http.ts';
import { withDatabases } from '../test-servers.ts';
import { OPEN_ENDPOINTS, type OpenEndpoint, sendToEndpoint } from '../world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { collectProblems, memberPaths } from '../world/response-checks.ts';
import { sampleBody, sampleQuery, sampleValue } from '../world/sample-values.ts';
import { shareOf } from '../world/share-of.ts';
import { useWorld } from '../world/test-world.ts';

/** Marks whatever a client sent as an operator, so that it is found again in what the database was asked. */
const MARK = 'sent-as-operator';
const OPERATORS: readonly JsonObject[] = [
  { $ne: MARK },
  { $gt: '', $comment: MARK },
  { $regex: '.*', $comment: MARK },
  { $where: `sleep(5000) || '${MARK}'` },
  { $in: [MARK] },
  { $nor: [{ name: MARK }] },
  { $expr: { $eq: ['$name', MARK] } },
];

/** Every place of a body where a plain value belongs, with a way to put something else there. */
function* leavesOf(
  props: Props,
  at = '',
): Generator<{ path: string; schema: Schema; put: (value: JsonValue) => JsonObject }> {
  for (const [name, schema] of Object.entries(props)) {
    const path = at ? `${at}.${name}` : name;
    const put = (value: JsonValue): JsonObject => ({ ...sampleBody(props), [name]: value });
    if (schema.type === 'object')
      for (const leaf of leavesOf(schema.props, path)) yield { ...leaf, put: (v) => put(leaf.put(v)) };
    else if (schema.type === 'array') {
      const { items } = schema;
      yield { path, schema, put };
      if (items.type === 'object') {
        for (const leaf of leavesOf(items.props, `${path}[0]`))
          yield { ...leaf, put: (value) => put([leaf.put(value)]) };
      } else if (isPlain(items)) yield { path: `${path}[0]`, schema: items, put: (value) => put([value]) };
    } else if (isPlain(schema)) yield { path, schema, put };
  }
}

const isPlain = ({ type }: Schema): boolean => ['string', 'uuid', 'number', 'boolean', 'enum'].includes(type);

const withBody = OPEN_ENDPOINTS.filter(({ spec }) => spec.body && !spec.bodyEncoding);
const withQuery = OPEN_ENDPOINTS.filter(({ spec }) => spec.query);

describe('database operators', () => {
  const site = useWorld();
  beforeAll(async () => {
    await withDatabases(site.node.node.config.databasePrefix, async (databases) => {
      for (const database of databases) {
        // Room for every command of this file: by default the oldest make place after a megabyte.
        await database.createCollection('system.profile', { capped: true, size: 64 * 1024 * 1024 });
        await database.setProfilingLevel('all');
      }
    });
  });

  const send = (route: OpenEndpoint, query: string, body?: string): Promise<RawResponse> =>
    sendToEndpoint(site, route, { query, body });
  const shown = ({ status, text }: RawResponse): string => `${status} ${text.slice(0, 200)}`;

  it('an operator, a list or a second value for a query parameter is 400 that names it (H4)', async () => {
    const cases = withQuery.flatMap((route) =>
      Object.keys(route.spec.query ?? {}).map((name) => ({ route, name })),
    );
    assert.ok(cases.length > 60, `${cases.length} query parameters`);
    const before = await readDatabaseContents(site.node);
    const numbered = cases.map((one, at) => ({ ...one, at }));
    const wrong = await collectProblems(numbered, async ({ route, name, at }) => {
      const others = sampleQuery(route.spec.query);
      others.delete(name);
      const body = route.spec.body ? JSON.stringify(sampleBody(route.spec.body)) : undefined;
      const forms: [string, string][] = [
        [`${name}[$ne]`, MARK],
        [`${name}[$regex]`, '.*'],
        [`${name}[$gt]`, ''],
        [`${name}[]`, MARK],
        [`${name}[0]`, MARK],
        [`${name}[a][b]`, MARK],
      ];
      for (const [key, value] of shareOf(forms, at)) {
        for (const encode of [encodeURIComponent, (text: string) => text]) {
          const response = await send(route, `${others}&${encode(key)}=${value}`, body);
          if (response.status !== 400 || !memberPaths(response.body).includes(key))
            return `${route.id} ${key} ${shown(response)}`;
        }
      }
      const twice = await send(route, `${others}&${name}=1&${name}=2`, body);
      return twice.status === 400 && memberPaths(twice.body).includes(name)
        ? null
        : `${route.id} ${name} twice ${shown(twice)}`;
    });
    assert.deepEqual(wrong.slice(0, 20), []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('an operator in place of a value of a body is 400 that names the place; nothing is written (H4)', async () => {
    const cases = withBody.flatMap((route) =>
      [...leavesOf(route.spec.body ?? {})].map((leaf) => ({ route, ...leaf })),
    );
    assert.ok(cases.length > 150, `${cases.length} places`);
    const before = await readDatabaseContents(site.node);
    const numbered = cases.map((one, at) => ({ ...one, at }));
    const wrong = await collectProblems(numbered, async ({ route, path, schema, put, at }) => {
      const values = [...OPERATORS, ...(schema.type === 'array' ? [] : [[], [sampleValue(schema)]])];
      for (const operator of shareOf(values, at)) {
        const response = await send(route, '', JSON.stringify(put(operator)));
        // Members of another channel are ignored, whatever they hold.
        if (isOfAnotherChannel(route, path)) continue;
        if (response.status !== 400 || !memberPaths(response.body).some((result) => result.startsWith(path)))
          return `${route.id} ${path} ${JSON.stringify(operator)} ${shown(response)}`;
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 20), []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('an operator or a dotted key among the members of a body is 400, or is not there (H4)', async () => {
    // An endpoint that requires no member accepts a body of unknown members.
    const withRequiredMembers = withBody.filter(({ spec }) =>
      Object.values(spec.body ?? {}).some(isRequired),
    );
    assert.ok(withRequiredMembers.length > 25, `${withRequiredMembers.length} endpoints`);
    const wrong = await collectProblems(withRequiredMembers, async (route) => {
      for (const more of [
        { $where: 'sleep(5000)' },
        { $nor: [{ name: MARK }] },
        { $expr: { $eq: [1, MARK] } },
        { 'name.$ne': MARK, 'scope.subject_id': MARK, 'a.b': MARK },
      ]) {
        // The response must be that to an empty body: the operator adds no error and hides none.
        const plain = await send(route, '', '{}');
        const response = await send(route, '', JSON.stringify(more));
        const strict = route.spec.strictBody === true && response.status === 400;
        if (!strict && !(response.status === plain.status && response.body.detail === plain.body.detail))
          return `${route.id} ${JSON.stringify(more)} ${shown(response)}, without it ${shown(plain)}`;
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 20), []);
  });

  it('an operator in a free map or a value of any type is 400 or no more than text (H4)', async () => {
    const { ada } = site;
    const put = (method: string, path: string, body: JsonObject) =>
      sendJsonByKey(site.base, ada.secret, method, path, body);
    const sheet = { standard_id: ada.standardId, project_id: ada.projectId };
    const field = { element_address: '1.2', label: 'Strength', input_type: 'text' };
    const copy = `/api/standards/${ada.standardId}/working-copy`;
    for (const [at, operator] of OPERATORS.entries()) {
      const responses = [
        await put('POST', '/api/datasheet', {
          ...sheet,
          name: `A ${at}`,
          elementValues: { '1.2': operator },
        }),
        await put('POST', '/api/datasheet', { ...sheet, name: `B ${at}`, elementValues: operator }),
        await put('POST', `/api/datasheet/${ada.datasheetId}/revise`, {
          severity: 'MINOR',
          changes: [{ element_id: ada.fieldId, new_value: operator }],
        }),
        await put('POST', `/api/datasheet/${ada.datasheetId}/revise`, {
          severity: 'MINOR',
          baseVersion: operator,
          changes: [{ element_id: ada.fieldId, new_value: '36' }],
        }),
        await put('PUT', copy, {
          datasheetElementsOnly: true,
          datasheetElements: [{ ...field, default_value: operator }],
        }),
        await put('POST', `/api/standards/${ada.standardId}/batch-upgrade`, {
          project_id: ada.projectId,
          resolutions: operator,
        }),
      ];
      assert.deepEqual(
        responses.map((response) => response.status),
        responses.map(() => 400),
        `${JSON.stringify(operator)}: ${responses.map(shown).join('\n')}`,
      );
    }
  });

  it('no operator that a client sent has reached the database (H4)', async () => {
    const commands = await withDatabases(site.node.node.config.databasePrefix, async (databases) => {
      const rows = await Promise.all(
        databases.map((database) => database.collection('system.profile').find().toArray()),
      );
      return rows.flat().map((row) => JSON.stringify(row.command ?? row));
    });
    assert.ok(commands.length > 200, `${commands.length} commands were looked at`);
    assert.deepEqual(commands.filter((command) => command.includes(MARK)).slice(0, 3), []);
  });
});

/** Whether a member of a body is for another channel than HTTP. */
function isOfAnotherChannel({ spec }: OpenEndpoint, path: string): boolean {
  const name = path.split(/[.[]/)[0] ?? '';
  const schema = spec.body?.[name];
  return schema?.only !== undefined && schema.only !== 'http';
}
