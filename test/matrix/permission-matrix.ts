/**
 * The tests of the permission matrix in any run mode: every published endpoint × every caller, or one
 * caller of each outcome, on a world with one resource of each kind. Also compares the responses with
 * whoami, and with those for missing ids.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, it } from '@jest/globals';
import { takesNoKey } from '../../shared/contracts/endpoint-callers.ts';
import type { ErrorCode } from '../../shared/contracts/error-codes.ts';
import { ROLE_PERMISSIONS } from '../../shared/contracts/permissions.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { ApiResponse } from '../../shared/rest-client/client.ts';
import { skipIf } from '../skip-if.ts';
import { shareOf } from '../world/share-of.ts';
import {
  type MatrixCaller,
  type MatrixWorld,
  type RunningMatrixWorld,
  UNUSED_PERMISSION,
} from './callers.ts';
import { type ExpectedOutcome, expectedResponse } from './expected-response.ts';
import { buildMatrixRequest } from './matrix-requests.ts';
import type { MatrixRequest } from './request-details.ts';
import { comparableResponse, matrixRequestPath, sendMatrixRequest } from './send-request.ts';

/** An id that does not exist. */
const MISSING_ID = 987_654_321;

const published = publishedEndpoints();

/**
 * Callers of an endpoint: all; the first of those with the same expected response; or these and a share of the others,
 * another one for each endpoint.
 */
type MatrixSelection =
  | 'every caller'
  | 'one caller of each outcome'
  | 'one caller of each outcome, and a share';

/** Declares the suites of the matrix over a world that `start` starts. */
export function describePermissionMatrix(
  mode: string,
  start: () => Promise<RunningMatrixWorld>,
  { cells, skip = false }: { cells: MatrixSelection; skip?: boolean | string },
): void {
  skipIf(skip).describe(`the permission matrix, ${mode}`, () => {
    let running: RunningMatrixWorld;
    let site: MatrixWorld;
    const requested = new Map<string, number>();
    beforeAll(async () => {
      running = await start();
      site = running.world;
    });
    afterAll(() => running.stop());

    for (const [index, route] of published.entries()) {
      it(`${route.id} answers every caller as its contract and A18 say`, async () => {
        const prepare = () => buildMatrixRequest(route, site.resources.owner, site.resources).before?.();
        const ask = async (caller: MatrixCaller): Promise<number> => {
          requested.set(route.id, (requested.get(route.id) ?? 0) + 1);
          return sendOne(route, caller, site);
        };
        const callers = cells === 'every caller' ? site.callers : chosenCallers(route, site, cells, index);
        if (!route.spec.mutates) {
          await prepare();
          await Promise.all(callers.map(ask));
          return;
        }
        // What is refused leaves everything as it was prepared.
        let isPrepared = false;
        for (const caller of callers) {
          if (!isPrepared) await prepare();
          isPrepared = (await ask(caller)) >= 400;
        }
        // Later endpoints find what there was, also where the last caller has deleted it.
        if (!isPrepared) await prepare();
      });
    }

    it('says what to do about an endpoint it cannot reach', () => {
      const [any] = published.filter(({ spec }) => spec.auth === 'key_or_session' && !spec.on && !spec.path);
      assert.ok(any);
      const unheard: PublishedEndpoint = {
        id: any.id,
        spec: { ...any.spec, http: 'GET /api/things/:thingId' },
      };
      assert.throws(
        () => buildMatrixRequest(unheard, site.resources.owner, site.resources),
        /its contract says of what that is an id/,
      );
    });

    it('covers every endpoint and every caller', () => {
      assert.deepEqual([...requested.keys()].sort(), published.map(({ id }) => id).sort());
      const count = [...requested.values()].reduce((sum, each) => sum + each, 0);
      if (cells === 'every caller') assert.equal(count, published.length * site.callers.length);
      assert.ok(count > published.length * 2, `${count} cells`);
      assert.ok(site.callers.length >= 14, `${site.callers.length} callers`);
      console.info(
        `${mode}, ${cells}: ${published.length} endpoints, ${site.callers.length} callers, ${count} cells`,
      );
    });
  });
}

/** The first caller of each response that is due, and a share of the others where they are chosen, in the order of all. */
function chosenCallers(
  route: PublishedEndpoint,
  site: MatrixWorld,
  cells: MatrixSelection,
  index: number,
): MatrixCaller[] {
  const firsts = oneOfEachOutcome(route, site);
  const others = site.callers.filter((caller) => !firsts.includes(caller));
  const more = cells === 'one caller of each outcome' ? [] : shareOf(others, index);
  return site.callers.filter((caller) => firsts.includes(caller) || more.includes(caller));
}

/** The first caller of each response that is due: credentials are told apart before a call crosses the bus. */
function oneOfEachOutcome(route: PublishedEndpoint, { callers, resources }: MatrixWorld): MatrixCaller[] {
  const { place, permissionsOnResource } = buildMatrixRequest(route, resources.owner, resources);
  const firsts = new Map<string, MatrixCaller>();
  for (const caller of callers) {
    const due = JSON.stringify(expectedResponse(route.spec, caller, place, permissionsOnResource));
    if (!firsts.has(due)) firsts.set(due, caller);
  }
  return [...firsts.values()];
}

/** Sends the request of a caller and checks the response. @returns its status */
async function sendOne(
  route: PublishedEndpoint,
  caller: MatrixCaller,
  { resources }: MatrixWorld,
): Promise<number> {
  const { spec } = route;
  const request = buildMatrixRequest(route, resources.owner, resources);
  const client = request.endsSession && caller.signIn ? await caller.signIn() : caller.client;
  const response = await sendMatrixRequest(client, request);
  const expected = expectedResponse(spec, caller, request.place, request.permissionsOnResource);
  const what = `${caller.name}: ${request.method} ${matrixRequestPath(request)} answered ${response.status} ${JSON.stringify(response.body).slice(0, 400)}`;
  assertExpected(expected, route, response, what);
  assertAgreesWithWhoami(route, caller, request, response, expected, what);
  // Also: a refusal that must not reveal the resource equals that for a missing one.
  if (expected.outcome === 'refused' && expected.hidesExistence) {
    const missing = requestForMissingId(route, request);
    if (missing)
      assert.equal(
        comparableResponse(await sendMatrixRequest(client, missing), missing),
        comparableResponse(response, request),
        `${what}, but a missing id gets another`,
      );
  }
  return response.status;
}

/** 403 by a rule on the resource, which is read after every permission was found. */
const RULE_REFUSALS: ReadonlySet<string> = new Set<ErrorCode>(['NOT_AUTHOR', 'COMMENT_NOT_HELD']);

function assertExpected(
  expected: ExpectedOutcome,
  { spec }: PublishedEndpoint,
  { status, headers, body }: ApiResponse,
  what: string,
): void {
  if (expected.outcome === 'refused') {
    assert.deepEqual([status, body.code], [expected.status, expected.code], what);
    const [first, ...more] = expected.missing ?? [];
    if (first)
      assert.deepEqual(
        body.metadata,
        {
          permission: first,
          ...(more.length > 0 ? { permissions: expected.missing } : {}),
          ...(expected.reason ? { reason: expected.reason } : {}),
        },
        what,
      );
    if (status === 401)
      assert.equal(headers.get('www-authenticate'), takesNoKey(spec) ? 'Cookie' : 'Bearer', what);
    if (status === 401 && spec.auth === 'session_only')
      assert.doesNotMatch(String(body.detail), /key/i, what);
    return;
  }
  assert.ok(status < 500, what);
  if (RULE_REFUSALS.has(String(body.code))) return;
  // Sign-in and the like refuse what was sent, not who sent it.
  if (spec.auth !== 'none') assert.ok(![401, 403, 404].includes(status), `${what}, but was to be let in`);
  else
    assert.ok(
      ![403, 404].includes(status) && body.code !== 'UNAUTHENTICATED',
      `${what}, but was to be let in`,
    );
  if (!spec.mutates && spec.auth !== 'none' && spec.http?.startsWith('GET')) assert.ok(status < 400, what);
}

/**
 * whoami is true: a dormant permission allows nothing, and a permission that
 * allows something on a project, but not everywhere, is scoped to that project.
 */
function assertAgreesWithWhoami(
  { spec }: PublishedEndpoint,
  { whoami, siteRoles, companyRole }: MatrixCaller,
  { place, ids, body, query }: MatrixRequest,
  response: ApiResponse,
  expected: ExpectedOutcome,
  what: string,
): void {
  if (spec.auth === 'none' || spec.closed) return;
  if (spec.permissions.some((permission) => whoami.dormant.has(permission))) {
    assert.ok(response.status >= 400 || response.body.total === 0, `${what}, but its permission is dormant`);
  }
  if (spec.on?.resource !== 'project' || expected.outcome !== 'let in') return;
  const everywhere = new Set(
    ['Account', 'Self', ...siteRoles, ...(companyRole ? [companyRole] : [])].flatMap(
      (role) => CATALOGUE.get(role) ?? [],
    ),
  );
  const project = ids[spec.on.by] ?? query[spec.on.by] ?? body?.[spec.on.by];
  for (const permission of spec.on.permissions ?? spec.permissions) {
    if (everywhere.has(permission)) continue;
    assert.ok(
      place && whoami.scoped.has(`${permission} on project ${project}`),
      `${what}, but whoami scopes no ${permission} to it`,
    );
  }
}

const CATALOGUE: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(ROLE_PERMISSIONS));

/** The same request with a missing id; null for an endpoint without one. */
function requestForMissingId({ spec }: PublishedEndpoint, request: MatrixRequest): MatrixRequest | null {
  const by = spec.on?.by ?? Object.keys(request.ids)[0];
  if (by === undefined) return null;
  const value = typeof request.ids[by] === 'string' ? randomUUID() : MISSING_ID;
  const { ids, query, body } = request;
  return {
    ...request,
    ids: { ...ids, [by]: value },
    query: by in query ? { ...query, [by]: value } : query,
    body: body && by in body ? { ...body, [by]: value } : body,
  };
}

/** Whether no endpoint requires the permission of the empty key. */
export const isUnusedPermission = (): boolean =>
  published.every(({ spec }) => spec.closed || !spec.permissions.includes(UNUSED_PERMISSION));
