/** Tests of the check that test nodes make of every handler (`contract-check.ts`). */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { EndpointSpec } from '../shared/contracts/endpoint.ts';
import { actionsByService } from '../shared/contracts/index.ts';
import { apiError } from '../shared/kernel/errors/errors.ts';
import { checkContract } from './contract-check.ts';

const internal = Object.values(actionsByService)
  .flatMap((actions) => Object.entries<EndpointSpec>(actions))
  .filter(([, { http }]) => http === undefined);

describe('the check of every handler in the tests', () => {
  const run = (id: string, spec: EndpointSpec, result: object, audited: boolean) =>
    checkContract({
      id,
      spec,
      changes: { audited, completed: false, finished: null, unchanged: false },
      work: async () => result,
    });

  const { 'standards.setPageHolds': holds } = actionsByService.standards;
  const { 'projects.recordChange': change } = actionsByService.projects;

  it('an internal action that writes without an audit entry is found', async () => {
    await assert.rejects(run('standards.setPageHolds', holds, { applied: true }, false), /audit entry/);
    await run('standards.setPageHolds', holds, { applied: true }, true);
  });

  it('metadata of another shape than its code declares is found (A9)', async () => {
    const fail = (metadata: Record<string, unknown>) =>
      checkContract({
        id: 'standards.setPageHolds',
        spec: holds,
        changes: { audited: false, completed: false, finished: null, unchanged: false },
        work: () => Promise.reject(apiError('QUOTA_EXCEEDED', 'The storage is full.', { metadata })),
      });
    await assert.rejects(fail({ limit: 10 }), /metadata is other than declared/);
    await assert.rejects(fail({ limit: 10, used: 11 }), /The storage is full/);
  });

  it('a part of a write that its caller audits has no entry of its own', async () => {
    await run('projects.recordChange', change, { recorded: true }, false);
    await assert.rejects(run('projects.recordChange', change, { recorded: true }, true), /auditEntry/);
  });

  it('only internal writes leave their audit entry to another', () => {
    const all = Object.values(actionsByService).flatMap((actions) => Object.entries<EndpointSpec>(actions));
    const leaving = all.filter(([, { auditEntry }]) => auditEntry !== undefined);
    assert.ok(leaving.length > 0);
    assert.deepEqual(
      leaving.filter(([, { http, mutates }]) => http !== undefined || !mutates).map(([id]) => id),
      [],
    );
  });

  it('an internal action on the draft of a project needs the project to be open', () => {
    const withDraft = internal.filter(([, { needsDraft }]) => needsDraft !== undefined);
    assert.ok(withDraft.length > 0);
    for (const [id, { mutates, on }] of withDraft) {
      assert.ok(mutates, id);
      assert.equal(on?.resource, 'project', id);
    }
  });
});
