/**
 * Tests that every write of the contract to an archived project, or to something in it, is 409 PROJECT_ARCHIVED and
 * writes nothing. Generated from the contract.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { JsonObject } from '../shared/rest-client/json.ts';
import { OPEN_ENDPOINTS, type OpenEndpoint, requestPath, sendToEndpoint } from './world/contract-requests.ts';
import { changedCollections, readDatabaseContents } from './world/database-contents.ts';
import { resourceIds } from './world/resource-ids.ts';
import { collectProblems } from './world/response-checks.ts';
import { sampleBody } from './world/sample-values.ts';
import { useWorld } from './world/test-world.ts';

type ResourceKind = NonNullable<OpenEndpoint['spec']['on']>['resource'];

const isInProject = ({ spec: { on, mutates, allowedOnArchived } }: OpenEndpoint): boolean =>
  mutates && !allowedOnArchived && (on?.resource === 'project' || on?.resource === 'datasheet');

/** Writes whose project is named in the body, or that act on a section or standard of it. */
const INDIRECT: Readonly<Record<string, (projectId: number) => JsonObject>> = {
  'categories.create': (id) => ({ name: 'Late', subject_type: 'project', subject_id: id }),
  'standards.create': (id) => ({ name: 'Late', subject_type: 'project', subject_id: id, category_id: 1 }),
  'libraries.create': (id) => ({ name: 'Late', subject_type: 'project', subject_id: id }),
  'standards.customize': (id) => ({ projectId: id, name: 'Late' }),
  'categories.adopt': (id) => ({ targetSubjectType: 'project', targetSubjectId: id }),
};

/** Bodies that a rule of the service would refuse before. */
const BODIES: Readonly<Record<string, JsonObject>> = {
  'datasheets.revise': { severity: 'MINOR', baseVersion: 'any' },
};

describe('an archived project', () => {
  const site = useWorld();
  const inProject = OPEN_ENDPOINTS.filter((route) => isInProject(route) && !route.spec.bodyEncoding);
  /** A section, a standard and a library of the project. */
  let owned: Partial<Record<ResourceKind, number>>;
  beforeAll(async () => {
    const { key, projectId } = site.ada;
    const scope = { subject_type: 'project', subject_id: projectId } as const;
    const section = await key.call('categories.create', { name: 'Section', ...scope });
    const about = { name: 'Standard of the project', category_id: section.id, ...scope };
    const standard = await key.call('standards.create', about);
    const library = await key.call('libraries.create', { name: 'Library of the project', ...scope });
    owned = {
      category: section.id,
      standard: standard.id,
      workingCopy: standard.id,
      library: library.id,
    };
    await key.call('projects.archive', { id: projectId });
  });

  it('the contract has more than a dozen writes to a project (G10)', () => {
    assert.ok(inProject.length > 12, `${inProject.length}`);
  });

  it('every write to it is 409 PROJECT_ARCHIVED, and nothing is written (G10)', async () => {
    const ids = resourceIds(site.ada, site.wiki);
    const indirect = OPEN_ENDPOINTS.filter(({ id }) => id in INDIRECT);
    assert.equal(indirect.length, Object.keys(INDIRECT).length);
    const before = await readDatabaseContents(site.node);
    const wrong = await collectProblems([...inProject, ...indirect], async (route) => {
      const own = INDIRECT[route.id]?.(site.ada.projectId) ?? BODIES[route.id] ?? {};
      const body = JSON.stringify({ ...sampleBody(route.spec.body ?? {}, ids), ...own });
      const response = await sendToEndpoint(site, route, { body });
      const told = response.status === 409 && JSON.stringify(response.body).includes('PROJECT_ARCHIVED');
      return told ? null : `${route.id}: ${response.status} ${JSON.stringify(response.body).slice(0, 200)}`;
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('so is every write to a section, a standard or a library of the project (G10)', async () => {
    const routes = OPEN_ENDPOINTS.filter(
      ({ id, spec: { on, mutates, bodyEncoding } }) =>
        mutates && !bodyEncoding && !(id in INDIRECT) && on !== undefined && owned[on.resource] !== undefined,
    );
    const ids = resourceIds(site.ada, site.wiki);
    const before = await readDatabaseContents(site.node);
    const wrong = await collectProblems(routes, async (route) => {
      const { on } = route.spec;
      const path = requestPath(site, route, site.ada, { [on?.by ?? '']: String(on && owned[on.resource]) });
      const body = JSON.stringify({ ...sampleBody(route.spec.body ?? {}, ids), ...BODIES[route.id] });
      const response = await sendToEndpoint(site, route, { path, body });
      const told = response.status === 409 && JSON.stringify(response.body).includes('PROJECT_ARCHIVED');
      return told ? null : `${route.id}: ${response.status} ${JSON.stringify(response.body).slice(0, 200)}`;
    });
    assert.ok(routes.length > 8, `${routes.length}`);
    assert.deepEqual(wrong, []);
    assert.deepEqual(await changedCollections(before, site.node), []);
  });

  it('an upload is refused as well, of a file and of an image (G10)', async () => {
    for (const [path, file] of [
      [
        `/api/files/projects/${site.ada.projectId}/upload`,
        new File([], 'a.pdf', { type: 'application/pdf' }),
      ],
      [`/api/standards/${owned.standard}/images`, new File([], 'a.png', { type: 'image/png' })],
    ] as const) {
      const form = new FormData();
      form.set('files', file);
      const { status, body } = await site.ada.key.request('POST', path, form);
      assert.deepEqual([status, body.code], [409, 'PROJECT_ARCHIVED'], path);
    }
  });

  it('every read of it goes on (G10)', async () => {
    const reads = OPEN_ENDPOINTS.filter(
      ({ method, spec: { on } }) =>
        method === 'GET' && (on?.resource === 'project' || on?.resource === 'datasheet'),
    );
    const ids = resourceIds(site.ada, site.wiki);
    const wrong = await collectProblems(reads, async (route) => {
      const query = new URLSearchParams(
        Object.entries({
          ...sampleBody(route.spec.query ?? {}, ids),
          ...(route.spec.on && route.spec.on.by in (route.spec.query ?? {})
            ? { [route.spec.on.by]: site.ada.projectId }
            : {}),
        }).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const { status, body } = await sendToEndpoint(site, route, { query });
      return status < 400 ? null : `${route.id}: ${status} ${JSON.stringify(body).slice(0, 200)}`;
    });
    assert.ok(reads.length > 10);
    assert.deepEqual(wrong, []);
  });
});
