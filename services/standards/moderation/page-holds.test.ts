/** Tests of the holds of a wiki page on reads of its library standard and of the copies of that. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, it } from '@jest/globals';
import { lead, stranger, wikiService } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { CANARY, CANARY_CLAUSES, HoldsWorld, NOTICE_AT } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const DAY = 24 * 60 * 60 * 1000;

describe('the holds of a wiki page', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);
  const setClock = (time: Date) => {
    node.node.now = () => time;
  };
  afterEach(() => {
    node.node.now = () => new Date();
  });
  const wordsOf = async (id: number) =>
    Object.fromEntries((await world.read(id)).elements.map(({ address, content }) => [address, content]));
  /** A copy of an edition; its holds begin later. */
  const copy = async (of: { standardId: number }) => (await copies.customize(of.standardId)).id;

  it('a hold is seen at once, whatever revision was asked for under another standard before (W5)', async () => {
    const [often, once] = [await world.adopt(), await world.adopt()];
    for (let change = 0; change < 3; change += 1) {
      await world.state(often, world.hold(often));
      await world.state(often);
    }
    // Not the caller's standard, nor a revision of it: such a read is refused, and nothing is kept of it.
    const foreign = { id: often.standardId, revisionId: once.revisionId };
    await expectRejection(node.call(stranger, 'standards.get', foreign), 404);
    await world.state(once, world.hold(once));
    assert.deepEqual(await world.held(once.standardId), { '1.1': 2 });
  });

  it('at level 2 a clause keeps its place and fields, without words; its neighbours are untouched (W5, R-144, R-044)', async () => {
    const edition = await world.adopt();
    await world.state(edition, world.hold(edition));
    const { elements } = await world.read(edition.standardId);
    const [, held, next] = elements;
    assert.ok(held);
    const { element_id, ...shown } = held;
    assert.deepEqual(shown, {
      address: '1.1',
      depth: 2,
      attributes: {},
      content: '',
      toc_content: 'Withheld clause',
      moderation: {
        level: 2,
        reason_code: 'copyright_notice',
        notice_at: NOTICE_AT.toISOString(),
        divergence: null,
      },
    });
    assert.equal(next?.content, CANARY_CLAUSES['1.2']);
    assert.equal(next?.moderation, undefined);
    await world.state(edition);
    assert.deepEqual(await wordsOf(edition.standardId), CANARY_CLAUSES);
    assert.deepEqual(await world.held(edition.standardId), {});
  });

  it('at level 1 the text stays beside the notice; under legal compulsion no reason is stated (W14)', async () => {
    const edition = await world.adopt();
    const notice = { level: 1, level2_at: null, reason_code: 'spam' } as const;
    await world.state(edition, world.hold(edition, notice));
    assert.deepEqual(await wordsOf(edition.standardId), CANARY_CLAUSES);
    assert.deepEqual(await world.notices(edition.standardId), {
      '1.1': { level: 1, reason_code: 'spam', notice_at: NOTICE_AT.toISOString(), divergence: null },
    });
    await world.state(edition, world.hold(edition, { reason_code: 'legal_compulsion' }));
    assert.equal((await world.notices(edition.standardId))['1.1']?.reason_code, null);
  });

  it('level 2 begins by the clock alone, with another ETag (W5)', async () => {
    const edition = await world.adopt();
    const level2_at = new Date(NOTICE_AT.getTime() + 90 * DAY);
    setClock(new Date(level2_at.getTime() - 1));
    await world.state(edition, world.hold(edition, { level: 1, level2_at: level2_at.toISOString() }));
    assert.deepEqual(await world.held(edition.standardId), { '1.1': 1 });
    setClock(level2_at);
    assert.deepEqual(await world.held(edition.standardId), { '1.1': 2 });
  });

  it('an older statement changes nothing; the same one twice is applied once (W13)', async () => {
    const edition = await world.adopt();
    const state = (version: number, holds = [world.hold(edition)]) =>
      node.call(wikiService, 'standards.setPageHolds', { wiki_standard_id: edition.page, version, holds });
    assert.deepEqual(await state(3), { applied: true });
    assert.deepEqual(await state(2, []), { applied: false });
    assert.deepEqual(await world.held(edition.standardId), { '1.1': 2 });
    assert.deepEqual(await state(3, []), { applied: false });
    assert.deepEqual(await world.held(edition.standardId), { '1.1': 2 });
    assert.deepEqual(await state(4, []), { applied: true });
    assert.deepEqual(await world.held(edition.standardId), {});
  });

  it('a hold reaches other editions where the text is the same, also at another address, and no others (W13)', async () => {
    const first = await world.adopt();
    const { page } = first;
    const same = await world.adopt(CANARY_CLAUSES, { page, edition_number: 2 });
    const moved = await world.adopt(
      { ...CANARY_CLAUSES, '1.1': 'Nuts.', '1.4': CANARY_CLAUSES['1.1'] ?? '' },
      { page, edition_number: 3 },
    );
    const reworded = await world.adopt(
      { ...CANARY_CLAUSES, '1.1': 'Nuts shall be dry.' },
      { page, edition_number: 4 },
    );
    await world.state(first, world.hold(first));
    const heldIn = ({ revisionId }: { revisionId: number }) => world.held(first.standardId, { revisionId });
    assert.deepEqual(await heldIn(first), { '1.1': 2 });
    assert.deepEqual(await heldIn(same), { '1.1': 2 });
    assert.deepEqual(await heldIn(moved), { '1.4': 2 });
    assert.deepEqual(await heldIn(reworded), {});
  });

  it('a revoked edition is held as a whole and clears with the next one (W13)', async () => {
    const first = await world.adopt();
    const next = await world.adopt(CANARY_CLAUSES, { page: first.page, edition_number: 2 });
    await world.state(first, world.hold(first, { scope: 'edition' }));
    assert.deepEqual(await world.held(first.standardId, { revisionId: first.revisionId }), {
      '1': 2,
      '1.1': 2,
      '1.2': 2,
      '1.3': 2,
    });
    assert.deepEqual(await world.held(next.standardId, { revisionId: next.revisionId }), {});
  });

  it('a hold reaches copies and copies of copies, whatever they made of the clause, with the divergence (W13, R-044)', async () => {
    const edition = await world.adopt();
    const first = await copy(edition);
    const reworded = await copies.reword(first, { '1.1': 'Our own nuts.' }, lead);
    const second = (await copies.customize(first, { name: 'Copy of a copy' })).id;
    await world.state(edition, world.hold(edition));
    const notice = (await world.notices(first))['1.1'];
    assert.equal(notice?.level, 2);
    assert.ok(notice.divergence);
    const { changedAt, ...changed } = notice.divergence;
    assert.deepEqual(changed, {
      beforeNotice: false,
      revisionId: reworded,
      revisionCode: '1.1.0',
      userId: lead.user.id,
      userName: lead.user.name,
      noticeRecordedAt: NOTICE_AT.toISOString(),
    });
    assert.ok(Date.parse(changedAt) > NOTICE_AT.getTime());
    assert.deepEqual(await world.held(second), { '1.1': 2 });
    assert.equal((await world.notices(second))['1.1']?.divergence?.revisionId, reworded);
    await world.state(edition);
    assert.equal((await wordsOf(second))['1.1'], 'Our own nuts.');
  });

  it('a copy that merged a free later edition with its text is free, with its earlier revisions held (W13)', async () => {
    const first = await world.adopt();
    const ofStandard = await copy(first);
    const before = (await world.read(ofStandard)).revision?.id ?? 0;
    const words = { ...CANARY_CLAUSES, '1.1': 'Nuts shall be dry.' };
    await world.adopt(words, { page: first.page, edition_number: 2 });
    await copies.merge(ofStandard, 'theirs');
    await node.call(lead, 'standards.publish', { id: ofStandard });
    await world.state(first, world.hold(first));
    assert.deepEqual(await world.held(ofStandard), {});
    assert.deepEqual(await world.held(ofStandard, { revisionId: before }), { '1.1': 2 });
    assert.deepEqual(await wordsOf(ofStandard), words);
  });

  it('what is sealed under a hold inherits it: a further edition, and a revision of a copy (W13)', async () => {
    const first = await world.adopt();
    const ofStandard = await copy(first);
    await world.state(first, world.hold(first, { level: 1, level2_at: null }));
    const same = await world.adopt(CANARY_CLAUSES, { page: first.page, edition_number: 2 });
    assert.deepEqual(await world.held(same.standardId), { '1.1': 1 });
    const revisionId = await copies.reword(ofStandard, { '1.1': 'Still the clause.', '1.2': 'Ice.' }, lead);
    const { divergence } = (await world.notices(ofStandard))['1.1'] ?? {};
    assert.deepEqual([divergence?.revisionId, divergence?.userId], [revisionId, lead.user.id]);
    await world.state(first);
    assert.deepEqual(await world.held(ofStandard), {});
  });

  it('an edition that is copied after its holds were stated is held from the start (W13)', async () => {
    const page = randomUUID();
    const edition = randomUUID();
    await world.state({ page }, world.hold({ edition }));
    const { standardId } = await world.adopt(CANARY_CLAUSES, { page, edition });
    assert.deepEqual(await world.held(standardId), { '1.1': 2 });
    const next = await world.adopt(CANARY_CLAUSES, { page, edition_number: 2 });
    assert.deepEqual(await world.held(standardId, { revisionId: next.revisionId }), { '1.1': 2 });
  });

  it('a hold reaches the copies of a copy that was deleted before it, and their copies (W13)', async () => {
    const edition = await world.adopt();
    const middle = await copy(edition);
    const below = (await copies.customize(middle, { name: 'Copy of a copy deleted early' })).id;
    const last = (await copies.customize(below, { name: 'Copy of that' })).id;
    for (const id of [middle, below]) {
      const { name } = await world.read(id);
      await node.call(lead, 'standards.deprecate', { id });
      await node.call(lead, 'standards.delete', { id, confirmName: name });
    }
    const hold = world.hold(edition, { addresses: ['1.1', '1.2'] });
    await world.state(edition, hold);
    assert.deepEqual(await world.held(last), { '1.1': 2, '1.2': 2 });
    await world.state(edition, { ...hold, addresses: ['1.2'] });
    assert.deepEqual(await world.held(last), { '1.2': 2 });
  });

  it('a copy whose source was deleted keeps the hold until a moderator lifts it', async () => {
    const edition = await world.adopt();
    const ofStandard = await copy(edition);
    const second = (await copies.customize(ofStandard, { name: 'Copy of a deleted copy' })).id;
    const hold = world.hold(edition);
    await world.state(edition, hold);
    const { name } = await world.read(ofStandard);
    await node.call(lead, 'standards.deprecate', { id: ofStandard });
    await node.call(lead, 'standards.delete', { id: ofStandard, confirmName: name });
    assert.deepEqual(await world.held(second), { '1.1': 2 });
    await world.state(edition, { ...hold, level: 1, level2_at: null });
    assert.deepEqual(await world.held(second), { '1.1': 1 });
    assert.ok(JSON.stringify(await world.read(second)).includes(CANARY));
    await world.state(edition);
    assert.deepEqual(await world.held(second), {});
  });
});
