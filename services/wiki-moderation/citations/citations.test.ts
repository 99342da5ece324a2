/** Tests of the list of wiki pages and standards that cite a wiki page. */
import assert from 'node:assert/strict';
import { afterEach, beforeAll, describe, it } from '@jest/globals';
import { PERMISSIONS } from '../../../shared/contracts/permissions.ts';
import type { Principal, UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous, contributor, individual, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { callerFor, expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';
import { createStandard, publishStandard } from '../../../tools/world/standards.ts';
import { adoptPage } from '../../../tools/world/wiki.ts';

describe('the documents that cite a wiki standard', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards', 'projects', 'identity']);
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  afterEach(() => {
    node.node.now = () => new Date();
  });

  const textCiting = (...pages: string[]): string =>
    `# 1 Scope\n\n${pages.map((page, at) => `1.${at + 1} See [[${page}]].`).join('\n\n')}\n`;
  const addressOf = ({ slug }: { slug: string }): string => `${librarySlug}/${slug}`;
  const cite = (title: string, ...pages: string[]) => node.newPage(librarySlug, title, textCiting(...pages));
  const edit = (page: { id: string; revisionId: string }, content: string) =>
    node.call(contributor, 'wiki.standards.update', {
      id: page.id,
      baseRevisionId: page.revisionId,
      content,
    });
  const read = (id: string, who: Principal = anonymous, range: { limit?: number; offset?: number } = {}) =>
    node.call(who, 'wiki.citations.list', { id, ...range });
  /** Title and occurrences of the rows, and the counts. */
  const summary = async (id: string, who: Principal = anonymous) => {
    const all = await read(id, who);
    return [
      all.citations.map(({ title, occurrenceCount }) => [title, occurrenceCount]),
      [all.citingDocumentCount, all.citationOccurrenceCount, all.privateCitationOccurrenceCount],
    ];
  };
  const categories = new Map<number, number>();
  async function categoryOf(author: UserPrincipal, subject_type: 'company' | 'user') {
    const known = categories.get(author.user.id);
    if (known !== undefined) return known;
    const { id } = await node.call(author, 'categories.create', { name: 'Citing', subject_type });
    categories.set(author.user.id, id);
    return id;
  }
  /** A published standard with this text. */
  async function newStandard(author: UserPrincipal, name: string, markdown: string) {
    const subject_type = author.company ? 'company' : 'user';
    const about = { name, category_id: await categoryOf(author, subject_type), subject_type } as const;
    // Markup is taken from keys.
    const api = callerFor(node, withKey(author, PERMISSIONS));
    const { id } = await createStandard(api, about, { markdown });
    await publishStandard(api, id);
    return id;
  }

  it('pages that cite it by title, with their address and how often; nothing else in brackets counts (W10)', async () => {
    const cited = await node.newPage(librarySlug, 'Cited by pages');
    const address = addressOf(cited);
    const b = await cite('Page b', address, `${address}#2.1`, `${librarySlug}/another`);
    const a = await cite('Page a', address);
    await cite('No citation', `${address}/x`, `${address}-more`, cited.slug);
    const row = { citingEntityType: 'wiki_standard', librarySlug };
    assert.deepEqual(await read(cited.id), {
      citations: [
        { ...row, slug: a.slug, title: 'Page a', occurrenceCount: 1 },
        { ...row, slug: b.slug, title: 'Page b', occurrenceCount: 2 },
      ],
      citingDocumentCount: 2,
      citationOccurrenceCount: 3,
      privateCitationOccurrenceCount: 0,
      total: 2,
      limit: 25,
      offset: 0,
    });
  });

  it('only the current revision of a published page counts, and no page cites itself (W10)', async () => {
    const cited = await node.newPage(librarySlug, 'Cited now');
    const address = addressOf(cited);
    const page = await cite('Edited', address);
    assert.deepEqual(await summary(cited.id), [[['Edited', 1]], [1, 1, 0]]);
    await edit(page, '# 1 Nothing\n');
    assert.deepEqual(await summary(cited.id), [[], [0, 0, 0]]);
    await node.call(contributor, 'wiki.standards.revert', { id: page.id, revId: page.revisionId });
    assert.deepEqual(await summary(cited.id), [[['Edited', 1]], [1, 1, 0]]);
    await edit(cited, textCiting(address));
    assert.deepEqual(await summary(cited.id), [[['Edited', 1]], [1, 1, 0]]);
    await (await node.collection('pages')).updateOne({ _id: page.id }, { $set: { archived: true } });
    assert.deepEqual(await summary(cited.id), [[], [0, 0, 0]]);
  });

  it('standards only for those who read them; those outside the global scope also count as private (A18)', async () => {
    const cited = await node.newPage(librarySlug, 'Cited by standards');
    const address = addressOf(cited);
    await cite('A citing page', address);
    const id = await newStandard(lead, 'Citing standard', textCiting(address, address));
    await newStandard(individual, 'Own standard', textCiting(address));
    assert.deepEqual(await summary(cited.id, viewer), [
      [
        ['A citing page', 1],
        ['Citing standard', 2],
      ],
      [2, 3, 2],
    ]);
    assert.deepEqual((await read(cited.id, viewer)).citations[1], {
      citingEntityType: 'standard',
      citingEntityId: id,
      title: 'Citing standard',
      occurrenceCount: 2,
    });
    const pageAlone = [[['A citing page', 1]], [1, 1, 0]];
    for (const who of [anonymous, stranger, withKey(viewer, ['wiki:standard:read'])])
      assert.deepEqual(await summary(cited.id, who), pageAlone);
    assert.deepEqual((await summary(cited.id, individual))[1], [2, 2, 1]);
  });

  it('of a standard the current revision counts; a deprecated one does not; a customised copy does (W10)', async () => {
    const cited = await node.newPage(librarySlug, 'Cited by revisions');
    const address = addressOf(cited);
    const id = await newStandard(lead, 'Revised standard', textCiting(address));
    await node.call(lead, 'standards.customize', { id, companyId: lead.company?.id ?? 0, name: 'Copied' });
    const both = [
      [
        ['Copied', 1],
        ['Revised standard', 1],
      ],
      [2, 2, 2],
    ];
    assert.deepEqual(await summary(cited.id, lead), both);
    // A working copy is not published.
    await node.call(lead, 'standards.edit', { id });
    await node.call(withKey(lead, PERMISSIONS), 'standards.workingCopy.save', {
      id,
      markdown: '# 1 Nothing\n',
      confirmReplace: true,
    });
    assert.deepEqual(await summary(cited.id, lead), both);
    await node.call(lead, 'standards.publish', { id });
    assert.deepEqual(await summary(cited.id, lead), [[['Copied', 1]], [1, 1, 1]]);
    const { standards } = await node.call(lead, 'standards.list', { search: 'Copied' });
    await node.call(lead, 'standards.deprecate', { id: standards[0]?.id ?? 0 });
    assert.deepEqual(await summary(cited.id, lead), [[], [0, 0, 0]]);
  });

  it('the library copy of a citing page is a global standard; that of the page itself is left out (W11)', async () => {
    const cited = await node.newPage(librarySlug, 'Cited by copies');
    const address = addressOf(cited);
    const { current_revision } = await edit(cited, textCiting(address));
    const citing = await cite('Copied page', address);
    const api = callerFor(node, contributingAdministrator);
    await adoptPage(api, { id: cited.id, revisionId: current_revision.id });
    await adoptPage(api, citing);
    const all = await read(cited.id, individual);
    assert.deepEqual(
      all.citations.map(({ citingEntityType, title }) => [citingEntityType, title]),
      [
        ['wiki_standard', 'Copied page'],
        ['standard', 'Copied page'],
      ],
    );
    assert.equal(all.privateCitationOccurrenceCount, 0);
  });

  it('architecture §9: what withheld words of a standard cite counts for nobody, from the time they are withheld', async () => {
    const cited = await node.newPage(librarySlug, 'Cited by held words');
    const address = addressOf(cited);
    // Words that are the same elsewhere would be held there too.
    const text = `# 1 Scope\n\n1.1 See [[${address}]].\n\n1.2 Also see [[${address}]].\n`;
    const citing = await node.newPage(librarySlug, 'Held citations', text);
    await adoptPage(callerFor(node, contributingAdministrator), citing);
    const [edition] = (await node.call(lead, 'wiki.adopted.list', { id: citing.id })).adopted_revisions;
    const adoptedRevId = edition?.id ?? '';
    const { standards } = await node.call(lead, 'standards.list', { search: 'Held citations' });
    const copyName = 'Copy of held citations';
    const companyId = lead.company?.id ?? 0;
    await node.call(lead, 'standards.customize', { id: standards[0]?.id ?? 0, companyId, name: copyName });
    const decide = (
      action: 'revoke' | 'restore',
      addresses: string[],
      reason_code: 'spam' | 'copyright_notice' | 'counter_notice',
    ) =>
      node.call(contributingAdministrator, `wiki.adopted.elements.${action}`, {
        id: citing.id,
        adoptedRevId,
        element_addresses: addresses,
        reason_code,
      });
    /** The occurrences in the copies, with the counts; the page itself shows its words. */
    const inCopies = async (who: Principal) => {
      const all = await read(cited.id, who);
      assert.equal(all.citations[0]?.occurrenceCount, 2);
      return [
        all.citations.slice(1).map(({ title, occurrenceCount }) => [title, occurrenceCount]),
        [all.citingDocumentCount, all.citationOccurrenceCount, all.privateCitationOccurrenceCount],
      ];
    };
    const bothWith = (occurrences: number) => [
      [
        [copyName, occurrences],
        ['Held citations', occurrences],
      ],
      [3, 2 + 2 * occurrences, occurrences],
    ];
    assert.deepEqual(await inCopies(lead), bothWith(2));
    await decide('revoke', ['1.1'], 'copyright_notice');
    assert.deepEqual(await inCopies(lead), bothWith(1));
    // At level 1 the words stay, until the clock withholds them.
    await decide('revoke', ['1.2'], 'spam');
    assert.deepEqual(await inCopies(lead), bothWith(1));
    node.node.now = () => new Date(Date.now() + 91 * 86_400_000);
    for (const who of [lead, contributingAdministrator, individual])
      assert.deepEqual(await inCopies(who), [[], [1, 2, 0]]);
    await decide('restore', ['1.1', '1.2'], 'counter_notice');
    assert.deepEqual(await inCopies(lead), bothWith(2));
  });

  it('pages of the list go on from wiki standards to standards, each row once (R-231)', async () => {
    const cited = await node.newPage(librarySlug, 'Cited often');
    const address = addressOf(cited);
    for (const at of [1, 2, 3]) await cite(`Often ${at}`, address);
    for (const at of [4, 5]) await newStandard(lead, `Often ${at}`, textCiting(address));
    const titles: string[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const part = await read(cited.id, lead, { limit: 2, offset });
      assert.equal(part.citingDocumentCount, 5);
      titles.push(...part.citations.map(({ title }) => title));
    }
    assert.deepEqual(titles, ['Often 1', 'Often 2', 'Often 3', 'Often 4', 'Often 5']);
    assert.deepEqual((await read(cited.id, lead, { offset: 5 })).citations, []);
    for (const range of [{ limit: 0 }, { limit: 101 }, { offset: -1 }])
      await expectRejection(read(cited.id, lead, range), 400);
  });

  it('an archived page is 404 for all but its moderators, like an unknown one (W1)', async () => {
    const cited = await node.newPage(librarySlug, 'Cited and archived');
    await (await node.collection('pages')).updateOne({ _id: cited.id }, { $set: { archived: true } });
    for (const id of [cited.id, '99999999-9999-4999-8999-999999999999']) await expectRejection(read(id), 404);
    assert.equal((await read(cited.id, contributingAdministrator)).total, 0);
  });
});
