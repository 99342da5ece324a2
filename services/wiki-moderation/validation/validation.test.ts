/** Tests of the check of wiki markdown without saving it: its findings, and the clauses that saving would remove. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { anonymous, contributor, moderator } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('checking wiki markdown', () => {
  const node = useWikiWorld();
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const validate = (content: string, more: { categoryId?: string; standardId?: string } = {}) =>
    node.call(contributor, 'wiki.standards.validate', { content, ...more });
  const newCategory = async (name: string) =>
    (await node.call(moderator, 'wiki.categories.create', { librarySlug, name })).id;
  const rulesOf = ({ findings }: Awaited<ReturnType<typeof validate>>) =>
    findings.map(({ rule, severity, line, field }) => [rule, severity, line, field]);

  it('failing content is 200 with hasBlocking and the findings by line of the whole content (document 2)', async () => {
    const failing = await validate('---\ntitle: T\n---\nbefore\n\n# Heading\n\n# 1 A\n\n> a quote\n');
    assert.equal(failing.hasBlocking, true);
    assert.deepEqual(rulesOf(failing), [
      ['text-outside-outline', 'blocking', 4, 'content'],
      ['heading-without-address', 'blocking', 6, 'content'],
      ['quote-without-note', 'advisory', 10, 'content'],
    ]);
    assert.deepEqual(await validate('---\ntitle: T\n---\n# 1 A\n'), { findings: [], hasBlocking: false });
  });

  it('references that name no published standard are advisory, and only with categoryId or standardId (document 2)', async () => {
    const { slug } = await node.newPage(librarySlug, 'Cited');
    const content = `---\ntitle: T\n---\n# 1 A\n\nSee [[${librarySlug}/${slug}#2.1]], [[Not a reference]]\nand [[${librarySlug}/nowhere]].\n`;
    assert.deepEqual((await validate(content)).findings, []);
    const checked = await validate(content, { categoryId: await newCategory('References') });
    assert.deepEqual(rulesOf(checked), [['reference_unresolved', 'advisory', 7, 'content']]);
    assert.equal(checked.hasBlocking, false);
  });

  it('a reference to a clause that the page does not have is advisory (Y17)', async () => {
    const { slug } = await node.newPage(librarySlug, 'Clauses');
    const at = `${librarySlug}/${slug}`;
    const content = `# 1 A\n\n[[${at}]] [[${at}#2.1]]\n[[${at}#2.1.1]] [[${at}#9.9]]\n[[${at}#02.1]] [[${at}#2]]\n`;
    const { findings, hasBlocking } = await validate(`---\ntitle: T\n---\n${content}`, {
      categoryId: await newCategory('Clauses'),
    });
    assert.deepEqual(
      findings.map(({ rule, severity, line, message }) => [rule, severity, line, message]),
      ['9.9', '02.1'].map((clause, index) => [
        'reference_unresolved',
        'advisory',
        7 + index,
        `The published standard ${at} has no clause ${clause}.`,
      ]),
    );
    assert.equal(hasBlocking, false);
  });

  it('of its own clauses a page may name those that the edit adds, not those that it removes (Y17)', async () => {
    const { id, slug } = await node.newPage(librarySlug, 'Own clauses');
    const at = `${librarySlug}/${slug}`;
    const validateEdit = (text: string) => validate(text, { standardId: id });
    const edited = await validateEdit(
      `# 1 A\n\n1.1 See [[${at}#1.1]] [[${at}#1]]\n\n1.2 See [[${at}#2.1]]\n`,
    );
    assert.deepEqual(rulesOf(edited), [['reference_unresolved', 'advisory', 5, 'content']]);
    // A text with errors has no clauses yet: the stored ones count.
    const broken = await validateEdit(`before\n\n# 1 A\n\n1.1 See [[${at}#2.1]] [[${at}#9]]\n`);
    assert.deepEqual(rulesOf(broken), [
      ['text-outside-outline', 'blocking', 1, 'content'],
      ['reference_unresolved', 'advisory', 5, 'content'],
    ]);
  });

  it('titles and categories block as they would on saving (W1, W10)', async () => {
    const { id } = await node.newPage(librarySlug, 'Titles');
    const titleless = '---\ndescription: D\n---\n# 1 A\n';
    assert.deepEqual(rulesOf(await validate(titleless)), [['title_missing', 'advisory', 1, 'title']]);
    assert.deepEqual(rulesOf(await validate(titleless, { standardId: id })), [
      ['title_missing', 'blocking', 1, 'title'],
    ]);
    assert.equal((await validate('# 1 A\n', { standardId: id })).hasBlocking, false);
    const roofs = '---\ntitle: T\ncategory: Roofs\n---\n# 1 A\n';
    assert.deepEqual(rulesOf(await validate(roofs, { standardId: id })), [
      ['category_unknown', 'blocking', 1, 'category'],
    ]);
    const long = await validate(`---\ntitle: ${'t'.repeat(301)}\n---\n# 1 A\n`);
    assert.deepEqual(rulesOf(long), [['title_too_long', 'blocking', 1, 'title']]);
  });

  it('the impact names every clause gone since the current revision: removed, relocated, reoccupied (W10)', async () => {
    const text = (...clauses: string[]): string => `# 1 Scope\n\n${clauses.join('\n\n')}\n`;
    const { id } = await node.newPage(
      librarySlug,
      'Impact',
      text(
        '1.1 Cement shall be fresh.',
        '1.2 Steel bars shall be clean.',
        '1.3 Water shall be potable.',
        '1.4 Sand shall be washed and graded.',
      ),
    );
    const after = text(
      '1.1 Cement shall be fresh and dry.',
      '1.2 Sand shall be washed and graded.',
      '1.3 Inspectors visit weekly.',
    );
    const { impact, hasBlocking } = await validate(after, { standardId: id });
    assert.deepEqual(impact?.removedClauses, [
      { address: '1.2', disposition: 'reoccupied' },
      { address: '1.3', disposition: 'reoccupied' },
      { address: '1.4', disposition: 'relocated', movedTo: '1.2' },
    ]);
    assert.equal(hasBlocking, false, 'an impact never blocks');
    const shorter = await validate(text('1.1 Cement shall be fresh.'), { standardId: id });
    assert.deepEqual(
      shorter.impact?.removedClauses.map(({ address, disposition }) => [address, disposition]),
      [
        ['1.2', 'removed'],
        ['1.3', 'removed'],
        ['1.4', 'removed'],
      ],
    );
    assert.equal((await validate('before', { standardId: id })).impact, null);
    assert.equal('impact' in (await validate(after)), false);
  });

  it('contributors check; an unreadable standard is 404, a foreign category 400, a long content 413 (A18)', async () => {
    const content = '# 1 A';
    const send = (as: typeof contributor | typeof anonymous, more: object) =>
      expectRejection(node.callUntyped(as, 'wiki.standards.validate', { content, ...more }));
    assert.equal((await send(anonymous, {})).status, 401);
    assert.equal((await send(moderator, {})).status, 403);
    assert.equal((await send(contributor, { standardId: randomUUID() })).status, 404);
    assert.equal((await send(contributor, { categoryId: randomUUID() })).code, 'UNKNOWN_CATEGORY');
    assert.equal((await send(contributor, { content: 'x'.repeat(1_000_001) })).status, 413);
    const { id } = await node.newPage(await node.newLibrary(), 'Elsewhere');
    const foreign = { standardId: id, categoryId: await newCategory('Foreign') };
    assert.equal((await send(contributor, foreign)).code, 'UNKNOWN_CATEGORY');
    await (await node.collection('pages')).updateOne({ _id: id }, { $set: { archived: true } });
    assert.equal((await send(contributor, { standardId: id })).status, 404);
  });
});
