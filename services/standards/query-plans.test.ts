/** Test that pages of the list of standards are read in the order of an index. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { FIRM, lead } from '../../test/people.ts';
import { useNode } from '../../test/service-node.ts';
import { StandardsWorld } from '../../test/world/standards-world.ts';
import { GLOBAL_SCOPE } from './scope-access.ts';
import type { StandardRecord } from './standard/model.ts';
import { StandardLists } from './standard/standard-lists.ts';

describe('the queries of standards', () => {
  const node = useNode(['standards', 'projects']);

  it('a page or part of the list is read in the order of an index: no sort in memory, no more rows than it needs', async () => {
    const connection = await node.node.openDatabase('standards');
    const lists = new StandardLists(connection);
    const collection = connection.collection<StandardRecord>('standards');
    await new StandardsWorld(node).publishStandard();
    const pattern = await collection.findOne({});
    assert.ok(pattern);
    const places = [
      GLOBAL_SCOPE,
      { subject_type: 'company', subject_id: FIRM.id },
      { subject_type: 'user', subject_id: lead.user.id },
    ] as const;
    const copies = Array.from({ length: 600 }, (_, at) => {
      const name = `copy ${at >> 1}`;
      return {
        ...pattern,
        ...places[at % 2],
        _id: 9_000_000 + at,
        folded_name: name,
        search_text: name,
        library_id: 77,
      };
    });
    await collection.insertMany(copies);
    for (const filter of [
      {},
      { search: 'copy' },
      { library_id: 77 },
      { category_id: pattern.category_id ?? 0 },
    ]) {
      for (const sort of ['category', 'name', 'created_at'] as const) {
        for (const descending of [false, true]) {
          for (const include_deprecated of [false, true]) {
            const listing = { scopes: places, ...filter, sort, descending, include_deprecated };
            const what = JSON.stringify(listing);
            const first = await lists.listPart(listing, null, 50);
            const page = await explain(() => lists.listPage(listing, { page: 1, size: 50 }));
            // The first rows of a category are for the planner to find.
            const planned = 'category_id' in filter ? [] : [page];
            for (const ran of [...planned, await explain(() => lists.listPart(listing, first.next, 50))]) {
              assert.equal(ran.length > 0, true, what);
              for (const { hasSortStage, docsExamined } of ran)
                assert.deepEqual(
                  [hasSortStage, docsExamined <= 120],
                  [false, true],
                  `${docsExamined} ${what}`,
                );
            }
          }
        }
      }
    }

    /** What the database did for the rows of a query. */
    async function explain(
      work: () => Promise<unknown>,
    ): Promise<{ hasSortStage: boolean; docsExamined: number }[]> {
      const { db } = connection;
      assert.ok(db);
      await db.dropCollection('system.profile');
      await db.command({ profile: 2 });
      await work().finally(() => db.command({ profile: 0 }));
      const rows = await db
        .collection('system.profile')
        .find({ op: 'query', 'command.find': 'standards' })
        .toArray();
      return rows.map((row) => ({
        hasSortStage: row.hasSortStage === true,
        docsExamined: Number(row.docsExamined),
      }));
    }
  });
});
