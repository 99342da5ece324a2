/** Tests of editing and reverting wiki pages, also by concurrent editors, and of comparing two revisions. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import {
  administrator,
  anonymous,
  authorOf,
  contributor,
  moderator,
  personPrincipal,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

const otherContributor = personPrincipal({ id: 9, name: 'Cora', siteRoles: ['SiteContributor'] });
const BODY = '# 1 Scope\n\n1.1 First text.\n';

describe('editing wiki standards', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards']);
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const read = (standardSlug: string) =>
    node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug });
  const edit = (id: string, baseRevisionId: string, content: string, more: { tag_ids?: string[] } = {}) =>
    node.call(contributor, 'wiki.standards.update', { id, baseRevisionId, content, ...more });
  const newTag = async (name: string) => (await node.call(administrator, 'admin.tags.create', { name })).id;

  it('an edit is a new revision, and the older one stays what it was (document 2)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Edited', BODY);
    const content = '---\ntitle: Edited twice\ndescription: D\n---\n\n# 1 Scope\n\n1.1 Second text.\n';
    const edited = await node.call(otherContributor, 'wiki.standards.update', {
      id,
      baseRevisionId: revisionId,
      content,
      editSummary: 'Said better',
    });
    assert.deepEqual(
      [edited.title, edited.description, edited.slug, edited.content],
      ['Edited twice', 'D', slug, content],
    );
    assert.equal(edited.current_revision.revision_number, 2);
    assert.deepEqual(await read(slug), { ...edited, allowed_actions: [] });
    const { revisions } = await node.call(anonymous, 'wiki.revisions.list', { id });
    assert.deepEqual(
      revisions.map((row) => [row.revision_number, row.title, row.edit_summary, row.created_by]),
      [
        [2, 'Edited twice', 'Said better', authorOf(otherContributor)],
        [1, 'Edited', '', authorOf(contributor)],
      ],
    );
    const old = await node.call(anonymous, 'wiki.revisions.get', { id, revId: revisionId });
    assert.equal(old.content, `---\ntitle: Edited\n---\n\n${BODY}`);
    const { standards } = await node.call(anonymous, 'wiki.libraries.get', {
      slug: librarySlug,
      search: 'edited TWICE',
    });
    assert.deepEqual(
      standards.map((row) => row.id),
      [id],
      'search finds the new title',
    );
  });

  it('issue of two editors: the second edit of one revision is 409 with who and when, and nothing is blended', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Two editors', BODY);
    const first = await edit(id, revisionId, BODY.replace('First', 'Their'));
    const refused = await expectRejection(
      node.call(otherContributor, 'wiki.standards.update', {
        id,
        baseRevisionId: revisionId,
        content: BODY.replace('Scope', 'My scope'),
      }),
      409,
      'EDIT_CONFLICT',
    );
    const { revisions } = await node.call(anonymous, 'wiki.revisions.list', { id });
    assert.deepEqual(refused.extras.metadata, {
      code: 'EDIT_CONFLICT',
      reason: 'stale',
      currentRevision: first.current_revision,
      editedBy: authorOf(contributor),
      editedAt: revisions[0]?.created_at,
    });
    assert.equal((await read(slug)).content, first.content);
    assert.equal(revisions.length, 2);
  });

  it('of ten concurrent editors one saves, the others are 409, and there is one new revision (R10)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Crowd', BODY);
    const texts = Array.from({ length: 10 }, (_, turn) => BODY.replace('First', `Text ${turn}`));
    const outcomes = await Promise.allSettled(texts.map((content) => edit(id, revisionId, content)));
    const saved = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    assert.equal(saved.length, 1);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      await expectRejection(Promise.reject(outcome.reason), 'EDIT_CONFLICT');
    }
    assert.equal((await read(slug)).content, saved[0]?.content);
    assert.equal((await node.call(anonymous, 'wiki.revisions.list', { id })).total, 2);
  });

  it('content without frontmatter keeps title, description and category; frontmatter without a title is 422 (W10)', async () => {
    const category = await node.call(moderator, 'wiki.categories.create', { librarySlug, name: 'Kept' });
    const filed = '---\ntitle: Kept title\ndescription: Kept text\ncategory: Kept\n---\n\n# 1 A\n';
    const { id, revisionId } = await node.newPage(librarySlug, 'ignored', filed);
    const kept = await edit(id, revisionId, '# 1 B\n');
    assert.deepEqual(
      [kept.title, kept.description, kept.category?.id, kept.content],
      [
        'Kept title',
        'Kept text',
        category.id,
        '---\ntitle: Kept title\ndescription: Kept text\ncategory: kept\n---\n\n# 1 B\n',
      ],
    );
    const base = kept.current_revision.id;
    const bare = await edit(id, base, '---\ntitle: Bare\n---\n# 1 C\n');
    assert.deepEqual([bare.description, bare.category], ['', null], 'frontmatter replaces them all');
    const refusals = [
      ['---\ndescription: D\n---\n# 1 A\n', 422, 'MARKUP_ERRORS', 'title_missing'],
      ['---\ntitle: T\n---\nbefore\n', 422, 'MARKUP_ERRORS', 'text-outside-outline'],
      ['---\ntitle: T\ncategory: Roofs\n---\n# 1 A\n', 400, 'UNKNOWN_CATEGORY', undefined],
      ['x'.repeat(1_000_001), 413, 'PAYLOAD_TOO_LARGE', undefined],
    ] as const;
    for (const [content, status, code, rule] of refusals) {
      const refused = await expectRejection(edit(id, bare.current_revision.id, content));
      assert.deepEqual([refused.status, refused.code], [status, code]);
      assert.equal(refused.extras.errors?.[0]?.rule, rule);
    }
  });

  it('tags are carried forward when omitted, replaced as a set, cleared by an empty list (document 2)', async () => {
    const [one, two] = [await newTag('One'), await newTag('Two')];
    const { id, revisionId } = await node.newPage(librarySlug, 'Tagged', BODY);
    let base = revisionId;
    const next = async (tag_ids?: string[]) => {
      const page = await edit(id, base, BODY, tag_ids ? { tag_ids } : {});
      base = page.current_revision.id;
      return page.tags;
    };
    assert.deepEqual(await next([one, two, one]), [one, two]);
    assert.deepEqual(await next(), [one, two]);
    await node.call(administrator, 'admin.tags.update', { id: two, active: false });
    assert.deepEqual(await next([two]), [two], 'a retired tag may stay');
    assert.deepEqual(await next([]), []);
    for (const tag of [two, randomUUID()]) {
      const refused = await expectRejection(edit(id, base, BODY, { tag_ids: [tag] }));
      assert.deepEqual([refused.status, refused.extras.errors?.[0]?.path], [400, 'tag_ids[0]']);
    }
  });

  it('unknown fields and a missing base are 400; only contributors edit; others’ pages too (G5, A18)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Guarded', BODY);
    const send = (as: Parameters<typeof node.callUntyped>[0], more: object) =>
      expectRejection(
        node.callUntyped(as, 'wiki.standards.update', {
          id,
          content: BODY,
          baseRevisionId: revisionId,
          ...more,
        }),
      );
    assert.equal((await send(contributor, { title: 'T' })).status, 400);
    assert.equal((await send(contributor, { baseRevisionId: undefined })).status, 400);
    assert.equal((await send(anonymous, {})).status, 401);
    assert.equal((await send(moderator, {})).status, 403);
    assert.equal((await send(contributor, { id: randomUUID() })).status, 404);
    assert.equal((await send(contributor, { baseRevisionId: randomUUID() })).code, 'EDIT_CONFLICT');
    await (await node.collection('pages')).updateOne({ _id: id }, { $set: { archived: true } });
    assert.equal((await send(contributor, {})).status, 404);
    assert.equal((await send(contributingAdministrator, {})).code, 'ALREADY_ARCHIVED');
  });

  it('a revert is a new revision with the old content and tags; a hidden one is 404, for moderators 409 (W12)', async () => {
    const tag = await newTag('Old');
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Reverted', BODY);
    const tagged = await edit(id, revisionId, BODY.replace('First', 'Tagged'), { tag_ids: [tag] });
    const last = await edit(id, tagged.current_revision.id, '---\ntitle: Other\n---\n# 1 B\n', {
      tag_ids: [],
    });
    const revert = (revId: string, as = contributor) => node.call(as, 'wiki.standards.revert', { id, revId });
    const reverted = await revert(tagged.current_revision.id);
    assert.deepEqual(
      [reverted.title, reverted.tags, reverted.content, reverted.current_revision.revision_number],
      ['Reverted', [tag], tagged.content, 4],
    );
    assert.deepEqual(await read(slug), { ...reverted, allowed_actions: [] });
    const [row] = (await node.call(anonymous, 'wiki.revisions.list', { id })).revisions;
    assert.equal(row?.edit_summary, 'Reverted to revision 2');
    await (await node.collection('revisions')).updateOne(
      { _id: last.current_revision.id },
      { $set: { hidden: true } },
    );
    await expectRejection(revert(last.current_revision.id), 404);
    await expectRejection(
      revert(last.current_revision.id, contributingAdministrator),
      409,
      'REVISION_HIDDEN',
    );
    const elsewhere = await node.newPage(librarySlug, 'Elsewhere', BODY);
    await expectRejection(revert(elsewhere.revisionId), 404);
  });

  it('concurrent reverts and edits number their revisions without a gap (R10)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Reverts', BODY);
    await Promise.allSettled([
      ...[1, 2, 3, 4].map(() => node.call(contributor, 'wiki.standards.revert', { id, revId: revisionId })),
      edit(id, revisionId, BODY),
    ]);
    const { revisions, total } = await node.call(anonymous, 'wiki.revisions.list', { id });
    assert.ok(total === 5 || total === 6, `${total} revisions`);
    assert.deepEqual(
      revisions.map((row) => row.revision_number),
      Array.from({ length: total }, (_, index) => total - index),
    );
  });

  it('the diff of two revisions, by id or number, with both documents (document 2, W1)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Compared', BODY);
    const after = await edit(id, revisionId, BODY.replace('First', 'Second'));
    const diff = (fromRev: string, toRev: string, as: typeof contributor | typeof anonymous = anonymous) =>
      node.call(as, 'wiki.revisions.diff', { id, fromRev, toRev });
    const compared = await diff('1', after.current_revision.id.toUpperCase());
    assert.deepEqual(
      [compared.from.id, compared.to, compared.stats, compared.approximate, compared.truncated],
      [
        revisionId,
        { ...after.current_revision, content: after.content },
        { added: 1, removed: 1 },
        false,
        false,
      ],
    );
    assert.match(compared.patch, /\n-1\.1 First text\.\n\+1\.1 Second text\.\n/);
    assert.deepEqual((await diff('2', '2')).hunks, []);
    for (const missing of ['3', '0', 'abc', randomUUID()])
      assert.equal((await expectRejection(diff('1', missing))).status, 404, missing);
    await (await node.collection('revisions')).updateOne({ _id: revisionId }, { $set: { hidden: true } });
    await expectRejection(diff('1', '2'), 404);
    assert.equal((await diff('1', '2', contributingAdministrator)).from.id, revisionId);
  });

  it('two texts of a million characters without a common line are compared off the event loop (H20)', async () => {
    const text = (word: string): string => {
      const clause = (at: number): string => `1.${at} ${word} ${'x'.repeat(400)} ${word}${at}\n\n`;
      return `# 1 A\n\n${Array.from({ length: 2_200 }, (_, at) => clause(at + 1)).join('')}`;
    };
    const { id, revisionId } = await node.newPage(librarySlug, 'Large', text('old'));
    const { content } = await edit(id, revisionId, text('new'));
    const { stats, to, truncated } = await node.call(anonymous, 'wiki.revisions.diff', {
      id,
      fromRev: '1',
      toRev: '2',
    });
    // Every clause with the blank lines between them: the block counts as replaced as a whole.
    assert.deepEqual(stats, { added: 4_399, removed: 4_399 });
    assert.deepEqual([to.content === content, truncated], [true, true]);
  });
});
