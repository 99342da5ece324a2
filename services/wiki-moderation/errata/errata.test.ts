/** Tests of issuing, extending, correcting and withdrawing errata, and of their rows in the public log. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { anonymous } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { useWikiWorld } from '../../../test/world/wiki-world.ts';
import { adopter, ErrataWorld, type IssueInput, UNKNOWN } from './errata-world.fixture.ts';

describe('errata of adopted editions', () => {
  const node = useWikiWorld();
  const world = new ErrataWorld(node);
  const problem = async (call: Promise<unknown>) => {
    const { status, code, extras } = await expectRejection(call);
    return [status, code, extras.errors?.map(({ path }) => path)];
  };

  it('an adopter issues an erratum; everybody reads it in the trail, by id and by edition (R-097, W4)', async () => {
    const page = await world.newAdoptedPage('Issued');
    const affected = [
      { adopted_revision_id: page.first, element_address: '2.1' },
      { adopted_revision_id: page.second },
      { adopted_revision_id: page.first, element_address: '2.1' },
    ];
    const erratum = await world.issue(page.id, page.first, {
      affected,
      corrected_by_revision_id: page.second,
    });
    assert.deepEqual(
      { ...erratum, id: '', issued_at: '' },
      {
        id: '',
        standard_id: page.id,
        status: 'active',
        severity: 'major',
        description: 'The strength is wrong.',
        recommended_action: 'correct',
        recommended_action_note: null,
        affected: [
          { adopted_revision_id: page.first, element_address: '2.1' },
          { adopted_revision_id: page.second, element_address: null },
        ],
        corrected_by_revision_id: page.second,
        issued_at: '',
        withdrawn_at: null,
        withdrawn_reason: null,
      },
    );
    const newer = await world.issue(page.id, page.second, { severity: 'info' });
    assert.deepEqual(await node.call(anonymous, 'wiki.errata.get', { errataId: erratum.id }), erratum);
    assert.deepEqual(await node.call(anonymous, 'wiki.errata.list', { id: page.id }), {
      errata: [newer, erratum],
      total: 2,
      truncated: false,
    });
    const active = async (adoptedRevisionId: string) =>
      (await node.call(anonymous, 'wiki.errata.forAdoptedRevision', { adoptedRevisionId })).errata;
    assert.deepEqual(await active(page.first), [erratum]);
    assert.deepEqual(await active(page.second), [newer, erratum]);
    // The edition stays as it was sealed.
    const edition = await node.call(anonymous, 'wiki.adopted.get', { id: page.id, revNum: 1 });
    assert.equal(edition.content_hash, page.hash);
  });

  it('each write has a row in the public log, without a reason, with the clauses or the edition (R-246, W16)', async () => {
    const page = await world.newAdoptedPage('Logged');
    const { id: errataId } = await world.issue(page.id, page.first, {
      affected: ['2.1.1', '1.1', '2.1'].map((element_address) => ({
        adopted_revision_id: page.first,
        element_address,
      })),
    });
    const at = { id: page.id, errataId };
    await node.call(adopter, 'wiki.errata.extend', {
      ...at,
      affected: [{ adopted_revision_id: page.second }],
    });
    await node.call(adopter, 'wiki.errata.correction', { ...at, corrected_by_revision_id: page.second });
    await node.call(adopter, 'wiki.errata.withdraw', { ...at, reason: 'It was right after all.' });
    const row = { reason: null, page_id: page.id };
    const clauses = { kind: 'clauses', addresses: ['1.1', '2.1', '2.1.1'] };
    assert.deepEqual(await world.logOf(errataId), [
      { ...row, action: 'errata_issued', scope: clauses },
      { ...row, action: 'errata_extended', scope: { kind: 'edition' } },
      { ...row, action: 'errata_linked_correction', scope: { kind: 'edition' } },
      { ...row, action: 'errata_withdrawn', scope: { kind: 'edition' } },
    ]);
  });

  it('a withdrawn erratum stays in the trail with its reason and is not active any more (R-142)', async () => {
    const page = await world.newAdoptedPage('Withdrawn');
    const { id: errataId } = await world.issue(page.id, page.first);
    const at = { id: page.id, errataId };
    const withdrawn = await node.call(adopter, 'wiki.errata.withdraw', { ...at, reason: ' A mistake. ' });
    assert.deepEqual([withdrawn.status, withdrawn.withdrawn_reason], ['withdrawn', 'A mistake.']);
    assert.ok(withdrawn.withdrawn_at);
    assert.deepEqual(
      (await node.call(anonymous, 'wiki.errata.list', { id: page.id })).errata.map(({ status }) => status),
      ['withdrawn'],
    );
    assert.deepEqual(
      await node.call(anonymous, 'wiki.errata.forAdoptedRevision', { adoptedRevisionId: page.first }),
      { errata: [], total: 0, truncated: false },
    );
  });

  it('withdrawing twice and extending a withdrawn erratum are 409; its correction may still be named (W4)', async () => {
    const page = await world.newAdoptedPage('Twice');
    const { id: errataId } = await world.issue(page.id, page.first);
    const at = { id: page.id, errataId };
    await node.call(adopter, 'wiki.errata.withdraw', { ...at, reason: 'A mistake.' });
    const again = node.call(adopter, 'wiki.errata.withdraw', { ...at, reason: 'Once more.' });
    const affected = [{ adopted_revision_id: page.second }];
    const extended = node.call(adopter, 'wiki.errata.extend', { ...at, affected });
    for (const call of [again, extended]) {
      await expectRejection(call, 409, 'ERRATUM_WITHDRAWN');
    }
    const corrected_by_revision_id = page.second;
    const corrected = await node.call(adopter, 'wiki.errata.correction', { ...at, corrected_by_revision_id });
    assert.deepEqual([corrected.status, corrected.corrected_by_revision_id], ['withdrawn', page.second]);
    assert.equal((await world.logOf(errataId)).length, 3);
  });

  it('what an extension repeats does nothing; of two concurrent extensions both are kept (W11)', async () => {
    const page = await world.newAdoptedPage('Extended');
    const { id: errataId } = await world.issue(page.id, page.first);
    const extend = (...affected: IssueInput['affected']) =>
      node.call(adopter, 'wiki.errata.extend', { id: page.id, errataId, affected });
    const same = await extend({ adopted_revision_id: page.first }, { adopted_revision_id: page.first });
    assert.equal(same.affected.length, 1);
    await Promise.all(
      ['1.1', '1.2'].map((element_address) =>
        extend({ adopted_revision_id: page.second, element_address }, { adopted_revision_id: page.first }),
      ),
    );
    const { affected } = await node.call(anonymous, 'wiki.errata.get', { errataId });
    assert.deepEqual(affected.map(({ element_address }) => element_address).toSorted(), ['1.1', '1.2', null]);
    assert.equal((await world.logOf(errataId)).length, 3);
  });

  it('the correction is an adopted edition, null clears it, the same one again is not logged (W4)', async () => {
    const page = await world.newAdoptedPage('Corrected');
    const other = await world.newAdoptedPage('Elsewhere');
    const { id: errataId } = await world.issue(page.id, page.first);
    const correct = (corrected_by_revision_id: string | null) =>
      node.call(adopter, 'wiki.errata.correction', { id: page.id, errataId, corrected_by_revision_id });
    assert.equal((await correct(page.second)).corrected_by_revision_id, page.second);
    await correct(page.second);
    assert.equal((await correct(null)).corrected_by_revision_id, null);
    assert.equal((await world.logOf(errataId)).length, 3);
    for (const id of [UNKNOWN, other.first, page.revisionId])
      assert.deepEqual(await problem(correct(id)), [400, 'VALIDATION_ERROR', ['corrected_by_revision_id']]);
  });

  it('an address that is not in the edition, and an edition of another page, are 400 (W11)', async () => {
    const page = await world.newAdoptedPage('Addresses');
    const other = await world.newAdoptedPage('Addresses of another');
    const affected = [
      { adopted_revision_id: page.first, element_address: '2.1' },
      { adopted_revision_id: page.second, element_address: '2.1' },
      { adopted_revision_id: page.first, element_address: '' },
      { adopted_revision_id: other.first },
      { adopted_revision_id: UNKNOWN, element_address: '1' },
    ];
    const paths = [
      'affected[1].element_address',
      'affected[2].element_address',
      'affected[3].adopted_revision_id',
      'affected[4].adopted_revision_id',
    ];
    assert.deepEqual(await problem(world.issue(page.id, page.first, { affected })), [
      400,
      'VALIDATION_ERROR',
      paths,
    ]);
    const { id: errataId } = await world.issue(page.id, page.first);
    const extended = node.call(adopter, 'wiki.errata.extend', { id: page.id, errataId, affected });
    assert.deepEqual(await problem(extended), [400, 'VALIDATION_ERROR', paths]);
  });

  it('the recommended action other needs its note (W4)', async () => {
    const page = await world.newAdoptedPage('Other action');
    const more = { recommended_action: 'other' } as const;
    assert.deepEqual(await problem(world.issue(page.id, page.first, more)), [
      400,
      'VALIDATION_ERROR',
      ['recommended_action_note'],
    ]);
    const noted = await world.issue(page.id, page.first, {
      ...more,
      recommended_action_note: 'Ask the mill.',
    });
    assert.equal(noted.recommended_action_note, 'Ask the mill.');
  });
});
