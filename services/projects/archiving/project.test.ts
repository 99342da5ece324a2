/** Tests of archiving a whole project and taking it back: what stays readable, and its retention. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { administrator, editor, lead, viewer } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('projects: archiving a project', () => {
  const site = ProjectsWorld.use();
  const archive = (id: number, as = lead) =>
    site.node.call(as, 'projects.archive', { id, reason: 'Handed over' });
  const unarchive = (id: number) => site.node.call(lead, 'projects.unarchive', { id });
  const stateOf = async (id: number) => {
    const details = await site.node.call(viewer, 'projects.details', { id });
    assert.ok('archived' in details);
    const { archived, archived_at, retention_until, archived_reason } = details;
    return { archived, archived_at, retention_until, archived_reason };
  };

  it('read-only with retention_until after seven years; unarchived the clock is cleared (R-104, R-105, G10)', async () => {
    const { projectId: id } = await site.createFilledProject('Kept');
    await site.publish(id);
    const { archived_at, retention_until, ...rest } = await archive(id);
    assert.deepEqual(rest, { id, archived: true, archived_reason: 'Handed over' });
    assert.ok(archived_at && retention_until);
    const [from, to] = [new Date(archived_at), new Date(retention_until)];
    assert.equal(to.getUTCFullYear() - from.getUTCFullYear(), 7);
    assert.deepEqual(await stateOf(id), {
      archived: true,
      archived_at,
      retention_until,
      archived_reason: 'Handed over',
    });
    const cleared = { archived: false, archived_at: null, retention_until: null, archived_reason: null };
    assert.deepEqual(await unarchive(id), { id, ...cleared });
    assert.deepEqual(await stateOf(id), cleared);
  });

  it('archived twice is ALREADY_ARCHIVED, unarchived twice NOT_ARCHIVED; an editor may do neither (G10, R-210, R-211)', async () => {
    const id = await site.createProject('Twice');
    await expectRejection(unarchive(id), 409, 'NOT_ARCHIVED');
    await expectRejection(archive(id, editor), 403);
    await expectOneSuccess([archive(id), archive(id), archive(id)]);
    await expectRejection(archive(id), 409, 'ALREADY_ARCHIVED');
  });

  it('everyone goes on reading and exporting; the open draft is as it was once unarchived (G10)', async () => {
    const { projectId: id, standardId, datasheetIds } = await site.createFilledProject('Read on');
    await site.publish(id);
    await site.node.call(lead, 'projects.draft.create', { id });
    await site.createDatasheet(id, standardId, { name: 'In the draft' });
    const version = await site.draftVersion(id);
    await archive(id);
    assert.equal(
      (await site.node.call(viewer, 'datasheets.get', { id: datasheetIds[0] ?? 0 })).name,
      'Sheet 1',
    );
    assert.equal((await site.node.call(lead, 'projects.export', { id })).datasheets.length, 1);
    const { owned } = await site.node.call(lead, 'projects.list', {});
    assert.equal(owned.find((row) => row.id === id)?.archived, true);
    await expectRejection(
      site.createDatasheet(id, standardId, { name: 'Too late' }),
      409,
      'PROJECT_ARCHIVED',
    );
    assert.equal(await site.draftVersion(id), version);
    await unarchive(id);
    assert.equal((await site.publish(id, { baseVersion: version })).revision.code, '2');
  });

  it('of changes at two nodes while the project is archived, none is written after the archiving has answered (R21)', async () => {
    const second = await site.startSecondNode();
    try {
      for (let round = 0; round < 4; round += 1) {
        const { projectId: id, standardId } = await site.createFilledProject(`Raced ${round}`);
        const names = Array.from({ length: 8 }, (_, at) => `Raced sheet ${at}`);
        const creations = Promise.allSettled(
          names.map((name) => second.createDatasheet(id, standardId, { name })),
        );
        await archive(id);
        const version = await site.draftVersion(id);
        const outcomes = await creations;
        assert.equal(await site.draftVersion(id), version);
        const written = outcomes.filter(({ status }) => status === 'fulfilled').length;
        const { datasheets } = await site.node.call(lead, 'projects.datasheets.list', { id });
        assert.equal(datasheets.length, written + 1);
        for (const outcome of outcomes) {
          if (outcome.status === 'fulfilled') continue;
          await expectRejection(Promise.reject(outcome.reason), 'PROJECT_ARCHIVED');
        }
      }
    } finally {
      await second.node.stop();
    }
  });

  it('each leaves one audit entry, the archiving with its reason (H40)', async () => {
    const id = await site.createProject('Audited');
    await archive(id);
    await unarchive(id);
    const filter = { resource_type: 'project', resource_id: String(id) };
    const entries = await eventually(async () => {
      const found = (await site.node.call(administrator, 'admin.audit.list', filter)).entries;
      return found.length === 3 && found;
    });
    assert.deepEqual(
      entries.map(({ action }) => action),
      ['projects.unarchive', 'projects.archive', 'projects.create'],
    );
    assert.equal(entries[1]?.details.archived_reason, 'Handed over');
  });
});

describe('projects: another retention', () => {
  const site = ProjectsWorld.use([], { RETENTION_YEARS: '30' });

  it('the years of the retention clock are configurable (G10)', async () => {
    const id = await site.createProject('Kept for long');
    const { archived_at, retention_until } = await site.node.call(lead, 'projects.archive', { id });
    assert.ok(archived_at && retention_until);
    assert.equal(new Date(retention_until).getUTCFullYear() - new Date(archived_at).getUTCFullYear(), 30);
  });
});
