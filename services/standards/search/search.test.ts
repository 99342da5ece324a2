/**
 * Tests of the search of standards through the service: hits, who finds what, the index after publishes, restarts and
 * rebuilds, costs and hostile queries, and the stop of a node.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../../shared/search/engine/parse-query.ts';
import { eventually } from '../../../test/eventually.ts';
import { colleague, individual, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection, startTestNode, useNode } from '../../../test/service-node.ts';
import { fieldInput, rewordedSave, StandardsWorld } from '../../../test/world/standards-world.ts';
import type { StandardRecord } from '../standard/model.ts';
import { RebuildRequests } from './rebuild-requests.ts';

describe('search of the library', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);
  let standard: { id: number; revisionId: number };
  const search = (query: string, as = viewer, more = {}) =>
    node.call(as, 'standards.searchContent', { query, ...more });
  /** Once the index has followed the database. */
  const findsAt = (query: string, addresses: string[], as = viewer) =>
    eventually(async () => {
      const { hits } = await search(query, as);
      assert.deepEqual(
        hits.map(({ address }) => address),
        addresses,
      );
      return hits;
    });

  beforeAll(async () => {
    standard = await world.publishStandard(
      [
        { address: '1', toc_content: 'Structural steel', attributes: { inToc: true } },
        { address: '1.1', content: 'Plates conform to ASTM A36.' },
        { address: '1.2', content: 'Bolts conform to ASTM A360 and A 36.' },
        { address: '1.3', content: 'Galvanise the brackets\nafter fabrication.' },
        { address: '1.3.1', content: 'Galvanising protects brackets.', attributes: { isNote: true } },
        { address: '2', toc_content: 'Elevators', content: 'Each elevator serves every storey.' },
        { address: '2.1', content: 'See 14.2-B and 14.2-B, the cars.' },
        { address: '2.2', content: 'Cars have doors.', attributes: { label: '14.2-B' } },
      ],
      [fieldInput('1.3', 'Zinc thickness', { unit: 'µm', default_value: '85' })],
    );
    await findsAt('storey', ['2']);
  });

  it('a hit names its standard, revision, clause and confidence; the answer counts the strong ones (S13)', async () => {
    const { query, hits, strong_count } = await search('"conform to ASTM A36"');
    assert.equal(query, '"conform to ASTM A36"');
    const [hit] = hits;
    assert.ok(hit);
    const { element_id, score, standard_name, ...rest } = hit;
    assert.deepEqual(rest, {
      standard_id: standard.id,
      revision_id: standard.revisionId,
      address: '1.1',
      kind: 'clause',
      snippet: 'Plates conform to ASTM A36.',
      confidence: 'strong',
    });
    assert.ok(element_id > 0 && score > 0 && standard_name.startsWith('Standard '));
    assert.equal(strong_count, hits.filter(({ confidence }) => confidence === 'strong').length);
  });

  it('an address, a designation and a quoted phrase rank exact matches first (S13)', async () => {
    const first = async (query: string) => (await search(query)).hits[0]?.address;
    assert.equal(await first('1.3'), '1.3');
    assert.equal(await first('Section 2'), '2');
    assert.equal(await first('ASTM A36'), '1.1');
    assert.equal(await first('ASTM A360'), '1.2');
    assert.equal(await first('"brackets after fabrication"'), '1.3');
  });

  it('a printed number finds its clause first, and is in the snippet (Y11)', async () => {
    const [hit, next] = (await search('14.2-B')).hits;
    assert.deepEqual(
      [hit?.address, hit?.confidence, hit?.snippet, next?.address],
      ['2.2', 'strong', '14.2-B – Cars have doors.', '2.1'],
    );
  });

  it('a field hit adds field_id and label, at the address of its clause (S27)', async () => {
    const [hit] = await findsAt('zinc thickness', ['1.3']);
    assert.equal(hit?.kind, 'field');
    assert.equal(hit?.label, 'Zinc thickness');
    assert.equal(hit?.snippet, 'Zinc thickness – 85 µm');
    assert.ok((hit?.field_id ?? 0) > 0);
  });

  it('other endings of a word match, and a requirement comes before the note on it', async () => {
    const { hits } = await search('galvanised bracket');
    expect(hits.map(({ address }) => address).slice(0, 2)).toEqual(['1.3', '1.3.1']);
  });

  it('limit is 20 by default and 100 at most (R-229)', async () => {
    assert.equal((await search('steel', viewer, { limit: 1 })).hits.length, 1);
    for (const limit of [0, 101, 1.5]) await expectRejection(search('steel', viewer, { limit }), 400);
  });

  it('only what the caller may read is searched: nothing of another company, and nothing without standard:read', async () => {
    for (const who of [stranger, individual])
      assert.deepEqual(await search('elevator', who), { query: 'elevator', hits: [], strong_count: 0 });
    await findsAt('storey', ['2'], colleague);
    await expectRejection(search('storey', withKey(viewer, ['project:read'])), 403);
  });

  it('a publish is found within a second and as a whole; the old text is not found (S27)', async () => {
    const { id } = await world.publishStandard([{ address: '1', content: 'Mortar is quixotic.' }]);
    await findsAt('quixotic', ['1']);
    const copy = await node.call(lead, 'standards.edit', { id });
    const many = Array.from({ length: 400 }, (_, at) => ({
      address: String(at + 2),
      content: `Mortar ${at} is plain.`,
    }));
    const reworded = rewordedSave(copy, { '1': 'Mortar is sesquipedalian.' });
    const elements = [...reworded.elements, ...many];
    await node.call(lead, 'standards.workingCopy.save', { id, baseVersion: copy.version, elements });
    assert.deepEqual((await search('sesquipedalian')).hits, [], 'a working copy is not searched');
    await node.call(lead, 'standards.publish', { id });
    const counts = new Set<number>();
    await eventually(async () => {
      counts.add((await search('mortar plain', viewer, { limit: 100 })).hits.length);
      return [...counts].some((count) => count > 1);
    });
    assert.equal((await search('sesquipedalian')).hits.length, 1);
    assert.ok(
      [...counts].every((count) => count === 1 || count === 100),
      `seen ${[...counts]}`,
    );
    assert.deepEqual((await search('quixotic')).hits, []);
  });

  it('a deprecated standard is not found; one that is active again is (S27)', async () => {
    const { id } = await world.publishStandard([{ address: '1', content: 'Thatch is combustible.' }]);
    await findsAt('thatch', ['1']);
    const heads = (await node.node.openDatabase('standards')).collection<StandardRecord>('standards');
    await heads.updateOne({ _id: id }, { $set: { deprecated: true } });
    assert.deepEqual((await search('thatch')).hits, [], 'from the first search on');
    await heads.updateOne({ _id: id }, { $set: { deprecated: false } });
    await findsAt('thatch', ['1']);
    await heads.deleteOne({ _id: id });
    assert.deepEqual((await search('thatch')).hits, []);
  });

  it('the index is the same after a restart, and after a rebuild on request', async () => {
    const queries = ['elevator storey', 'ASTM A36', 'galvanised brackets', 'zinc'];
    const other = await startTestNode(['standards', 'projects'], {
      DATABASE_PREFIX: node.node.config.databasePrefix,
    });
    try {
      // The running index may still follow an earlier write; the statistics of words are the same once it has.
      for (const query of queries)
        await eventually(async () =>
          assert.deepEqual(
            await other.call(viewer, 'standards.searchContent', { query }),
            await search(query),
          ),
        );
    } finally {
      await other.stop();
    }
    const before = await Promise.all(queries.map((query) => search(query)));
    const rebuilds = new RebuildRequests(await node.node.openDatabase('standards'));
    const request = await rebuilds.request();
    await eventually(async () => {
      const { reports = [] } = (await rebuilds.progress(request)) ?? {};
      assert.deepEqual(
        reports.map(({ node: name }) => name),
        [node.node.broker.nodeID],
      );
    });
    for (const [at, query] of queries.entries()) assert.deepEqual(await search(query), before[at]);
  });

  it('a query of any characters is literal text (H4, H5)', async () => {
    const hostile = [
      '"',
      '*',
      '"""',
      'elevator"',
      '(a+)+$',
      '.*.*.*=',
      '\\',
      'NEAR(elevator storey, 2)',
      'elevator NOT storey',
      'heading : elevator',
      '{heading} : ^elevator',
      '-elevator',
      'elevator*',
      '\0elevator\u0001\u001b',
      '"\0"',
      '['.repeat(4_000),
      '‮elevator',
      '🏗️',
      `${'elevator '.repeat(440)}`,
    ];
    for (const query of hostile) {
      const { hits } = await search(query);
      if (/elevator/.test(query))
        assert.ok(
          hits.some(({ address }) => address === '2'),
          query.slice(0, 40),
        );
    }
    await expectRejection(search('['.repeat(10_000)), 400);
    await expectRejection(search('   '), 400);
  });
});

describe('what a query may cost', () => {
  it('a long designation, and a long phrase of private characters, are no phrases (hardening H5)', () => {
    assert.deepEqual(parseQuery(`EN ${'1-'.repeat(1_900)}1`).phrases, []);
    assert.deepEqual(parseQuery(`"a ${'\uE000 '.repeat(700)}"`).phrases, []);
    assert.deepEqual(parseQuery('EN 1992-1-1').phrases, ['EN 1992-1-1']);
  });
});

describe('a node that stops', () => {
  it('whatever its index is doing, the node stops immediately', async () => {
    for (const pause of [0, 5, 20, 60]) {
      const node = await startTestNode(['standards', 'projects']);
      await delay(pause);
      await node.stop();
    }
  });
});
