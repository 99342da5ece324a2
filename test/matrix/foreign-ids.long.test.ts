/**
 * Tests that another company's id and an id that nobody has look the same wherever a request names one: in the
 * address behind one's own resources, in the query, at any depth of the body and as the key of a map. Generated from
 * the contract; the addresses' own ids are in the matrix. Nothing is written by it, and no response tells a name of
 * theirs.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { SUBJECT_TYPES } from '../../shared/contracts/common-shapes.ts';
import type { IdKind } from '../../shared/contracts/id-kinds.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { TEST_ADMINISTRATOR, type TestNode } from '../service-node.ts';
import {
  changedCollections,
  type DatabaseContents,
  readDatabaseContents,
} from '../world/database-contents.ts';
import { resourceIds } from '../world/resource-ids.ts';
import { buildMatrixWorld, type MatrixResources, type MatrixWorld } from './callers.ts';
import { FIRST_ID, startServiceWithDistinctIds } from './distinct-ids.ts';
import { type Id, type Naming, namedIds, naming, nobodys } from './ids-in-request.ts';
import { buildMatrixRequest } from './matrix-requests.ts';
import type { MatrixRequest } from './request-details.ts';
import { comparableResponse, matrixRequestPath, sendMatrixRequest } from './send-request.ts';

const SCOPES = SUBJECT_TYPES.filter((kind) => kind !== 'global');

/** Lists and words that are the same for everybody, and the wiki, which anybody may read. */
const EVERYBODYS: ReadonlySet<IdKind> = new Set<IdKind>([
  ...(['vertical', 'projectStatus', 'tag', 'agreement'] as const),
  ...([
    'wikiLibrary',
    'wikiCategory',
    'wikiStandard',
    'wikiRevision',
    'edition',
    'erratum',
    'matter',
    'librarySlug',
    'standardSlug',
    'editionNumber',
  ] as const),
]);
/** A company to work with may be anybody's: what names one in a body may be told apart. */
const isEverybodys = ({ where, kind }: Naming): boolean =>
  EVERYBODYS.has(kind) || (where === 'body' && kind === 'company');

const published = publishedEndpoints().filter(({ spec }) => !spec.closed && spec.auth !== 'none');

/** Every place where the endpoint takes an id of one tenant, but for the one that the matrix asks with. */
const namingsOf = (route: PublishedEndpoint): Naming[] =>
  namedIds(route)
    .filter((one) => !isEverybodys(one))
    .flatMap((one) => (one.kind === 'subject' ? SCOPES.map((scope) => ({ ...one, scope })) : [one]));

const shown = ({ path, scope }: Naming): string => `${path.join('.')}${scope ? ` of a ${scope}` : ''}`;

/** What the owner has of that kind. */
const foreignValue = ({ kind, scope }: Naming, { owner, wiki }: MatrixResources): Id =>
  resourceIds(owner, wiki)[scope ?? kind];

/**
 * The matrix sends a version nobody has, which is refused before a change is looked at: a change of what is
 * theirs has the current one.
 */
function ownRequest(
  route: PublishedEndpoint,
  { path: [name] }: Naming,
  resources: MatrixResources,
): MatrixRequest {
  const request = buildMatrixRequest(route, resources.stranger, resources);
  if (route.id !== 'datasheets.revise' || name !== 'changes') return request;
  return { ...request, body: { ...request.body, baseVersion: resources.stranger.version } };
}

describe('ids of others, named behind one’s own resources', () => {
  let node: TestNode;
  let site: MatrixWorld;
  let stored: DatabaseContents;
  let named = 0;
  const strangers: { key?: RestClient; session?: RestClient } = {};
  beforeAll(async () => {
    node = await startServiceWithDistinctIds();
    site = await buildMatrixWorld(node.url, TEST_ADMINISTRATOR);
    for (const { name, client, credential } of site.callers) {
      if (name.startsWith('stranger') && credential !== 'none') strangers[credential] = client;
    }
    stored = await readDatabaseContents(node);
  });
  afterAll(() => node.stop());

  for (const route of published) {
    const namings = namingsOf(route);
    if (namings.length === 0) continue;
    it(`${route.id}: ${namings.map(shown).join(', ')}`, async () => {
      const client = route.spec.auth === 'session_only' ? strangers.session : strangers.key;
      assert.ok(client);
      for (const where of namings) {
        const { resources } = site;
        const own = ownRequest(route, where, resources);
        const value = foreignValue(where, resources);
        const foreign = naming(route, own, where, value);
        const missing = naming(route, own, where, nobodys(value));
        const theirs = await sendMatrixRequest(client, foreign);
        const nothing = await sendMatrixRequest(client, missing);
        assert.ok(
          typeof value === 'string' || value > FIRST_ID,
          `tell test/matrix/distinct-ids.ts of the counter behind ${shown(where)}`,
        );
        // A list that is narrowed to what is not there is empty, a name there is free.
        assert.ok([200, 400, 403, 404, 409].includes(theirs.status), JSON.stringify(theirs.body));
        assert.doesNotMatch(JSON.stringify(theirs.body), /of owner\b|owner@/);
        assert.equal(
          comparableResponse(theirs, foreign, value),
          comparableResponse(nothing, missing, nobodys(value)),
          `${shown(where)} in ${route.spec.http}: ${matrixRequestPath(foreign)} ${JSON.stringify(foreign.body)}`,
        );
        named += 1;
      }
    });
  }

  it('none of these requests wrote anything (H1)', async () => {
    assert.deepEqual(await changedCollections(stored, node), []);
  });

  it('takes every id of the contract', () => {
    assert.equal(
      named,
      published.reduce((sum, route) => sum + namingsOf(route).length, 0),
    );
    assert.ok(named > 60, String(named));
    console.info(`${named} ids named in addresses, queries and bodies`);
  });
});
