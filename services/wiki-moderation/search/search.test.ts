/** Tests of the search of wiki pages through the service. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous, contributor, individual, withKey } from '../../../test/people.ts';
import { expectRejection, startTestNode } from '../../../test/service-node.ts';
import {
  CONCRETE_MARKDOWN,
  contributingAdministrator,
  useWikiWorld,
} from '../../../test/world/wiki-world.ts';

describe('the search of the wiki', () => {
  const node = useWikiWorld();
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const search = (query: string, limit?: number, who = anonymous) =>
    node.call(who, 'wiki.searchContent', { query, ...(limit === undefined ? {} : { limit }) });
  /** Title and address of the hits with this word; others are found by their meaning. */
  const found = async (word: string) =>
    (await search(word)).hits
      .filter(({ snippet }) => snippet.toLowerCase().includes(word))
      .map(({ standard, address }) => `${standard.title} ${address}`);
  const untilFound = (query: string, ...expected: string[]) =>
    eventually(async () => assert.deepEqual((await found(query)).toSorted(), expected.toSorted()));
  const edit = (page: { id: string; revisionId: string }, content: string) =>
    node.call(contributor, 'wiki.standards.update', {
      id: page.id,
      baseRevisionId: page.revisionId,
      content,
    });
  const clause = (text: string) => `# 1 Scope\n\n1.1 ${text}\n`;

  it('a clause of a saved page with its standard, address and snippet, for everybody (W12, R-157)', async () => {
    const { id, slug } = await node.newPage(librarySlug, 'Gangways', clause('Gangways have a toeboard.'));
    await untilFound('toeboard', 'Gangways 1.1');
    const hit = {
      standard: { id, librarySlug, slug, title: 'Gangways' },
      address: '1.1',
      snippet: 'Gangways have a toeboard.',
    };
    for (const who of [anonymous, individual, withKey(individual, [])])
      assert.deepEqual(await search('toeboard', 5, who), {
        query: 'toeboard',
        hits: [hit],
        search_event_id: null,
      });
  });

  it('an edit replaces the text that is found, a revert brings it back (S13)', async () => {
    const page = await node.newPage(librarySlug, 'Ladders', clause('Ladders have stiles of larchwood.'));
    await untilFound('larchwood', 'Ladders 1.1');
    await edit(page, clause('Ladders have stiles of oakwood.'));
    await untilFound('oakwood', 'Ladders 1.1');
    assert.deepEqual(await found('larchwood'), []);
    await node.call(contributor, 'wiki.standards.revert', { id: page.id, revId: page.revisionId });
    await untilFound('larchwood', 'Ladders 1.1');
    assert.deepEqual(await found('oakwood'), []);
  });

  it('neither an archived page nor a hidden revision is found, by moderators neither (W1)', async () => {
    const archived = await node.newPage(librarySlug, 'Put away', clause('Sconces are of pewter.'));
    const hidden = await node.newPage(librarySlug, 'Hidden', clause('Sconces are of pewter too.'));
    await untilFound('pewter', 'Put away 1.1', 'Hidden 1.1');
    const revisions = await node.collection('revisions');
    await revisions.updateOne({ _id: hidden.revisionId }, { $set: { hidden: true } });
    // Before the index could follow.
    assert.deepEqual(await found('pewter'), ['Put away 1.1']);
    await (await node.collection('pages')).updateOne({ _id: archived.id }, { $set: { archived: true } });
    assert.deepEqual(await found('pewter'), []);
    assert.deepEqual((await search('pewter', 5, contributingAdministrator)).hits, []);
    await (await node.collection('pages')).updateOne({ _id: archived.id }, { $set: { archived: false } });
    await untilFound('pewter', 'Put away 1.1');
  });

  it('fields are found by their clause, which is shown once (S13)', async () => {
    const text = CONCRETE_MARKDOWN.replaceAll('Strength', 'Zirconia').replace('be fresh', 'hold zirconia');
    await node.newPage(librarySlug, 'Fields', text);
    await untilFound('zirconia', 'Fields 2.1');
  });

  it('an address and a quoted phrase are exact matches and come first; the query is literal text (S13)', async () => {
    await node.newPage(librarySlug, 'Words', '# 1 A\n\n1.1 Basalt of column.\n\n1.2 Columns of basalt.\n');
    await untilFound('basalt', 'Words 1.1', 'Words 1.2');
    for (const query of ['"columns of basalt"', '1.2'])
      assert.equal((await search(query)).hits[0]?.address, '1.2');
    for (const query of ['"', '*', 'NEAR(', '$where', 'basalt OR', "'; drop"]) await search(query);
  });

  it('a number with its unit finds its clause before those with longer numbers; soft hyphens and ligatures are no other letters (Y16)', async () => {
    const widths = ['0.5', '2.5', '5', '25', '50'];
    const gaps = widths.map((mm, at) => `1.${at + 1} The kerf shall be ${mm} mm.`).join('\n\n');
    await node.newPage(
      librarySlug,
      'Kerfs',
      `# 1 Kerfs\n\n${gaps}\n\n1.6 Kerf\u00adless o\uFB03cial joints.\n`,
    );
    await eventually(async () => assert.equal((await search('kerf')).hits.length >= 5, true));
    for (const [at, mm] of widths.entries())
      for (const query of [`kerf ${mm} mm`, `kerf ${mm.replace('.', ',')}mm`, `"${mm} mm"`])
        assert.deepEqual(
          (await search(query)).hits.slice(0, 1).map(({ standard, address }) => [standard.title, address]),
          [['Kerfs', `1.${at + 1}`]],
          query,
        );
    assert.equal((await search('kerfless official')).hits[0]?.address, '1.6');
  });

  it('a printed number finds its clause first, and is in the snippet (Y11)', async () => {
    const content = '# 1 Lifts\n\n1.1 See 14.2-C and 14.2-C.\n\n1.2 {label="14.2-C"} Cars have doors.\n';
    await node.newPage(librarySlug, 'Lifts', content);
    await eventually(async () => {
      const [hit] = (await search('14.2-C')).hits;
      assert.deepEqual([hit?.address, hit?.snippet], ['1.2', '14.2-C – Cars have doors.']);
    });
  });

  it('at most limit hits, 20 by default, 1 to 100 (R-229)', async () => {
    const clauses = Array.from({ length: 25 }, (_, at) => `1.${at + 1} Travertine slab ${at}.`).join('\n\n');
    await node.newPage(librarySlug, 'Many', `# 1 Slabs\n\n${clauses}\n`);
    await eventually(async () => assert.equal((await search('travertine')).hits.length, 20));
    assert.equal((await search('travertine', 3)).hits.length, 3);
    assert.equal((await search('travertine', 100)).hits.length, 25);
    for (const limit of [0, 101]) await expectRejection(search('slab', limit), 400);
    for (const query of ['', ' ', 'x'.repeat(4_001)]) await expectRejection(search(query), 400);
  });

  it('a text of an older grammar is not found, and the others are', async () => {
    const page = await node.newPage(librarySlug, 'Older', clause('Feldspar.'));
    await untilFound('feldspar', 'Older 1.1');
    const revisionId = await node.addRevision(page.id, 'Older', '```field\nno: end\n');
    const current_revision = { id: revisionId, revision_number: 2 };
    await (await node.collection('pages')).updateOne({ _id: page.id }, { $set: { current_revision } });
    await untilFound('feldspar');
    await node.newPage(librarySlug, 'After it', clause('Feldspar again.'));
    await untilFound('feldspar', 'After it 1.1');
  });

  it('another node builds its index from the database when it starts, and follows what is saved elsewhere (S13)', async () => {
    await node.newPage(librarySlug, 'Here first', clause('Malachite inlay.'));
    const env = { DATABASE_PREFIX: node.node.config.databasePrefix };
    const other = await startTestNode(['wiki-moderation'], env);
    try {
      const there = async () =>
        (await other.call(anonymous, 'wiki.searchContent', { query: 'malachite' })).hits.map(
          ({ standard }) => standard.title,
        );
      assert.deepEqual(await there(), ['Here first']);
      await node.newPage(librarySlug, 'Here later', clause('Malachite inlay of two colours.'));
      await eventually(async () =>
        assert.deepEqual((await there()).toSorted(), ['Here first', 'Here later']),
      );
    } finally {
      await other.stop();
    }
  });
});
