/**
 * Tests that `If-Match` on writes of projects and datasheets is compared again in the transaction, so that a change
 * after the first check is not overwritten.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { acceptsBaseVersion } from '../shared/contracts/endpoint.ts';
import type { EndpointId } from '../shared/contracts/index.ts';
import type { HandlerMiddleware } from '../shared/kernel/node/handler-middleware.ts';
import { checkContract } from './contract-check.ts';
import { OPEN_ENDPOINTS, type OpenEndpoint } from './world/contract-requests.ts';
import { startWorld, useWorld } from './world/test-world.ts';
import { writesIn } from './world/writes.ts';

/** They change nothing that the version of a project covers, so that no change is lost. */
const BESIDE_THE_VERSION: readonly EndpointId[] = [
  'projects.export',
  'projects.members.remove',
  'projects.invite',
  'projects.invitations.withdraw',
  'projects.lead.appoint',
  'projects.seatProvenance.acknowledgeLapse',
  'projects.sponsorshipRequests.create',
  'comments.create',
  'comments.update',
  'comments.delete',
  'comments.forward',
  'comments.resolve',
];
/** Their services do not know the version of a project: no `If-Match` but `*` passes the first check. */
const WITHOUT_A_VERSION = /^(files\.|datasheets\.create$|datasheets\.import$|standards\.batchUpgrade$)/;

const isTested = ({ id, spec }: OpenEndpoint): boolean =>
  spec.mutates === true &&
  (spec.on?.resource === 'project' || spec.on?.resource === 'datasheet') &&
  !acceptsBaseVersion(spec) &&
  !BESIDE_THE_VERSION.includes(id) &&
  !WITHOUT_A_VERSION.test(id);

describe('If-Match until the transaction', () => {
  /** The change to make before the next handler of this endpoint. */
  const changes = new Map<string, () => Promise<void>>();
  const changeBeforeHandler: HandlerMiddleware = (handler) =>
    checkContract({
      ...handler,
      work: () =>
        handler.work(async () => {
          const change = changes.get(handler.id);
          changes.delete(handler.id);
          await change?.();
        }),
    });
  const world = useWorld(() => startWorld({}, changeBeforeHandler));
  const writes = writesIn(world);
  let n = 0;

  const etagOf = async (path: string): Promise<string> => {
    const { status, headers } = await world.ada.key.request('GET', path);
    assert.equal(status, 200, path);
    return headers.get('etag') ?? '';
  };

  async function editProject(id: number): Promise<void> {
    const { key } = world.ada;
    const { version } = await key.call('projects.publishReadiness', { id });
    assert.ok(version !== null, 'a draft is open');
    n += 1;
    await key.call('projects.edit', { id, baseVersion: version, name: `Changed meanwhile ${n}` });
  }

  async function reviseDatasheet(id: number): Promise<void> {
    const { version, elements } = await world.ada.key.call('datasheets.get', { id });
    n += 1;
    const changed = elements.slice(0, 1).map((element) => ({ element_id: element.id, new_value: `${n}` }));
    const revision = { id, baseVersion: version, severity: 'MINOR' as const, changes: changed };
    await world.ada.key.call('datasheets.revise', revision);
  }

  /** Changes that leave the resource in the state that the write needs; by default its project is edited. */
  const CHANGES: Partial<Record<EndpointId, (id: number) => Promise<void>>> = {
    'datasheets.delete': reviseDatasheet,
    'datasheets.upgrade': reviseDatasheet,
    async 'projects.unarchive'(id) {
      const { key } = world.ada;
      await key.call('projects.unarchive', { id });
      await editProject(id);
      await key.call('projects.archive', { id });
    },
    async 'projects.draft.create'(id) {
      const { key } = world.ada;
      await key.call('projects.draft.create', { id });
      await editProject(id);
      await key.call('projects.publish', { id });
    },
  };

  for (const { id, spec } of OPEN_ENDPOINTS.filter(isTested)) {
    it(`${id} is 412 when the resource changes after the first check, and is done with the new ETag (X2)`, async () => {
      const write = await writes.make(id);
      const { ids = {} } = write;
      const resourceId = Number(ids[spec.on?.by ?? '']);
      const path =
        spec.on?.resource === 'project'
          ? `/api/projects/details/${resourceId}`
          : `/api/datasheet/${resourceId}`;
      const send = (etag: string) => writes.send(id, write, {}, { 'if-match': etag });
      const before = await etagOf(path);
      let changed = '';
      changes.set(id, async () => {
        await (CHANGES[id] ?? editProject)(resourceId);
        changed = await etagOf(path);
      });
      const stale = await send(before);
      assert.deepEqual(
        [stale.status, stale.body.code],
        [412, 'PRECONDITION_FAILED'],
        JSON.stringify(stale.body),
      );
      assert.notEqual(changed, '', 'the first check had passed');
      assert.equal(await etagOf(path), changed, 'the change is kept');
      const fresh = await send(changed);
      assert.ok(fresh.status < 300, JSON.stringify(fresh.body));
    });
  }
});
