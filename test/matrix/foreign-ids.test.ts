/**
 * Another company's id and an id nobody has read the same wherever a request names one: in the address behind one's own things, in
 * the query, and at any depth of the body. Generated from the contract; the addresses' own ids are in the matrix.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client, Json, JsonValue } from '../../scripts/demo/client.ts';
import { publishedEndpoints, type Route } from '../../services/gateway/route-table.ts';
import type { Props, Schema } from '../../shared/contracts/schema.ts';
import type { TestNode } from '../service-node.ts';
import type { Belongings } from '../site/population.ts';
import { sampleBody } from '../site/requests.ts';
import { type MatrixSite, settleMatrix, type Things } from './callers.ts';
import { FIRST_ID, NOBODYS_ID, startWithDistinctIds } from './distinct-ids.ts';
import { type Request, reach } from './reach.ts';
import { addressOf, seen, send } from './send.ts';

/** Where a request names something: in the address, the query or the body, there by its members from the top. */
interface Naming {
  where: 'ids' | 'query' | 'body';
  path: string[];
}

const NAMES_SOMETHING = /(?:^|_)ids?$|Ids?$/;
/** Two revisions to be compared. */
const ALSO = new Set(['from', 'to', 'engineer', 'sub_contractors']);
/** Lists and words that are the same for everybody, and companies and the wiki, which anybody may read (A21, A22). */
const EVERYBODYS = new Set([
  ...['vertical_id', 'status_id', 'tag_ids', 'document_id', 'sourceRevisionId'],
  ...['company_id', 'owner_company_id', 'adopt_company_id', 'engineer_id', 'prime_contractor_id', 'sub_contractors'],
]);

const published = publishedEndpoints().filter(({ spec }) => !spec.closed && spec.auth !== 'none');

/** Every place where the endpoint takes an id, but for the one that the matrix asks with. */
function namingsOf({ spec }: Route): Naming[] {
  const { path = {}, query = {}, body = {} } = spec;
  const others = Object.keys(path).filter((name, at) => (spec.on ? name !== spec.on.by : at > 0));
  return [
    ...others.map((name): Naming => ({ where: 'ids', path: [name] })),
    ...namesIn(query).map((names): Naming => ({ where: 'query', path: names })),
    ...namesIn(body).map((names): Naming => ({ where: 'body', path: names })),
  ].filter(({ path: names }) => names.join() !== spec.on?.by && !EVERYBODYS.has(names.at(-1) ?? ''));
}

const namesIn = (props: Props): string[][] =>
  Object.entries(props).flatMap(([name, schema]) =>
    isId(schema) && (NAMES_SOMETHING.test(name) || ALSO.has(name)) ? [[name]] : inside(schema).map((rest) => [name, ...rest]),
  );

function inside(schema: Schema): string[][] {
  if (schema.type === 'object') return namesIn(schema.props);
  return schema.type === 'array' ? inside(schema.items) : [];
}

function isId(schema: Schema): boolean {
  if (schema.type === 'array') return isId(schema.items);
  return (schema.type === 'number' && schema.integer === true) || schema.type === 'uuid';
}

/** What the owner has under that name. */
function foreignValue(id: string, name: string, owner: Belongings, things: Things): number {
  const standards = /^(standards|libraries|categories)\.|^projects\.standards\.add/.test(id);
  const revision = standards ? owner.revisionIds[0] : owner.projectRevisionId;
  const datasheet = /^datasheets\.(revision|compare)/.test(id);
  const known: Readonly<Record<string, number>> = {
    standard_id: owner.standardId,
    project_id: owner.projectId,
    category_id: owner.categoryId,
    parent_id: owner.categoryId,
    library_id: owner.libraryId,
    subject_id: owner.companyId,
    user_id: things.editorId,
    file_id: owner.fileId,
    // Nobody has folders yet; a file's id is one that somebody has.
    folder_id: owner.fileId,
    element_id: owner.fieldId,
    // Of a datasheet field in a save.
    id: owner.fieldId,
    resource_id: owner.standardId,
    datasheet_ids: owner.datasheetId,
    revision_id: datasheet ? owner.datasheetRevisionIds[0] : revision,
    project_revision_id: owner.projectRevisionId,
    to_revision_id: owner.revisionIds[1],
    to_standard_revision_id: owner.revisionIds[1],
    from: datasheet ? owner.datasheetRevisionIds[0] : owner.revisionIds[0],
    to: datasheet ? owner.datasheetRevisionIds[1] : owner.revisionIds[1],
  };
  const value = known[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
  if (value === undefined)
    throw new Error(`${id} takes ${name}: tell test/matrix/foreign-ids.test.ts what somebody else has there.`);
  return value;
}

/** The request with one of its ids replaced. */
function naming(route: Route, request: Request, { where, path }: Naming, value: number): Request {
  const [name = ''] = path;
  if (where === 'ids') return { ...request, ids: { ...request.ids, [name]: value } };
  if (where === 'query') {
    // A scope's id means something only with the kind of scope.
    const query = name === 'subject_id' ? { ...request.query, subject_type: 'company' } : request.query;
    return { ...request, query: { ...query, [name]: value } };
  }
  const body = put({ ...(request.body ?? {}) }, route.spec.body ?? {}, path, value);
  return { ...request, body };
}

/** A copy of the object with the value at the path; what is missing on the way is made of the schemas. */
function put(into: Json, props: Props, [name = '', ...rest]: string[], value: number): Json {
  const schema = props[name];
  if (!schema) throw new Error(`no member ${name}`);
  const element = schema.type === 'array' ? schema.items : schema;
  const inner =
    rest.length === 0 || element.type !== 'object' ? value : put(firstOf(into[name], element.props), element.props, rest, value);
  return { ...into, [name]: schema.type === 'array' ? [inner] : inner };
}

function firstOf(there: JsonValue, props: Props): Json {
  const first = Array.isArray(there) ? there[0] : there;
  return typeof first === 'object' && first !== null && !Array.isArray(first) ? first : sampleBody(props);
}

describe('ids of others, named behind one’s own things', () => {
  let node: TestNode;
  let site: MatrixSite;
  let named = 0;
  const strangers: { key?: Client; session?: Client } = {};
  before(async () => {
    node = await startWithDistinctIds();
    site = await settleMatrix(node.node.address ?? '', { email: 'admin@example.org', password: 'correct horse battery' });
    for (const { name, client, credential } of site.callers) {
      if (name.startsWith('stranger') && credential !== 'none') strangers[credential] = client;
    }
  });
  after(() => node.stop());

  for (const route of published) {
    const namings = namingsOf(route);
    if (namings.length === 0) continue;
    it(`${route.id}: ${namings.map(({ path }) => path.join('.')).join(', ')}`, async () => {
      const client = route.spec.auth === 'session_only' ? strangers.session : strangers.key;
      assert.ok(client);
      for (const where of namings) {
        const { things } = site;
        const own = reach(route, things.stranger, things);
        const value = foreignValue(route.id, where.path.at(-1) ?? '', things.owner, things);
        const foreign = naming(route, own, where, value);
        const missing = naming(route, own, where, NOBODYS_ID);
        const theirs = await send(client, foreign);
        const nothing = await send(client, missing);
        assert.ok(value > FIRST_ID, `tell test/matrix/distinct-ids.ts of the counter behind ${where.path.join('.')}`);
        assert.ok(theirs.status < 500, JSON.stringify(theirs.body));
        assert.equal(
          seen(theirs, foreign, value),
          seen(nothing, missing, NOBODYS_ID),
          `${where.path.join('.')} in ${route.spec.http}: ${addressOf(foreign)} ${JSON.stringify(foreign.body)}`,
        );
        named += 1;
      }
    });
  }

  it('takes every id of the contract', (test) => {
    assert.equal(
      named,
      published.reduce((sum, route) => sum + namingsOf(route).length, 0),
    );
    assert.ok(named > 40, String(named));
    test.diagnostic(`${named} ids named in addresses, queries and bodies`);
  });
});
