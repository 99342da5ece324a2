import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { FIRM, lead, viewer, wikiService } from '../../test/people.ts';
import { collectionScans } from '../../test/query-plans/query-profile.ts';
import { useNode } from '../../test/service-node.ts';
import { adoptEdition } from '../../test/world/editions.ts';
import { rewordedSave, StandardsWorld } from '../../test/world/standards-world.ts';
import { openStandards } from './open-standards.ts';
import { GLOBAL_SCOPE } from './scope-access.ts';
import type { StandardRecord } from './standard/model.ts';
import { StandardLists } from './standard/standard-lists.ts';

describe('the queries of standards', () => {
  const node = useNode(['standards', 'projects']);

  /** A copy of an earlier revision, merged with the current one. */
  async function followSource(sourceId: number, sourceRevisionId: number): Promise<void> {
    const companyId = FIRM.id;
    const copy = { id: sourceId, companyId, sourceRevisionId, name: `Copy of ${sourceId}` };
    const { id } = await node.call(lead, 'standards.customize', copy);
    const { planHash } = await node.call(viewer, 'standards.mergePlan', { id });
    await node.call(lead, 'standards.merge', { id, planHash: planHash ?? '', resolutions: {} });
    await node.call(lead, 'standards.workingCopy.discard', { id });
    await node.call(viewer, 'standards.changelog', { id });
  }

  it('no endpoint reads a collection from end to end', async () => {
    const world = new StandardsWorld(node);
    await world.publishStandard();
    const connection = await node.node.openDatabase('standards');
    const { standards, revisions } = await openStandards(node.node);
    const scans = await collectionScans(connection, async () => {
      const { id, revisionId } = await world.publishStandard();
      const category = await world.categoryId();
      const copy = await node.call(lead, 'standards.edit', { id });
      await node.call(lead, 'standards.workingCopy.save', { id, ...rewordedSave(copy, { '1.1': 'a' }) });
      await node.call(lead, 'standards.workingCopy.save', { id, ...rewordedSave(copy, { '1.2': 'b' }) });
      const { revision } = await node.call(lead, 'standards.publish', { id, tag_ids: [] });
      await node.call(viewer, 'standards.get', { id, revisionId });
      await node.call(viewer, 'standards.revisions', { id });
      await node.call(viewer, 'standards.compare', { id, from: revisionId, to: revision.id });
      for (const sort of ['category', 'name', 'created_at'] as const) {
        await node.call(viewer, 'standards.list', { sort, per_page: 10 });
        await node.call(viewer, 'standards.list', {
          sort,
          include_deprecated: true,
          search: 'x',
          category_id: category,
        });
      }
      const citing = { page: 'ada/doors', wiki_standard_id: randomUUID(), limit: 10, offset: 0 };
      await node.call(viewer, 'standards.citing', citing);
      await followSource(id, revisionId);
      await node.call(lead, 'standards.update', { id, name: `Renamed ${id}` });
      await node.call(lead, 'standards.edit', { id });
      await node.call(lead, 'standards.workingCopy.discard', { id });
      await node.call(lead, 'libraries.list', {});
      await node.call(lead, 'categories.list', {});
      await node.call(lead, 'categories.get', { id: category });
      await node.call(lead, 'categories.create', {
        name: 'Below',
        subject_type: 'company',
        parent_id: category,
      });
      await node.call(lead, 'standards.comments.list', { id });
      await node.call(lead, 'standards.comments.counts', { id });
      await world.deleteStandard((await world.publishStandard()).id);
      await standards.findByWikiStandards([randomUUID(), randomUUID()]);
      await revisions.findByAdoptedRevisions(id, [randomUUID(), randomUUID()]);
      await node.call(wikiService, 'standards.pinInfo', { standard_id: id });
      await node.call(wikiService, 'standards.revisionLists', {
        standards: [{ standard_id: id, pinned_revision_ids: [] }],
      });
      await node.call(wikiService, 'standards.revisionHeads', { revision_ids: [revisionId] });
      await node.call(wikiService, 'standards.sealed', { revision_id: revisionId });
      await adoptEdition(node, { title: 'A page', category_path: ['One', 'Two'] });
    });
    assert.deepEqual(scans, []);
  });

  it('a page or part of the list is read in the order of an index: no sort in memory, no more rows than it needs', async () => {
    const connection = await node.node.openDatabase('standards');
    const lists = new StandardLists(connection);
    const collection = connection.collection<StandardRecord>('standards');
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
