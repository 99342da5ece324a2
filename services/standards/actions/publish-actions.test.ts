/**
 * Tests of publishing a working copy as a revision, also concurrently: codes, stale versions, tags, permissions, and
 * that the sealed content is stored once and never changes.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { authorOf, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, useNode } from '../../../test/service-node.ts';
import { rewordedSave, SMALL_OUTLINE, StandardsWorld } from '../../../test/world/standards-world.ts';
import { Libraries } from '../library/repository.ts';
import { Standards } from '../standard/repository.ts';

describe('publishing a working copy', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);
  const [red, blue, retired] = [randomUUID(), randomUUID(), randomUUID()];
  beforeAll(async () => {
    const tags = (await node.node.openDatabase('standards')).collection<{
      _id: string;
      name: string;
      group: string;
      active: boolean;
    }>('tags');
    await tags.insertMany([
      { _id: red, name: 'Red', group: 'Colours', active: true },
      { _id: blue, name: 'Blue', group: 'Colours', active: true },
      { _id: retired, name: 'Mauve', group: 'Colours', active: false },
    ]);
  });

  const publish = (id: number, more: object = {}, who = lead) =>
    node.call(who, 'standards.publish', { id, ...more });
  /** Opens the working copy again and changes a clause. */
  const edit = async (id: number, text: string): Promise<string> => {
    const copy = await node.call(lead, 'standards.edit', { id });
    return (
      await node.call(lead, 'standards.workingCopy.save', { id, ...rewordedSave(copy, { '1.1': text }) })
    ).version;
  };

  it('seals it as 1.0.0 and makes it current; readers see it, the working copy is gone (R-111, S3, R-040)', async () => {
    const { id, version } = await world.createWorkingCopy();
    const { revision, content_hash } = await publish(id, { baseVersion: version, summary: 'First' });
    assert.equal(revision.code, '1.0.0');
    assert.equal(revision.severity, 'minor');
    assert.equal(revision.summary, 'First');
    assert.equal(revision.element_count, SMALL_OUTLINE.length);
    assert.deepEqual(revision.created_by, authorOf(lead));
    const read = await node.call(viewer, 'standards.get', { id });
    assert.ok('elements' in read);
    assert.deepEqual(
      read.elements.map(({ address, content, depth, attributes }) => [address, content, depth, attributes]),
      [
        ['1', '', 1, { inToc: true }],
        ['1.1', 'Cement shall be grey.', 2, {}],
        ['1.2', 'Water shall be clean.', 2, {}],
        ['1.2.1', 'Rain will do.', 3, { isNote: true }],
      ],
    );
    assert.equal(read.content_hash, content_hash);
    assert.deepEqual(read.current_revision, { id: revision.id, code: '1.0.0' });
    await expectRejection(world.readWorkingCopy(id), 404);
  });

  it('severity in any letter case decides the next code; the history is newest first (S3, R-243, R-057, R-176)', async () => {
    const { id } = await world.publishStandard();
    for (const [severity, code] of [
      ['PATCH', '1.0.1'],
      ['Minor', '1.1.0'],
      ['patch', '1.1.1'],
      ['MAJOR', '2.0.0'],
      [undefined, '2.1.0'],
    ] as const) {
      await edit(id, `for ${code}`);
      assert.equal((await publish(id, severity ? { severity } : {})).revision.code, code);
    }
    const { revisions, total } = await node.call(viewer, 'standards.revisions', { id });
    assert.equal(total, 6);
    assert.deepEqual(
      revisions.map(({ code }) => code),
      ['2.1.0', '2.0.0', '1.1.1', '1.1.0', '1.0.1', '1.0.0'],
    );
    assert.deepEqual(
      revisions.map(({ current }) => current),
      [true, false, false, false, false, false],
    );
    await expectRejection(publish(id, { severity: 'huge' }), 400);
  });

  it('a draft changed since baseVersion is 409 and nothing is saved (R-203, R-225)', async () => {
    const { id, version } = await world.createWorkingCopy();
    const saved = await node.call(editor, 'standards.workingCopy.save', {
      id,
      elements: SMALL_OUTLINE.slice(0, 3),
    });
    const { extras } = await expectRejection(publish(id, { baseVersion: version }), 409, 'EDIT_CONFLICT');
    assert.equal(extras.metadata?.reason, 'stale');
    assert.equal(extras.metadata?.currentVersion, saved.version);
    assert.deepEqual(extras.metadata?.editedBy, authorOf(editor));
    assert.equal((await node.call(lead, 'standards.revisions', { id })).total, 0);
    await publish(id, { baseVersion: saved.version });
  });

  it('fifty publishes at once: one 200, forty-nine 409 EDIT_CONFLICT, codes without gap or repeat (R9)', async () => {
    const { id, version } = await world.createWorkingCopy();
    await expectOneSuccess(
      Array.from({ length: 50 }, () => publish(id, { baseVersion: version })),
      'EDIT_CONFLICT',
    );
    const second = await edit(id, 'Second');
    await Promise.allSettled(Array.from({ length: 5 }, () => publish(id, { baseVersion: second })));
    const { revisions } = await node.call(lead, 'standards.revisions', { id });
    assert.deepEqual(
      revisions.map(({ code, ordinal }) => [code, ordinal]),
      [
        ['1.1.0', 2],
        ['1.0.0', 1],
      ],
    );
  });

  it('without a working copy 404; with the version that was published 409 draft_closed, also for a save (R-201, S26)', async () => {
    const { id, version } = await world.createWorkingCopy();
    const mine = rewordedSave(await world.readWorkingCopy(id), { '1.1': 'Too late.' });
    await publish(id);
    await expectRejection(publish(id), 404);
    await expectRejection(publish(id, { baseVersion: 'nonsense' }), 404);
    assert.equal(
      (await expectRejection(publish(id, { baseVersion: version }))).extras.metadata?.reason,
      'draft_closed',
    );
    const save = () => node.call(lead, 'standards.workingCopy.save', { id, ...mine });
    assert.equal((await expectRejection(save())).extras.metadata?.reason, 'draft_closed');
    await node.call(editor, 'standards.edit', { id });
    assert.equal((await expectRejection(save())).extras.metadata?.reason, 'draft_closed');
  });

  it('a save and a publish at once: the revision holds the save, or the save is told that the draft was closed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id } = await world.createWorkingCopy();
      const read = await world.readWorkingCopy(id);
      const [saved, published] = await Promise.allSettled([
        node.call(editor, 'standards.workingCopy.save', { id, ...rewordedSave(read, { '1.1': 'Raced.' }) }),
        publish(id),
      ]);
      assert.equal(published.status, 'fulfilled');
      const sealed = await node.call(viewer, 'standards.get', { id });
      assert.ok('elements' in sealed);
      assert.equal(
        sealed.elements[1]?.content,
        saved.status === 'fulfilled' ? 'Raced.' : 'Cement shall be grey.',
      );
    }
  });

  it('a revision is counted only on the standard as it was read (R9)', async () => {
    const { id } = await world.createWorkingCopy();
    const connection = await node.node.openDatabase('standards');
    const counters = new IdCounters(connection);
    const standards = new Standards(connection, counters, new Libraries(connection, counters));
    const read = await standards.find(id);
    assert.ok(read);
    await node.call(lead, 'standards.update', { id, description: 'Changed since.' });
    const advance = (standard: typeof read) =>
      inTransaction(connection, (session) =>
        standards.advanceRevision(session, standard, 1, { tags: [red] }),
      );
    assert.equal(await advance(read), null);
    const now = await standards.find(id);
    assert.deepEqual([now?.revision_count, now?.tags], [0, []]);
    assert.deepEqual((await advance({ ...read, changes: read.changes + 1 }))?.revision_count, 1);
  });

  it('tag_ids replaces the set, left out keeps it, [] empties it; a retired tag may stay, not be added (S7, R-182, R-183, R-035)', async () => {
    const { id } = await world.createWorkingCopy();
    const { tags } = await node.call(viewer, 'standards.tags.list', {});
    assert.deepEqual(
      tags.map(({ name, active }) => [name, active]),
      [
        ['Blue', true],
        ['Mauve', false],
        ['Red', true],
      ],
    );
    for (const tag_ids of [[retired], [randomUUID()], ['not a uuid'], 'red', null]) {
      const { status } = await expectRejection(publish(id, { tag_ids }));
      assert.equal(status, 400, JSON.stringify(tag_ids));
    }
    assert.equal(
      (await expectRejection(publish(id, { tag_ids: [red, retired] }))).extras.errors?.[0]?.path,
      'tag_ids[1]',
    );
    assert.deepEqual((await publish(id, { tag_ids: [red, blue.toUpperCase(), red] })).tags, [red, blue]);
    const tagCollection = (await node.node.openDatabase('standards')).collection<{ _id: string }>('tags');
    await tagCollection.updateOne({ _id: blue }, { $set: { active: false } });
    await edit(id, 'a');
    assert.deepEqual((await publish(id)).tags, [red, blue]);
    await edit(id, 'b');
    assert.deepEqual((await publish(id, { tag_ids: [blue] })).tags, [blue]);
    await edit(id, 'c');
    assert.deepEqual((await publish(id, { tag_ids: [] })).tags, []);
    const { revisions } = await node.call(lead, 'standards.revisions', { id });
    assert.deepEqual(
      revisions.map((row) => row.tags),
      [[], [blue], [red, blue], [red, blue]],
    );
    const compared = await node.call(lead, 'standards.compare', {
      id,
      from: revisions[2]?.id ?? 0,
      to: revisions[1]?.id ?? 0,
    });
    assert.deepEqual(compared.tags, { added: [], removed: [red] });
    await tagCollection.updateOne({ _id: blue }, { $set: { active: true } });
  });

  it('needs standard:update and standard:revision:save; another company sees nothing (G21)', async () => {
    const { id } = await world.createWorkingCopy();
    const { extras } = await expectRejection(
      publish(id, {}, withKey(lead, ['standard:read', 'standard:update'])),
      'PERMISSION_DENIED',
    );
    assert.equal(extras.metadata?.permission, 'standard:revision:save');
    const both = await expectRejection(publish(id, {}, viewer));
    assert.deepEqual(both.extras.metadata?.permissions, ['standard:update', 'standard:revision:save']);
    await expectRejection(publish(id, {}, stranger), 404);
  });

  it('a sealed revision reads the same after later edits, and altered bytes are never served (R-058, R24)', async () => {
    const { id, revisionId } = await world.publishStandard();
    const before = await node.call(viewer, 'standards.get', { id, revisionId });
    await edit(id, 'Later.');
    await publish(id);
    const after = await node.call(viewer, 'standards.get', { id, revisionId });
    assert.ok('elements' in before && 'elements' in after);
    assert.deepEqual(after.elements, before.elements);
    assert.deepEqual(after.revision && { ...after.revision, current: true }, before.revision);

    const connection = await node.node.openDatabase('standards');
    const fresh = await world.publishStandard();
    const revision = await connection
      .collection<{ _id: number; content_id: string }>('revisions')
      .findOne({ _id: fresh.revisionId });
    const contents = connection.collection<{ _id: string; content: { buffer: Uint8Array } }>('contents');
    const stored = await contents.findOne({ _id: revision?.content_id });
    assert.ok(stored);
    const altered = Buffer.from(stored.content.buffer).toString('utf8').replace('grey', 'gray');
    await contents.updateOne({ _id: stored._id }, { $set: { content: Buffer.from(altered) } } as object);
    await assert.rejects(node.call(viewer, 'standards.get', { id: fresh.id }), /does not match its hash/);
  });

  it('the same content is stored once, and equal content has an equal hash anywhere (S23)', async () => {
    const first = await world.publishStandard();
    const second = await world.publishStandard();
    const hashOf = async (id: number) => {
      const read = await node.call(viewer, 'standards.get', { id });
      return 'content_hash' in read ? read.content_hash : null;
    };
    assert.equal(await hashOf(first.id), await hashOf(second.id));
    const contents = (await node.node.openDatabase('standards')).collection('contents');
    const count = await contents.countDocuments();
    await node.call(lead, 'standards.edit', { id: first.id });
    await publish(first.id);
    assert.equal(await contents.countDocuments(), count);
  });
});
