import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import {
  anonymous,
  authorOf,
  contributor,
  moderator,
  personPrincipal,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CONCRETE_MARKDOWN, useWikiWorld } from '../wiki-world.fixture.ts';

describe('wiki standards', () => {
  const node = useWikiWorld();
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  type Input = Parameters<typeof create>[0];
  const create = (more: {
    title?: string;
    content: string;
    slug?: string;
    description?: string;
    categoryId?: string;
    tag_ids?: string[];
    librarySlug?: string;
  }) => node.call(contributor, 'wiki.standards.create', { librarySlug, ...more });
  const refused = async (more: Input, status: number, code: string) => {
    const read = await expectRejection(create(more));
    assert.deepEqual([read.status, read.code], [status, code], read.detail);
    return read.extras.errors ?? [];
  };

  it('R-094, W11: a standard created from markdown reads back whole, by its address', async () => {
    const made = await create({
      title: 'Größe & Maß',
      content: CONCRETE_MARKDOWN,
      description: 'Cast in place',
    });
    assert.equal(made.slug, 'grosse-mass');
    const read = await node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug: made.slug });
    assert.deepEqual(read, made);
    assert.equal(
      read.content,
      `---\ntitle: Größe & Maß\ndescription: Cast in place\n---\n\n${CONCRETE_MARKDOWN}`,
    );
    assert.deepEqual(read.created_by, authorOf(contributor));
    assert.deepEqual(
      [read.current_revision.revision_number, read.current_adopted_revision, read.tags],
      [1, null, []],
    );
    const { title } = await node.call(anonymous, 'wiki.standards.title', {
      librarySlug,
      standardSlug: made.slug,
    });
    assert.equal(title, 'Größe & Maß');
  });

  it('hardening A5: readers of many long pages at once lock no one out: each page has its own turn, and all are answered', async () => {
    const library = await node.newLibrary();
    const long = `${CONCRETE_MARKDOWN}\n${'More of the same.\n'.repeat(2_000)}`;
    const slugs: string[] = [];
    for (let page = 0; page < 20; page += 1)
      slugs.push((await node.newPage(library, `Long ${page}`, long)).slug);
    // Two visitors of each.
    const read = await Promise.all(
      [...slugs, ...slugs].map((slug) =>
        node.call(anonymous, 'wiki.standards.elements', { librarySlug: library, standardSlug: slug }),
      ),
    );
    for (const { total } of read) assert.equal(total, 5);
  });

  it('document 2: the current revision as elements, in outline order', async () => {
    const { slug } = await create({ title: 'Elements', content: CONCRETE_MARKDOWN });
    const { elements, total } = await node.call(anonymous, 'wiki.standards.elements', {
      librarySlug,
      standardSlug: slug,
    });
    assert.equal(total, 5);
    assert.deepEqual(elements[0], {
      address: '1',
      content: '',
      toc_content: 'Scope',
      depth: 1,
      attributes: { inToc: true },
    });
    assert.deepEqual(elements[4], {
      address: '2.1.1',
      content: 'Store it dry.',
      toc_content: '',
      depth: 3,
      attributes: { isNote: true },
    });
    assert.deepEqual(elements[3]?.attributes, {});
  });

  it('document 2: frontmatter wins over the fields of the request and stays as it was written', async () => {
    const content = '---\ntitle: From the page   # a remark\ndescription: "page text"\n---\n# 1 A\n';
    const made = await create({ title: 'From the body', description: 'body text', content });
    assert.deepEqual(
      [made.title, made.description, made.slug],
      ['From the page', 'page text', 'from-the-page'],
    );
    assert.equal(made.content, content);
  });

  it('document 2: what the frontmatter lacks is taken from the request and written into it', async () => {
    const category = await node.call(moderator, 'wiki.categories.create', {
      librarySlug,
      name: 'Filed here',
    });
    const made = await create({
      title: 'Half said',
      categoryId: category.id,
      content: '---\nversion: 1.10\ndescription: own\n---\n# 1 A\n',
    });
    assert.equal(made.category?.id, category.id);
    assert.match(
      made.content,
      /^---\n(?=[\s\S]*title: Half said\n)(?=[\s\S]*category: filed-here\n)(?=[\s\S]*version: ['"]?1\.10)[\s\S]*---\n\n?# 1 A\n$/,
    );
    assert.doesNotMatch(made.content, /1\.1\n/);
  });

  it('W10: a category in the frontmatter wins; W1: an unknown one is 400', async () => {
    const parent = await node.call(moderator, 'wiki.categories.create', { librarySlug, name: 'Parent' });
    const child = await node.call(moderator, 'wiki.categories.create', {
      librarySlug,
      name: 'Kind',
      parentId: parent.id,
    });
    const content = '---\ntitle: Filed\ncategory: Parent/Kind\n---\n# 1 A';
    assert.equal((await create({ content, categoryId: parent.id })).category?.id, child.id);
    const [finding] = await refused(
      { content: '---\ntitle: T\ncategory: Roofs\n---\n# 1 A' },
      400,
      'UNKNOWN_CATEGORY',
    );
    assert.equal(finding?.path, 'content');
    await refused({ title: 'T', content: '# 1 A', categoryId: randomUUID() }, 400, 'UNKNOWN_CATEGORY');
    const other = await node.newLibrary();
    await refused(
      { librarySlug: other, title: 'T', content: '# 1 A', categoryId: parent.id },
      400,
      'UNKNOWN_CATEGORY',
    );
    await refused({ librarySlug: 'nowhere', title: 'T', content: '# 1 A' }, 400, 'UNKNOWN_LIBRARY');
  });

  it('W1, W10: errors of the markup are 422 with every finding by line of what was sent', async () => {
    const findings = await refused(
      { title: 'Broken', content: 'before\n\n# Heading\n\n# 2 A\n\n2.1.1 skips\n' },
      422,
      'MARKUP_ERRORS',
    );
    assert.ok(findings.length >= 3);
    assert.deepEqual(
      [findings[0]?.line, findings[0]?.path, findings[0]?.rule],
      [1, 'content', 'text-outside-outline'],
    );
    assert.equal(findings[1]?.line, 3);
    await refused({ content: '---\ntitle: [a\n---\n# 1 A' }, 422, 'MARKUP_ERRORS');
    await refused({ content: '---\ntitle: &a x\ndescription: *a\n---\n# 1 A' }, 422, 'MARKUP_ERRORS');
    await refused({ content: `---\ntitle: T\nx: ${'y'.repeat(9000)}\n---\n# 1 A` }, 422, 'MARKUP_ERRORS');
  });

  it('W10: a page without any title is refused', async () => {
    assert.equal((await refused({ content: '# 1 A' }, 400, 'VALIDATION_ERROR'))[0]?.path, 'title');
    assert.equal(
      (await refused({ content: '# 1 A', title: '  ' }, 400, 'VALIDATION_ERROR'))[0]?.path,
      'title',
    );
    assert.equal(
      (await refused({ content: '---\ndescription: d\n---\n# 1 A' }, 422, 'MARKUP_ERRORS'))[0]?.rule,
      'title_missing',
    );
    await refused({ content: `---\ntitle: ${'x'.repeat(301)}\n---\n# 1 A` }, 422, 'MARKUP_ERRORS');
  });

  it('a text of more than 1,000,000 characters is 413, one of exactly that is accepted, in four-byte characters', async () => {
    const head = '---\ntitle: Long\n---\n# 1 A\n\n';
    const long = head + '𝔸'.repeat(1_000_000 - head.length);
    const made = await create({ content: long });
    assert.equal(
      (await node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug: made.slug })).content,
      long,
    );
    await refused({ content: `${long}x`, slug: 'longer' }, 413, 'PAYLOAD_TOO_LARGE');
  });

  it('W1, G15: a slug is the page’s own for ever, of letters, digits and hyphens, and no fixed word', async () => {
    await create({ title: 'Taken', content: '# 1 A' });
    await refused({ title: 'Taken', content: '# 1 A' }, 409, 'SLUG_TAKEN');
    await refused({ title: 'Other', slug: 'taken', content: '# 1 A' }, 409, 'SLUG_TAKEN');
    assert.equal((await create({ title: 'Taken', slug: 'taken-2', content: '# 1 A' })).slug, 'taken-2');
    for (const slug of ['diff', 'errata', 'A', 'a--b', 'a b', 'é'])
      await refused({ title: 'S', slug, content: '# 1 A' }, 400, 'VALIDATION_ERROR');
    await refused({ title: 'Revisions', content: '# 1 A' }, 400, 'VALIDATION_ERROR');
    assert.equal(
      (await refused({ title: '标准', content: '# 1 A' }, 400, 'VALIDATION_ERROR'))[0]?.path,
      'slug',
    );
    assert.equal((await create({ title: '标准', slug: 'standard', content: '# 1 A' })).title, '标准');
  });

  it('R10: of ten at once with one slug, one wins and nothing of the others stays', async () => {
    const all = await Promise.allSettled(
      Array.from({ length: 10 }, () => create({ title: 'Race', content: '# 1 A' })),
    );
    assert.equal(all.filter(({ status }) => status === 'fulfilled').length, 1);
    for (const one of all)
      if (one.status === 'rejected')
        assert.equal((await expectRejection(Promise.reject(one.reason))).code, 'SLUG_TAKEN');
    assert.equal(await (await node.collection('revisions')).countDocuments({ title: 'Race' }), 1);
  });

  it('document 2: tag_ids is an array of UUIDs, else 400', async () => {
    await refused({ title: 'Tags', content: '# 1 A', tag_ids: ['x'] }, 400, 'VALIDATION_ERROR');
    assert.deepEqual((await create({ title: 'Tags', content: '# 1 A', tag_ids: [] })).tags, []);
  });

  it('R-166: writing needs the contributor role, whatever the key was granted', async () => {
    const input = { librarySlug, title: 'Barred', content: '# 1 A' };
    const stranger = personPrincipal({ id: 8 });
    for (const caller of [
      stranger,
      withKey(stranger, ['wiki:standard:create']),
      moderator,
      withKey(contributor, ['wiki:standard:edit']),
    ]) {
      const { status, extras } = await expectRejection(node.call(caller, 'wiki.standards.create', input));
      assert.deepEqual([status, extras.metadata?.permission], [403, 'wiki:standard:create']);
    }
    assert.equal((await expectRejection(node.call(anonymous, 'wiki.standards.create', input))).status, 401);
    const made = await node.call(
      withKey(contributor, ['wiki:standard:create']),
      'wiki.standards.create',
      input,
    );
    assert.equal(made.slug, 'barred');
  });

  it('W1: an archived standard is 404 to all but its moderators', async () => {
    const { id, slug } = await node.newPage(librarySlug, 'Archived');
    await (await node.collection('pages')).updateOne({ _id: id }, { $set: { archived: true } });
    const at = { librarySlug, standardSlug: slug };
    for (const caller of [anonymous, contributor]) {
      assert.equal((await expectRejection(node.call(caller, 'wiki.standards.get', at))).status, 404);
      assert.equal((await expectRejection(node.call(caller, 'wiki.standards.title', at))).status, 404);
      assert.equal((await expectRejection(node.call(caller, 'wiki.revisions.list', { id }))).status, 404);
      assert.equal((await expectRejection(node.call(caller, 'wiki.adopted.list', { id }))).status, 404);
    }
    assert.equal((await node.call(moderator, 'wiki.standards.get', at)).id, id);
    await node.giveRole(id, 20, 'moderator');
    assert.equal(
      (await node.call(personPrincipal({ id: 20, siteRoles: ['SiteContributor'] }), 'wiki.standards.get', at))
        .id,
      id,
    );
    // A role sleeps without the contributor role, and a key shows no more than it carries.
    assert.equal(
      (await expectRejection(node.call(personPrincipal({ id: 20 }), 'wiki.standards.get', at))).status,
      404,
    );
    assert.equal(
      (await expectRejection(node.call(withKey(moderator, ['project:read']), 'wiki.standards.get', at)))
        .status,
      404,
    );
  });

  it('R-221: a retired slug answers 410 and stays taken', async () => {
    const { id } = await node.newPage(librarySlug, 'Moving');
    const library = (await node.call(anonymous, 'wiki.libraries.list', {})).libraries.find(
      ({ slug }) => slug === librarySlug,
    );
    await (await node.collection('pages')).updateOne({ _id: id }, { $set: { slug: 'moved' } });
    await (await node.collection('slugs')).updateOne(
      { _id: `${library?.id}/moving` },
      { $set: { retired: true } },
    );
    for (const action of ['wiki.standards.get', 'wiki.standards.elements', 'wiki.standards.title'] as const) {
      const { status, code } = await expectRejection(
        node.call(anonymous, action, { librarySlug, standardSlug: 'moving' }),
      );
      assert.deepEqual([status, code], [410, 'GONE']);
    }
    await refused({ title: 'Moving', content: '# 1 A' }, 409, 'SLUG_TAKEN');
    assert.equal(
      (
        await expectRejection(
          node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug: 'nothing' }),
        )
      ).status,
      404,
    );
  });

  it('R-095, R-230: the history of a standard, paged, each revision with its whole markdown', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'History');
    const { revisions, total, limit } = await node.call(anonymous, 'wiki.revisions.list', {
      id: id.toUpperCase(),
    });
    assert.deepEqual([revisions.length, total, limit], [1, 1, 50]);
    assert.deepEqual(
      [revisions[0]?.id, revisions[0]?.revision_number, revisions[0]?.hidden],
      [revisionId, 1, false],
    );
    assert.deepEqual((await node.call(anonymous, 'wiki.revisions.list', { id, offset: 5 })).revisions, []);
    const revision = await node.call(anonymous, 'wiki.revisions.get', { id, revId: revisionId });
    assert.match(revision.content, /^---\ntitle: History\n---\n\n# 1 Scope/);
    const other = await node.newPage(librarySlug, 'Another history');
    for (const [page, revId] of [
      [id, other.revisionId],
      [other.id, revisionId],
      [randomUUID(), revisionId],
      [id, randomUUID()],
    ] as const) {
      assert.equal(
        (await expectRejection(node.call(anonymous, 'wiki.revisions.get', { id: page, revId }))).status,
        404,
      );
    }
    for (const bad of [{ id: 'x' }, { id, limit: 0 }, { id, limit: 201 }, { id, offset: -1 }]) {
      assert.equal((await expectRejection(node.call(anonymous, 'wiki.revisions.list', bad))).status, 400);
    }
  });

  it('W1: a hidden revision is left out and 404 for the public, marked for moderators', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Hidden');
    await (await node.collection('revisions')).updateOne({ _id: revisionId }, { $set: { hidden: true } });
    assert.equal((await node.call(anonymous, 'wiki.revisions.list', { id })).total, 0);
    assert.equal(
      (await expectRejection(node.call(contributor, 'wiki.revisions.get', { id, revId: revisionId }))).status,
      404,
    );
    assert.equal((await node.call(moderator, 'wiki.revisions.list', { id })).revisions[0]?.hidden, true);
    assert.equal((await node.call(moderator, 'wiki.revisions.get', { id, revId: revisionId })).hidden, true);
  });
});
