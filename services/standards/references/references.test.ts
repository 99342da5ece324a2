/**
 * Tests of resolving references to wiki pages and clauses, in the service and in checks of markup; also of the list
 * of the errata of a library standard.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { administrator, individual, lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { adoptEdition } from '../../../test/world/editions.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';
import { standardCollection } from '../standard/model.ts';

const contributingAdministrator: typeof administrator = {
  ...administrator,
  siteRoles: ['SiteAdmin', 'SiteContributor'],
};

describe('cross references', () => {
  const node = useNode(['identity', 'standards', 'projects', 'wiki-moderation']);
  const world = new StandardsWorld(node);
  let doors: { page: string; id: number; revision: { id: number; code: string } };
  let ramps: string;

  const newPage = async (title: string) =>
    (
      await node.call(contributingAdministrator, 'wiki.standards.create', {
        librarySlug: 'ada',
        title,
        content: '# 1 Scope\n',
      })
    ).id;
  beforeAll(async () => {
    await node.call(contributingAdministrator, 'admin.wiki.libraries.create', { slug: 'ada', name: 'ADA' });
    const page = await newPage('Doors');
    ramps = await newPage('Ramps');
    const { standardId: id, revision } = await adoptEdition(node, { title: 'Doors', page });
    doors = { page, id, revision };
  });

  const resolve = async (references: string[], projectId?: number, who = lead) =>
    (await node.call(who, 'standards.resolveReferences', { references, projectId })).references;
  const importInto = async (standardId: number): Promise<number> => {
    const { id } = await node.call(lead, 'projects.create', { name: `Project of ${standardId}` });
    await node.call(lead, 'projects.standards.add', { id, action: 'import', standardId });
    return id;
  };

  it('answers in the order asked; an unresolved reference is marked, not omitted (S25)', async () => {
    const resolved = {
      resolved: true,
      standardId: doors.id,
      wikiStandardId: doors.page,
      title: 'Doors',
    };
    assert.deepEqual(
      await resolve(
        ['ada/nothing', 'ada/doors', 'no reference', 'ada/ramps', 'ada/doors#1'],
        undefined,
        individual,
      ),
      [
        { reference: 'ada/nothing', resolved: false },
        { reference: 'ada/doors', ...resolved },
        { reference: 'no reference', resolved: false },
        { reference: 'ada/ramps', resolved: true, wikiStandardId: ramps, title: 'Ramps' },
        { reference: 'ada/doors#1', ...resolved },
      ],
    );
    assert.deepEqual(await resolve([]), []);
  });

  it('a clause that the page does not have is unresolved, with the page and its standards (Y17)', async () => {
    const projectId = await importInto(doors.id);
    const asked = ['ada/doors#9.9', 'ada/doors#1', 'ada/doors#1.1', 'ada/doors#01', 'ada/nothing#1'];
    const [missing, ...others] = await resolve(asked, projectId);
    assert.deepEqual(missing, {
      reference: 'ada/doors#9.9',
      resolved: false,
      standardId: doors.id,
      wikiStandardId: doors.page,
      title: 'Doors',
      projectStandard: { id: doors.id, name: 'Doors', standard_revision: doors.revision },
    });
    assert.deepEqual(
      others.map(({ resolved, title }) => [resolved, title]),
      [
        [true, 'Doors'],
        [false, 'Doors'],
        [false, 'Doors'],
        [false, undefined],
      ],
    );
  });

  it('the current revision that is not hidden decides; a clause of an archived page tells nothing (Y17)', async () => {
    const id = await newPage('Windows');
    const resolvedOf = async () =>
      (await resolve(['ada/windows#1', 'ada/windows#2'])).map(({ resolved }) => resolved);
    const { revisions } = await node.call(administrator, 'wiki.revisions.list', { id });
    const { current_revision } = await node.call(contributingAdministrator, 'wiki.standards.update', {
      id,
      baseRevisionId: revisions[0]?.id ?? '',
      content: '# 2 Glass\n',
    });
    assert.deepEqual(await resolvedOf(), [false, true]);
    const revision = { id, revId: current_revision.id, reason_code: 'spam' } as const;
    await node.call(contributingAdministrator, 'wiki.moderation.revisionHide', revision);
    assert.deepEqual(await resolvedOf(), [true, false]);
    await node.call(contributingAdministrator, 'wiki.moderation.archive', { id, reason_code: 'spam' });
    assert.deepEqual(
      await resolve(['ada/windows#1', 'ada/windows#2']),
      ['ada/windows#1', 'ada/windows#2'].map((reference) => ({ reference, resolved: false })),
    );
  });

  it('validate-markdown warns of pages and clauses that are not there (W10, Y17)', async () => {
    const markdown =
      'out of the outline\n\n# 1 A\n\nSee [[ada/doors#1]], [[ada/doors]]\nand [[ada/doors#9.9]].\n\n> quote [[ada/nothing#1]]\n';
    const { ok, warnings } = await node.call(individual, 'standards.validateMarkdown', { markdown });
    assert.equal(ok, false);
    assert.deepEqual(
      warnings.map(({ rule, line, message }) => [rule, line, message]),
      [
        ['reference_unresolved', 6, 'The published standard ada/doors has no clause 9.9.'],
        ['quote-without-note', 8, warnings[1]?.message],
        ['reference_unresolved', 8, 'There is no published standard ada/nothing.'],
      ],
    );
    const good = await node.call(lead, 'standards.validateMarkdown', { markdown: '# 1 [[ada/doors#1]]' });
    assert.deepEqual([good.ok, good.warnings], [true, []]);
    const many = await node.call(lead, 'standards.validateMarkdown', {
      markdown: `# 1 A\n\n${'[[ada/doors#7]]\n'.repeat(2_000)}`,
    });
    assert.deepEqual([many.ok, many.warnings.length, many.warnings[99]?.line], [true, 100, 102]);
  });

  it('an archived page is unresolved (S25)', async () => {
    await newPage('Archived');
    const [page] = await resolve(['ada/archived']);
    assert.equal(page?.resolved, true);
    const wiki = await node.node.openDatabase('wiki-moderation');
    await wiki.collection('pages').updateOne({ slug: 'archived' }, { $set: { archived: true } });
    assert.deepEqual(await resolve(['ada/archived']), [{ reference: 'ada/archived', resolved: false }]);
  });

  it('with projectId the standard that the project pins, if it is the library standard itself (S25)', async () => {
    const projectId = await importInto(doors.id);
    const [door, ramp] = await resolve(['ada/doors', 'ada/ramps'], projectId);
    assert.deepEqual(door?.projectStandard, {
      id: doors.id,
      name: 'Doors',
      standard_revision: doors.revision,
    });
    assert.deepEqual(ramp && 'projectStandard' in ramp, false);
  });

  it('or one that was customised from it, also by way of another copy (S25)', async () => {
    const [copy, copyOfCopy] = [await world.publishStandard(), await world.publishStandard()];
    const standards = standardCollection(await node.node.openDatabase('standards'));
    const customise = (id: number, from: number) =>
      standards.updateOne({ _id: id }, { $set: { customized_from_revision_id: from } });
    await customise(copy.id, doors.revision.id);
    await customise(copyOfCopy.id, copy.revisionId);
    const projectId = await importInto(copyOfCopy.id);
    const [door] = await resolve(['ada/doors'], projectId);
    assert.equal(door?.projectStandard?.id, copyOfCopy.id);
    const [other] = await resolve(
      ['ada/doors'],
      await importInto((await world.publishStandard()).id),
      viewer,
    );
    assert.equal(other?.projectStandard, undefined);
  });

  it('a project without access is 404, like one that does not exist (S25, X15)', async () => {
    const projectId = await importInto((await world.publishStandard()).id);
    for (const id of [projectId, 987_654]) await expectRejection(resolve(['ada/doors'], id, stranger), 404);
  });

  it('library-errata lists the errata of the editions, newest first, with their library revisions (W11)', async () => {
    const { page, edition, standardId: id, revision } = await adoptEdition(node, { title: 'Stairs' });
    const list = (who = individual) => node.call(who, 'standards.libraryErrata.list', { id });
    assert.deepEqual(await list(), { errata: [], total: 0 });
    const unknownEdition = '99999999-9999-4999-8999-999999999999';
    const erratum = {
      page_id: page,
      severity: 'major',
      description: 'A riser is wrong.',
      recommended_action: 'correct',
      recommended_action_note: null,
      affected: [
        { adopted_revision_id: edition, element_address: '1' },
        { adopted_revision_id: unknownEdition, element_address: null },
      ],
      corrected_by_revision_id: null,
      issued_by: { userId: 1, displayName: 'Somebody' },
      issued_at: new Date('2026-01-01'),
      withdrawn_at: null,
      withdrawn_by: null,
      withdrawn_reason: null,
    };
    const first = '11111111-1111-4111-8111-111111111111';
    const second = '22222222-2222-4222-8222-222222222222';
    const store = await node.node.openDatabase('wiki-moderation');
    await store.collection<{ _id: string; [member: string]: unknown }>('errata').insertMany([
      { ...erratum, _id: first },
      { ...erratum, _id: second, issued_at: new Date('2026-02-01'), withdrawn_at: new Date('2026-03-01') },
      { ...erratum, _id: unknownEdition, page_id: doors.page },
    ]);
    const { errata, total } = await list();
    assert.deepEqual(
      [total, errata.map((one) => [one.id, one.status])],
      [
        2,
        [
          [second, 'withdrawn'],
          [first, 'active'],
        ],
      ],
    );
    assert.deepEqual(errata[1], {
      id: first,
      status: 'active',
      severity: 'major',
      description: 'A riser is wrong.',
      recommended_action: 'correct',
      recommended_action_note: null,
      issued_at: '2026-01-01T00:00:00.000Z',
      withdrawn_at: null,
      affected: [
        { adopted_revision_id: edition, element_address: '1', standard_revision: revision },
        { adopted_revision_id: unknownEdition, element_address: null, standard_revision: null },
      ],
      corrected_by_revision_id: null,
    });
    const { id: ours } = await world.publishStandard();
    assert.deepEqual(await node.call(lead, 'standards.libraryErrata.list', { id: ours }), {
      errata: [],
      total: 0,
    });
    const hidden = node.call(stranger, 'standards.libraryErrata.list', { id: ours });
    await expectRejection(hidden, 404);
  });
});
