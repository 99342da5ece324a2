/**
 * Tests of the order of checks on every endpoint: each request breaks two rules or more, and the response tells of
 * the earlier one. The bodies, ids and callers are those of the matrix; visibility before permission is proved there.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { type PublishedEndpoint, publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import { isRequired, type Props, type Schema } from '../../shared/contracts/schema.ts';
import type { ApiResponse, RestClient } from '../../shared/rest-client/client.ts';
import { TEST_ADMINISTRATOR, useNode } from '../service-node.ts';
import { buildMatrixWorld, type MatrixCaller, type MatrixWorld } from './callers.ts';
import { expectedResponse } from './expected-response.ts';
import { buildMatrixRequest } from './matrix-requests.ts';
import type { MatrixRequest } from './request-details.ts';
import { matrixRequestPath, sendMatrixRequest } from './send-request.ts';

const published = publishedEndpoints();
const isRead = ({ spec }: PublishedEndpoint): boolean => spec.http?.startsWith('GET') === true;
/** Not a number, so it is invalid wherever an id is one. */
const NO_ID = 'no-id';

describe('the order of the checks, on every endpoint (G16)', () => {
  const node = useNode();
  let site: MatrixWorld;
  let anyone: RestClient;
  const counts = new Map<string, number>();
  beforeAll(async () => {
    site = await buildMatrixWorld(node.url, TEST_ADMINISTRATOR);
    const [first] = site.callers;
    assert.ok(first?.credential === 'none');
    anyone = first.client;
  });

  const requestOf = (route: PublishedEndpoint): MatrixRequest =>
    buildMatrixRequest(route, site.resources.owner, site.resources);
  const callerNamed = (name: string): MatrixCaller => {
    const caller = site.callers.find((each) => each.name === name);
    assert.ok(caller, name);
    return caller;
  };
  /** A caller whom the matrix lets in. */
  const findAdmittedCaller = (route: PublishedEndpoint): MatrixCaller => {
    const { place, permissionsOnResource } = requestOf(route);
    const found = site.callers.find(
      (caller) => expectedResponse(route.spec, caller, place, permissionsOnResource).outcome === 'let in',
    );
    assert.ok(found, 'nobody is let in');
    return found;
  };
  const assertRefusal = (stage: string, response: ApiResponse, status: number, code: string): void => {
    assert.deepEqual(
      [response.status, response.body.code],
      [status, code],
      `${stage}: ${JSON.stringify(response.body).slice(0, 300)}`,
    );
    counts.set(stage, (counts.get(stage) ?? 0) + 1);
  };

  /** The request with a wrong id in its address and a body that is no JSON. */
  function sendBrokenRequest(
    route: PublishedEndpoint,
    client: RestClient,
    type = 'application/json',
  ): Promise<ApiResponse> {
    const request = requestOf(route);
    const ids = Object.fromEntries(Object.keys(request.ids).map((name) => [name, NO_ID]));
    const address = matrixRequestPath({ ...request, ids, query: { ...request.query, limit: NO_ID } });
    return client.request(request.method, address, isRead(route) ? undefined : '{"broken":', {
      'content-type': type,
    });
  }

  for (const route of published) {
    const { id, spec } = route;
    it(`${id}`, async () => {
      const request = requestOf(route);
      if (spec.closed) {
        assertRefusal(
          'closed before credential',
          await sendBrokenRequest(route, anyone.withCredential({ key: 'wrong' })),
          410,
          'ENDPOINT_CLOSED',
        );
        return;
      }
      if (spec.auth !== 'none') {
        assertRefusal(
          'credential before body',
          await sendBrokenRequest(route, anyone),
          401,
          'UNAUTHENTICATED',
        );
        assertRefusal(
          'credential before tier',
          await sendBrokenRequest(route, anyone.withCredential({ key: 'wrong' })),
          401,
          'UNAUTHENTICATED',
        );
      }
      const empty = callerNamed('administrator, empty key').client;
      if (spec.auth === 'session_only') {
        assertRefusal(
          'tier before permission and body',
          await sendBrokenRequest(route, empty),
          403,
          'SESSION_REQUIRED',
        );
      } else if (spec.permissions.length > 0) {
        assertRefusal(
          'permission before body',
          await sendBrokenRequest(route, empty),
          403,
          'PERMISSION_DENIED',
        );
      }
      const { client } = findAdmittedCaller(route);
      // An upload is refused before any byte of it is taken, by the checks above.
      if (!isRead(route) && !request.form) {
        assertRefusal(
          'type of the body before the body',
          await sendBrokenRequest(route, client, 'text/plain'),
          415,
          'UNSUPPORTED_MEDIA_TYPE',
        );
        assertRefusal(
          'body before parameters',
          await sendBrokenRequest(route, client),
          400,
          'MALFORMED_JSON',
        );
      }
      const wrong = spec.on && withWrongParameter(request, spec);
      if (wrong) {
        const stranger = callerNamed(
          `stranger, ${spec.auth === 'session_only' ? 'session' : 'full key'}`,
        ).client;
        const caller = spec.auth === 'none' ? anyone : stranger;
        const response = await sendMatrixRequest(caller, wrong);
        const permitted = expectedResponse(spec, callerNamed('stranger, session'), null).outcome === 'let in';
        if (permitted)
          assertRefusal('parameters before visibility', response, 400, codeOfWrong(spec.body, wrong));
      }
    });
  }

  for (const route of published.filter(({ spec }) => spec.needsDraft && !spec.closed)) {
    it(`${route.id}: permission before the draft, the draft before the rule (R-024)`, async () => {
      const { owner } = site.resources;
      await owner.key.request('POST', `/api/projects/${owner.projectId}/revert`);
      const request = requestOf(route);
      assertRefusal(
        'permission before draft',
        await sendMatrixRequest(callerNamed('viewer, full key').client, request),
        403,
        'PERMISSION_DENIED',
      );
      const response = await sendMatrixRequest(callerNamed('administrator, full key').client, request);
      const conflict = route.spec.closedDraftIsConflict && request.body?.baseVersion !== undefined;
      if (conflict) assertRefusal('draft before rule', response, 409, 'EDIT_CONFLICT');
      else assertRefusal('draft before rule', response, route.spec.needsDraft ?? 0, 'NO_OPEN_DRAFT');
    });
  }

  it('reports every stage', () => {
    const stages = Object.fromEntries(counts);
    for (const stage of STAGES) assert.ok((stages[stage] ?? 0) >= 3, `${stage}: ${stages[stage]}`);
    console.info(JSON.stringify(stages));
  });
});

const STAGES = [
  'closed before credential',
  'credential before body',
  'credential before tier',
  'tier before permission and body',
  'permission before body',
  'type of the body before the body',
  'body before parameters',
  'parameters before visibility',
  'permission before draft',
  'draft before rule',
];

/**
 * The request with a parameter of the wrong type beside the id it is about; null where there is none that
 * could be wrong.
 */
function withWrongParameter(
  request: MatrixRequest,
  { on, query = {}, body = {} }: PublishedEndpoint['spec'],
): MatrixRequest | null {
  const breakable = (props: Props, types: readonly Schema['type'][]) =>
    Object.entries(props).find(
      ([name, schema]) => name !== on?.by && schema.only !== 'assistant' && types.includes(schema.type),
    )?.[0];
  if (request.form) return null;
  const inQuery = breakable(query, ['number', 'enum', 'boolean', 'uuid']);
  if (inQuery !== undefined) return { ...request, query: { ...request.query, [inQuery]: '~' } };
  const inBody = breakable(body, ['number', 'enum', 'boolean', 'uuid', 'string', 'array']);
  return inBody === undefined ? null : { ...request, body: { ...request.body, [inBody]: { wrong: true } } };
}

/** The one code for a wrong parameter, unless the version that was read is missing as well. */
const codeOfWrong = (body: Props | undefined, request: MatrixRequest): string =>
  body?.baseVersion && isRequired(body.baseVersion) && request.body?.baseVersion === undefined
    ? 'BASE_VERSION_REQUIRED'
    : 'VALIDATION_ERROR';
