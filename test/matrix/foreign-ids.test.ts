/**
 * Another company's id and an id nobody has read the same wherever a request names one: in the address behind one's own things, in
 * the query, at any depth of the body and as the key of a map (H1). Generated from the contract; the addresses' own ids are in the
 * matrix. Nothing is written meanwhile, and no answer tells a name of theirs.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Client } from '../../scripts/rest-client/client.ts';
import type { Json, JsonValue } from '../../scripts/rest-client/json.ts';
import { publishedEndpoints, type Route } from '../../services/gateway/requests/route-table.ts';
import type { Props, Schema } from '../../shared/contracts/schema.ts';
import { SUBJECT_TYPES } from '../../shared/contracts/shapes.ts';
import type { TestNode } from '../service-node.ts';
import { sampleBody, sampleOf } from '../site/requests.ts';
import { type Contents, changedSince, contentsOf } from '../site/stored.ts';
import { type MatrixSite, settleMatrix, type Things } from './callers.ts';
import { FIRST_ID, NOBODYS_ID, startWithDistinctIds } from './distinct-ids.ts';
import { type Request, reach } from './reach.ts';
import { addressOf, seen, send } from './send.ts';

/** Where a request names something: in the address, the query or the body, there by its members from the top. */
interface Naming {
  where: 'ids' | 'query' | 'body';
  path: string[];
  /** Whose scope it is, where an id alone does not say that. */
  scope?: Scope;
}

type Scope = Exclude<(typeof SUBJECT_TYPES)[number], 'global'>;
const SCOPES = SUBJECT_TYPES.filter((kind) => kind !== 'global');

/** Stands in a path for the key of a map. */
const KEY = '*';

const NAMES_SOMETHING = /(?:^|_)ids?$|Ids?$/;
/** Two revisions to be compared. */
const ALSO = new Set(['from', 'to', 'engineer', 'sub_contractors']);
/** Lists and words that are the same for everybody, companies to work with and the wiki, which anybody may read (A21, A22). */
const EVERYBODYS = new Set([
  ...['vertical_id', 'status_id', 'tag_ids', 'document_id', 'sourceRevisionId'],
  ...['owner_company_id', 'adopt_company_id', 'engineer_id', 'prime_contractor_id', 'sub_contractors'],
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
  ]
    .filter(({ path: names }) => names.join() !== spec.on?.by && !EVERYBODYS.has(names.at(-1) ?? ''))
    .flatMap((one) => (one.path.join() === 'subject_id' ? SCOPES.map((scope) => ({ ...one, scope })) : [one]));
}

const shown = ({ path, scope }: Naming): string => `${path.join('.')}${scope ? ` of a ${scope}` : ''}`;

const namesIn = (props: Props): string[][] =>
  Object.entries(props).flatMap(([name, schema]) =>
    isId(schema) && (NAMES_SOMETHING.test(name) || ALSO.has(name)) ? [[name]] : inside(schema).map((rest) => [name, ...rest]),
  );

function inside(schema: Schema): string[][] {
  if (schema.type === 'object') return namesIn(schema.props);
  // A map that is sent says something of each thing whose id is a key.
  if (schema.type === 'record') return [[KEY]];
  return schema.type === 'array' ? inside(schema.items) : [];
}

function isId(schema: Schema): boolean {
  if (schema.type === 'array') return isId(schema.items);
  return (schema.type === 'number' && schema.integer === true) || schema.type === 'uuid';
}

/** What the owner has under that name. */
function foreignValue(id: string, { path, scope }: Naming, { owner, editorId }: Things): number {
  if (scope) return { company: owner.companyId, project: owner.projectId, user: owner.userId }[scope];
  const name = path.findLast((member) => member !== KEY) ?? '';
  const standards = /^(standards|libraries|categories)\.|^projects\.standards\.add/.test(id);
  const revision = standards ? owner.revisionIds[0] : owner.projectRevisionId;
  const datasheet = /^datasheets\.(revision|compare)/.test(id);
  const known: Readonly<Record<string, number>> = {
    standard_id: owner.standardId,
    project_id: owner.projectId,
    category_id: owner.categoryId,
    parent_id: owner.categoryId,
    library_id: owner.libraryId,
    company_id: owner.companyId,
    user_id: editorId,
    file_id: owner.fileId,
    // Nobody has folders yet; a file's id is one that somebody has.
    folder_id: owner.fileId,
    element_id: owner.fieldId,
    // Of a datasheet field in a save.
    id: owner.fieldId,
    resource_id: owner.standardId,
    element_values: owner.fieldId,
    datasheet_ids: owner.datasheetId,
    // Of a batch: by datasheet.
    resolutions: owner.datasheetId,
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
function naming({ spec }: Route, request: Request, { where, path, scope }: Naming, value: number): Request {
  const [name = ''] = path;
  const ofScope: Record<string, string> = scope ? { subject_type: scope } : {};
  if (where === 'ids') return { ...request, ids: { ...request.ids, [name]: value } };
  if (where === 'query') return { ...request, query: { ...request.query, ...ofScope, [name]: value } };
  return { ...request, body: { ...put(request.body ?? {}, spec.body ?? {}, path, value), ...ofScope } };
}

/** A copy of the object with the value at the path; what is missing on the way is made of the schemas. */
function put(into: Json, props: Props, [name = '', ...rest]: string[], value: number): Json {
  const schema = props[name];
  if (!schema) throw new Error(`no member ${name}`);
  if (schema.type === 'record') return { ...into, [name]: { [value]: sampleOf(schema.value) } };
  const element = schema.type === 'array' ? schema.items : schema;
  const inner =
    rest.length === 0 || element.type !== 'object' ? value : put(firstOf(into[name], element.props), element.props, rest, value);
  return { ...into, [name]: schema.type === 'array' ? [inner] : inner };
}

function firstOf(there: JsonValue, props: Props): Json {
  const first = Array.isArray(there) ? there[0] : there;
  return typeof first === 'object' && first !== null && !Array.isArray(first) ? first : sampleBody(props);
}

/** The matrix sends a version nobody has, which is refused before a change is looked at: a change of what is theirs has the current one. */
function ownRequest(route: Route, { path: [name] }: Naming, things: Things): Request {
  const request = reach(route, things.stranger, things);
  if (route.id !== 'datasheets.revise' || name !== 'changes') return request;
  return { ...request, body: { ...request.body, baseVersion: things.stranger.version } };
}

describe('ids of others, named behind one’s own things', () => {
  let node: TestNode;
  let site: MatrixSite;
  let stored: Contents;
  let named = 0;
  const strangers: { key?: Client; session?: Client } = {};
  before(async () => {
    node = await startWithDistinctIds();
    site = await settleMatrix(node.node.address ?? '', { email: 'admin@example.org', password: 'correct horse battery' });
    for (const { name, client, credential } of site.callers) {
      if (name.startsWith('stranger') && credential !== 'none') strangers[credential] = client;
    }
    stored = await contentsOf(node);
  });
  after(() => node.stop());

  for (const route of published) {
    const namings = namingsOf(route);
    if (namings.length === 0) continue;
    it(`${route.id}: ${namings.map(shown).join(', ')}`, async () => {
      const client = route.spec.auth === 'session_only' ? strangers.session : strangers.key;
      assert.ok(client);
      for (const where of namings) {
        const { things } = site;
        const own = ownRequest(route, where, things);
        const value = foreignValue(route.id, where, things);
        const foreign = naming(route, own, where, value);
        const missing = naming(route, own, where, NOBODYS_ID);
        const theirs = await send(client, foreign);
        const nothing = await send(client, missing);
        assert.ok(value > FIRST_ID, `tell test/matrix/distinct-ids.ts of the counter behind ${shown(where)}`);
        // A list that is narrowed to what is not there is empty, a name there is free.
        assert.ok([200, 400, 403, 404, 409].includes(theirs.status), JSON.stringify(theirs.body));
        assert.doesNotMatch(JSON.stringify(theirs.body), /of owner\b|owner@/);
        assert.equal(
          seen(theirs, foreign, value),
          seen(nothing, missing, NOBODYS_ID),
          `${shown(where)} in ${route.spec.http}: ${addressOf(foreign)} ${JSON.stringify(foreign.body)}`,
        );
        named += 1;
      }
    });
  }

  it('H1: none of these requests wrote anything', async () => {
    assert.deepEqual(await changedSince(stored, node), []);
  });

  it('takes every id of the contract', (test) => {
    assert.equal(
      named,
      published.reduce((sum, route) => sum + namingsOf(route).length, 0),
    );
    assert.ok(named > 60, String(named));
    test.diagnostic(`${named} ids named in addresses, queries and bodies`);
  });
});
