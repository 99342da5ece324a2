/** Tests of the merge plan of a customised copy and of merging its source, through the service. */
import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import { editor, lead, viewer } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { fieldInput, findAuditDetails, StandardsWorld } from '../../../test/world/standards-world.ts';
import { CustomizationWorld, wordsOf } from './customization-world.fixture.ts';

describe('following the source of a customised copy', () => {
  const node = useNode(['standards', 'projects', 'audit', 'identity']);
  const site = new CustomizationWorld(node);
  const world = new StandardsWorld(node);

  const createDispute = () => site.createDispute();
  const refusedMerge = async (id: number, more: object = {}) => {
    const { planHash } = await site.plan(id);
    const { status, code, extras } = await expectRejection(
      node.call(lead, 'standards.merge', { id, planHash: planHash ?? '', resolutions: {}, ...more }),
    );
    return { status, code, metadata: extras.metadata, errors: extras.errors };
  };
  const lineage = async (id: number) => {
    const shown = await node.call(lead, 'standards.get', { id });
    assert.ok('parent_current_revision_id' in shown);
    return [shown.parent_current_revision_id, shown.last_seen_source_revision_id];
  };

  it('the plan names both sides of each conflict and lists the source’s other changes (S8, S18)', async () => {
    const { source, copy, target } = await createDispute();
    const plan = await site.plan(copy.id);
    expect(plan).toMatchObject({
      isCustomized: true,
      baseRevision: { id: source.revisionId, code: '1.0.0' },
      fromRevision: { code: '1.1.0' },
      toRevision: { id: target, code: '1.1.0' },
      parent: { standard_id: source.id, name: source.name, libraryName: 'Standards' },
      summary: { conflicts: 1, autoResolved: 1, newElements: 0, removedElements: 0, moved: 0 },
    });
    const [conflict] = plan.conflicts;
    assert.ok(conflict);
    expect(conflict).toMatchObject({
      type: 'both_changed',
      address: '1.1',
      axes: ['text'],
      base: { address: '1.1', content: 'Cement shall be grey.' },
      theirs: { content: 'Theirs.' },
      mine: { content: 'Mine.', toc_content: '', hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(plan.autoResolved).toMatchObject([
      {
        address: '1.2',
        theirs: { content: 'Water shall be cold.' },
        mine: { content: 'Water shall be clean.' },
        movedItself: false,
      },
    ]);
    // Read-only and the same again; the id stays when the source goes on.
    assert.deepEqual(await site.plan(copy.id), plan);
    await site.reword(source.id, { '1.1': 'Theirs again.' });
    const later = await site.plan(copy.id);
    assert.equal(later.conflicts[0]?.conflictId, conflict.conflictId);
    assert.notEqual(later.planHash, plan.planHash);
    assert.deepEqual((await site.plan(copy.id, target)).planHash, plan.planHash);
  });

  it('equal to the base an empty plan, older than it 409, another standard’s revision 404 (S18)', async () => {
    const { source, copy, target } = await createDispute();
    const empty = await site.plan(copy.id, source.revisionId);
    assert.deepEqual(
      [empty.conflicts, empty.autoResolved, empty.summary.conflicts, empty.isCustomized],
      [[], [], 0, true],
    );
    await site.merge(copy.id, 'mine');
    await node.call(lead, 'standards.publish', { id: copy.id });
    await expectRejection(site.plan(copy.id, source.revisionId), 409, 'REVISION_NOT_ELIGIBLE');
    assert.equal((await site.plan(copy.id)).summary.autoResolved, 0);
    const other = await site.publishSource();
    for (const id of [other.revisionId, 99_999_999]) await expectRejection(site.plan(copy.id, id), 404);
    assert.equal((await refusedMerge(copy.id, { toRevisionId: target })).code, 'ALREADY_CURRENT');
  });

  it('a standard that is no customization has an empty plan and cannot be merged (S17, S19)', async () => {
    const { id } = await world.publishStandard();
    const plan = await site.plan(id);
    assert.deepEqual(
      [plan.isCustomized, plan.planHash, plan.conflicts, plan.summary.conflicts],
      [false, null, [], 0],
    );
    assert.deepEqual(
      [(await refusedMerge(id)).status, (await refusedMerge(id)).code],
      [409, 'NOT_A_CUSTOMIZATION'],
    );
    const changelog = await node.call(viewer, 'standards.changelog', { id });
    assert.deepEqual(changelog, { changes: [], total: 0 });
  });

  it('a merge opens a working copy, saves no revision and advances the merge base; discarding puts it back (R-113, S19, R-034)', async () => {
    const { source, copy, target } = await createDispute();
    const { planHash } = await site.plan(copy.id);
    const merged = await site.merge(copy.id, 'theirs');
    assert.deepEqual(
      [wordsOf(merged.elements)['1.1'], wordsOf(merged.elements)['1.2']],
      ['Theirs.', 'Water shall be cold.'],
    );
    const edited = merged.elements.filter(({ editedBy }) => editedBy?.userId === lead.user.id);
    assert.deepEqual(
      edited.map(({ address }) => address),
      ['1.1', '1.2'],
    );
    assert.equal((await site.read(copy.id))['1.1'], 'Mine.');
    assert.deepEqual(await lineage(copy.id), [target, target]);
    assert.equal((await site.plan(copy.id)).summary.autoResolved, 0);
    const details = await findAuditDetails(node, copy.id, 'standards.merge', () => true);
    expect(details).toMatchObject({ source_revision: { id: target }, resolutions: { theirs: 1 } });

    await node.call(lead, 'standards.workingCopy.discard', { id: copy.id });
    assert.deepEqual((await lineage(copy.id))[0], source.revisionId);
    const again = await site.plan(copy.id);
    assert.deepEqual([again.planHash, again.summary.conflicts], [planHash, 1]);
    await site.merge(copy.id, 'mine');
    await node.call(lead, 'standards.publish', { id: copy.id });
    assert.deepEqual(
      wordsOf((await node.call(lead, 'standards.edit', { id: copy.id })).elements)['1.1'],
      'Mine.',
    );
    await node.call(lead, 'standards.workingCopy.discard', { id: copy.id });
    assert.equal((await lineage(copy.id))[0], target);
  });

  it('combine keeps mine and adds theirs; own words, by conflict or by address (S8, S19)', async () => {
    const { copy } = await createDispute();
    const merged = await site.merge(copy.id, 'combine');
    assert.equal(wordsOf(merged.elements)['1.1'], 'Mine.\n\nTheirs.');
    await node.call(lead, 'standards.workingCopy.discard', { id: copy.id });
    const own = await site.merge(copy.id, 'combine', { '1.1': { choice: 'combine', combinedText: 'Ours.' } });
    assert.equal(wordsOf(own.elements)['1.1'], 'Ours.');
    await node.call(lead, 'standards.workingCopy.discard', { id: copy.id });
    const { planHash } = await site.plan(copy.id);
    const aliased: object = {
      resolutions: { '1.1': { choice: 'combine', content: 'Words.\n', combined_toc_content: 'Head' } },
    };
    const view = await node.call(lead, 'standards.merge', {
      id: copy.id,
      planHash: planHash ?? '',
      resolutions: {},
      ...aliased,
    });
    const clause = view.elements.find(({ address }) => address === '1.1');
    assert.deepEqual([clause?.content, clause?.toc_content], ['Words.', 'Head']);
  });

  it('combined words are no seal of a withheld clause (S6)', async () => {
    const { copy } = await createDispute();
    const combinedText = `<!-- notice:withheld:${'A'.repeat(22)} -->`;
    const forged = site.merge(copy.id, 'combine', { '1.1': { choice: 'combine', combinedText } });
    await expectRejection(forged, 'FOREIGN_SEAL_TOKEN');
    await expectRejection(node.call(lead, 'standards.workingCopy.get', { id: copy.id }), 404);
  });

  it('missing and unknown resolutions, words without combine, a stale plan (S19, R-217, R-218)', async () => {
    const { copy, source } = await createDispute();
    const missing = await refusedMerge(copy.id);
    assert.deepEqual([missing.status, missing.code], [409, 'MISSING_RESOLUTION']);
    expect(missing.metadata?.missing).toMatchObject([{ type: 'both_changed', address: '1.1' }]);
    const unknown = await refusedMerge(copy.id, { resolutions: { '1.1': 'mine', '9.9': 'mine' } });
    assert.deepEqual(
      [unknown.status, unknown.code, unknown.errors?.[0]?.path],
      [400, 'UNKNOWN_RESOLUTION', 'resolutions.9.9'],
    );
    const wordy = { '1.1': { choice: 'mine', combinedText: 'x' } };
    assert.deepEqual((await refusedMerge(copy.id, { resolutions: wordy })).code, 'VALIDATION_ERROR');
    for (const more of [
      { planHash: undefined },
      { resolutions: undefined },
      { resolutions: { '1.1': 'ours' } },
      { resolutions: [] },
    ])
      assert.equal((await refusedMerge(copy.id, more)).status, 400);
    const { planHash } = await site.plan(copy.id);
    await site.reword(source.id, { '1.2': 'Water again.' });
    const stale = await refusedMerge(copy.id, { planHash, resolutions: { '1.1': 'mine' } });
    assert.deepEqual([stale.status, stale.code], [409, 'PLAN_STALE']);
    await expectRejection(node.call(lead, 'standards.workingCopy.get', { id: copy.id }), 404);
    assert.equal((await lineage(copy.id))[0], source.revisionId);
  });

  it('combine where one side has no such clause is 400; fields that the copy added stop a removal (S19)', async () => {
    const source = await site.publishSource();
    const copy = await site.customize(source.id);
    await site.revise(copy.id, (elements) => elements, lead, [fieldInput('1.1', 'Colour')]);
    await site.revise(source.id, (elements) => elements.filter(({ address }) => address !== '1.1'));
    const plan = await site.plan(copy.id);
    expect(plan.conflicts).toMatchObject([
      { type: 'deleted_changed', address: '1.1', theirs: null, canCombine: false },
    ]);
    const { conflictId = '' } = plan.conflicts[0] ?? {};
    assert.equal((await refusedMerge(copy.id, { resolutions: { [conflictId]: 'combine' } })).status, 400);
    const attached = await refusedMerge(copy.id, { resolutions: { [conflictId]: { choice: 'theirs' } } });
    assert.deepEqual([attached.status, attached.code], [409, 'FIELDS_ATTACHED']);
    expect(attached.metadata?.fields).toMatchObject([{ address: '1.1', label: 'Colour' }]);
    const merged = await site.merge(copy.id, 'mine');
    assert.deepEqual(
      merged.datasheet_elements.map(({ label }) => label),
      ['Colour'],
    );
  });

  it('an open working copy is 409; of a concurrent merge and edit, and of two merges, one opens it (S19)', async () => {
    const { copy } = await createDispute();
    await node.call(editor, 'standards.edit', { id: copy.id });
    const open = await refusedMerge(copy.id, { resolutions: { '1.1': 'mine' } });
    assert.deepEqual([open.status, open.code], [409, 'DRAFT_ALREADY_OPEN']);
    await node.call(editor, 'standards.workingCopy.discard', { id: copy.id });

    const { planHash } = await site.plan(copy.id);
    const merge = () =>
      node.call(lead, 'standards.merge', {
        id: copy.id,
        planHash: planHash ?? '',
        resolutions: { '1.1': 'theirs' },
      });
    const outcomes = await Promise.allSettled([merge(), merge(), merge()]);
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected', 'rejected']);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        assert.match(outcome.reason.type, /^(DRAFT_ALREADY_OPEN|PLAN_STALE)$/);
    }
    await node.call(lead, 'standards.workingCopy.discard', { id: copy.id });

    const [merged, edited] = await Promise.allSettled([
      merge(),
      node.call(editor, 'standards.edit', { id: copy.id }),
    ]);
    assert.equal(edited?.status, 'fulfilled');
    const draft = await world.readWorkingCopy(copy.id);
    // Whoever was first, base and working copy say the same.
    const isMerged = merged?.status === 'fulfilled';
    assert.equal(wordsOf(draft.elements)['1.1'], isMerged ? 'Theirs.' : 'Mine.');
    const [base, seen] = await lineage(copy.id);
    assert.equal(base === seen, isMerged);
  });

  it('a publication between plan and merge makes the plan stale (S19)', async () => {
    const { copy } = await createDispute();
    const { planHash } = await site.plan(copy.id);
    await site.reword(copy.id, { '1.2': 'My water.' }, lead);
    const sent = { planHash, resolutions: { '1.1': 'mine' as const } };
    assert.equal((await refusedMerge(copy.id, sent)).code, 'PLAN_STALE');
    // At once with a publication, there is either still the working copy or already another revision.
    const { planHash: fresh } = await site.plan(copy.id);
    await node.call(lead, 'standards.edit', { id: copy.id });
    const [published, merged] = await Promise.allSettled([
      node.call(lead, 'standards.publish', { id: copy.id }),
      node.call(lead, 'standards.merge', { id: copy.id, ...sent, planHash: fresh ?? '' }),
    ]);
    assert.deepEqual([published?.status, merged?.status], ['fulfilled', 'rejected']);
    if (merged?.status === 'rejected') assert.match(merged.reason.type, /^(DRAFT_ALREADY_OPEN|PLAN_STALE)$/);
  });
});
