/** Tests of creating wiki pages: frontmatter, category, slug, refusals. */
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
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { CONCRETE_MARKDOWN, useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('creating wiki standards', () => {
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

  it('a standard created from markdown reads back whole, by its address (R-094, W11)', async () => {
    const made = await create({
      title: 'Größe & Maß',
      content: CONCRETE_MARKDOWN,
      description: 'Cast in place',
    });
    assert.equal(made.slug, 'grosse-mass');
    const read = await node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug: made.slug });
    assert.deepEqual(read, { ...made, allowed_actions: [] });
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

  it('frontmatter wins over the fields of the request and stays as it was written (document 2)', async () => {
    const content = '---\ntitle: From the page   # a remark\ndescription: "page text"\n---\n# 1 A\n';
    const made = await create({ title: 'From the body', description: 'body text', content });
    assert.deepEqual(
      [made.title, made.description, made.slug],
      ['From the page', 'page text', 'from-the-page'],
    );
    assert.equal(made.content, content);
  });

  it('what the frontmatter lacks is taken from the request and written into it (document 2)', async () => {
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

  it('a category in the frontmatter wins; W1: an unknown one is 400 (W10)', async () => {
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

  it('errors of the markup are 422 with every finding by line of what was sent (W1, W10)', async () => {
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

  it('a page without any title is refused (W10)', async () => {
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
    // Each section has as much text as one may have; the last fills it up.
    const sections = Array.from({ length: 10 }, (_, at) => `# ${at + 1} A\n\n${'𝔸'.repeat(99_000)}\n\n`);
    const head = ['---\ntitle: Long\n---\n', ...sections, '# 11 A\n\n'].join('');
    const long = head + '𝔸'.repeat(1_000_000 - [...head].length);
    const made = await create({ content: long });
    assert.equal(
      (await node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug: made.slug })).content,
      long,
    );
    await refused({ content: `${long}x`, slug: 'longer' }, 413, 'PAYLOAD_TOO_LARGE');
  });

  it('a slug is the page’s own for ever, of letters, digits and hyphens, and no fixed word (W1, G15, R-214)', async () => {
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

  it('of ten concurrent ones with one slug, one wins and nothing of the others stays (R10)', async () => {
    await expectOneSuccess(
      Array.from({ length: 10 }, () => create({ title: 'Race', content: '# 1 A' })),
      'SLUG_TAKEN',
    );
    assert.equal(await (await node.collection('revisions')).countDocuments({ title: 'Race' }), 1);
  });

  it('tag_ids is an array of UUIDs, else 400 (document 2)', async () => {
    await refused({ title: 'Tags', content: '# 1 A', tag_ids: ['x'] }, 400, 'VALIDATION_ERROR');
    assert.deepEqual((await create({ title: 'Tags', content: '# 1 A', tag_ids: [] })).tags, []);
  });

  it('writing needs the contributor role, whatever the key was granted (R-166, R-192)', async () => {
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
    await expectRejection(node.call(anonymous, 'wiki.standards.create', input), 401);
    const made = await node.call(
      withKey(contributor, ['wiki:standard:create']),
      'wiki.standards.create',
      input,
    );
    assert.equal(made.slug, 'barred');
  });
});
