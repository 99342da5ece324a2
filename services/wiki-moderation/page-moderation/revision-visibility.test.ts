/** Tests of hiding and restoring revisions of wiki pages. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { anonymous, contributor, moderator } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

const BODY = '# 1 Scope\n\n1.1 First text.\n';

describe('hidden revisions of wiki standards', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards']);
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const read = (standardSlug: string) =>
    node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug });
  const edit = async (id: string, baseRevisionId: string, content: string) =>
    (await node.call(contributor, 'wiki.standards.update', { id, baseRevisionId, content })).current_revision
      .id;
  const hide = (id: string, revId: string) =>
    node.call(moderator, 'wiki.moderation.revisionHide', { id, revId, reason_code: 'copyright_notice' });
  const restore = (id: string, revId: string) =>
    node.call(moderator, 'wiki.moderation.revisionRestore', { id, revId, reason_code: 'counter_notice' });
  const codeOf = async (work: Promise<unknown>) => (await expectRejection(work)).code;

  it('the current pointer moves to the newest visible revision, and back with restore (document 2, hide, R-137, R-138)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Hidden', BODY);
    const content = (text: string) => `---\ntitle: Hidden\ndescription: ${text}\n---\n\n# 1 ${text}\n`;
    const second = await edit(id, revisionId, content('Second'));
    const third = await edit(id, second, content('Third'));
    const unmoved = await hide(id, second);
    assert.deepEqual(
      [unmoved.currentRevisionRepointed, unmoved.newCurrentRevisionId, unmoved.activeAdoption],
      [false, null, null],
    );
    assert.deepEqual([unmoved.revision.id, unmoved.revision.hidden], [second, true]);
    const moved = await hide(id, third);
    assert.deepEqual([moved.currentRevisionRepointed, moved.newCurrentRevisionId], [true, revisionId]);
    const page = await read(slug);
    assert.deepEqual(
      [page.current_revision, page.description, page.content.includes('First text')],
      [{ id: revisionId, revision_number: 1 }, '', true],
    );
    const forward = await restore(id, second);
    assert.deepEqual(
      [forward.currentRevisionRepointed, forward.newCurrentRevisionId, forward.revision.hidden],
      [true, second, false],
    );
    assert.equal((await read(slug)).description, 'Second');
    assert.equal((await restore(id, third)).newCurrentRevisionId, third);
  });

  it('a hidden revision is 404 for the public on every path, by id and by number, and out of the list (W1)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Canary', BODY);
    const canary = await edit(id, revisionId, BODY.replace('First', 'Canary-7291'));
    await hide(id, canary);
    const at = { librarySlug, standardSlug: slug };
    for (const reader of [anonymous, contributor]) {
      const refused = [
        node.call(reader, 'wiki.revisions.get', { id, revId: canary }),
        node.call(reader, 'wiki.revisions.diff', { id, fromRev: '1', toRev: '2' }),
        node.call(reader, 'wiki.revisions.diff', { id, fromRev: canary, toRev: revisionId }),
      ];
      assert.deepEqual(await Promise.all(refused.map(codeOf)), Array(3).fill('NOT_FOUND'));
      const answers = await Promise.all([
        node.call(reader, 'wiki.standards.get', at),
        node.call(reader, 'wiki.standards.elements', at),
        node.call(reader, 'wiki.revisions.list', { id }),
        node.call(reader, 'wiki.libraries.get', { slug: librarySlug, search: 'Canary-7291' }),
        node.call(reader, 'wiki.moderationLog.forStandard', { id }),
      ]);
      assert.ok(!JSON.stringify(answers).includes('Canary-7291'));
      assert.ok(!JSON.stringify(answers).includes(canary));
    }
    assert.equal(
      await codeOf(node.call(contributor, 'wiki.standards.revert', { id, revId: canary })),
      'NOT_FOUND',
    );
    assert.ok(
      (await node.call(moderator, 'wiki.revisions.get', { id, revId: canary })).content.includes('Canary'),
    );
    const adopt = { id, sourceRevisionId: canary };
    const refused = [
      node.call(contributingAdministrator, 'wiki.standards.directAdopt', adopt),
      node.call(contributingAdministrator, 'wiki.standards.previewAdoption', adopt),
    ];
    assert.deepEqual(await Promise.all(refused.map(codeOf)), Array(2).fill('REVISION_HIDDEN'));
  });

  it('hidden already 409, source of the title 409, visible 409 at restore, of another page 404 (document 2)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Refused', BODY);
    const other = await node.newPage(librarySlug, 'Elsewhere', BODY);
    const second = await edit(id, revisionId, `${BODY}\n1.2 More.\n`);
    assert.equal(await codeOf(hide(id, revisionId)), 'TITLE_IN_USE');
    assert.equal(await codeOf(restore(id, second)), 'REVISION_NOT_HIDDEN');
    await hide(id, second);
    assert.equal(await codeOf(hide(id, second)), 'REVISION_HIDDEN');
    for (const missing of [other.revisionId, randomUUID()]) {
      assert.deepEqual(
        [await codeOf(hide(id, missing)), await codeOf(restore(id, missing))],
        ['NOT_FOUND', 'NOT_FOUND'],
      );
    }
  });

  it('activeAdoption is the edition of the revision, which stays published (document 2, hide)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Made an edition', BODY);
    const second = await edit(id, revisionId, `${BODY}\n1.2 More.\n`);
    const { adoptedRevision } = await node.call(contributingAdministrator, 'wiki.standards.directAdopt', {
      id,
    });
    const { activeAdoption } = await hide(id, second);
    assert.deepEqual(activeAdoption, { id: adoptedRevision.id, revision_number: 1 });
    assert.equal((await node.call(anonymous, 'wiki.adopted.get', { id, revNum: 1 })).id, adoptedRevision.id);
    await restore(id, second);
    const revoked_at = new Date();
    await (await node.collection('editions')).updateOne(
      { _id: adoptedRevision.id },
      { $set: { revoked_at } },
    );
    assert.equal((await hide(id, second)).activeAdoption, null);
  });

  it('concurrency: hide during an edit, a revert and another hide: the pointer never names a hidden revision', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id, slug, revisionId } = await node.newPage(librarySlug, `Race ${round}`, BODY);
      const second = await edit(id, revisionId, `${BODY}\n1.2 Second.\n`);
      const third = await edit(id, second, `${BODY}\n1.2 Third.\n`);
      const outcomes = await Promise.allSettled([
        hide(id, third),
        edit(id, third, `${BODY}\n1.2 Fourth.\n`),
        hide(id, second),
        node.call(contributor, 'wiki.standards.revert', { id, revId: second }),
        node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id, sourceRevisionId: second }),
      ]);
      const { current_revision } = await read(slug);
      const { revisions } = await node.call(moderator, 'wiki.revisions.list', { id });
      const newest = revisions.find(({ hidden }) => !hidden);
      assert.deepEqual(current_revision, {
        id: newest?.id,
        revision_number: newest?.revision_number,
      });
      const failures = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.type] : []));
      const expected = new Set(['EDIT_CONFLICT', 'NOT_FOUND', 'REVISION_HIDDEN']);
      assert.deepEqual(
        failures.filter((code) => !expected.has(code)),
        [],
      );
      assert.deepEqual(
        revisions.filter(({ hidden }) => hidden).map((row) => row.id),
        [third, second],
      );
    }
  });
});
