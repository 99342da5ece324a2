/** Tests that a held text is withheld wherever a copy has moved it: other clauses, joined texts, later revisions. */
import assert from 'node:assert/strict';
import { describe, it, jest } from '@jest/globals';
import { administrator, lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { CANARY, CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';
import { WorkingCopies } from '../working-copy/repository.ts';

describe('a hold on a text that a copy has in another clause', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);

  const copyOf = async (standardId: number) =>
    (await copies.customize(standardId, { name: `Ours ${crypto.randomUUID()}` })).id;
  /** Saves without identities, as markup does: each text keeps that of its clause. */
  async function insertFirst(id: number, text: string) {
    const { elements } = await node.call(lead, 'standards.edit', { id });
    const [section, ...clauses] = elements.map(({ address, content, toc_content, attributes }) => ({
      address,
      content,
      toc_content,
      attributes,
    }));
    assert.ok(section);
    const all = [{ ...section, content: text, toc_content: '', attributes: {} }, ...clauses];
    const moved = all.map((clause, index) => ({ ...clause, address: `1.${index + 1}` }));
    await node.call(lead, 'standards.workingCopy.save', { id, elements: [section, ...moved] });
    return node.call(lead, 'standards.publish', { id });
  }
  const withheld = async (id: number, more = {}) => Object.keys(await world.held(id, more));
  const shows = async (id: number) => JSON.stringify(await world.read(id)).includes(CANARY);

  it('it is withheld from an edit during which a merge is discarded (W14)', async () => {
    const edition = await world.adopt();
    const middle = await copyOf(edition.standardId);
    const below = await copyOf(middle);
    const clauses = { ...CANARY_CLAUSES, '1.4': 'Gravel shall be round.' };
    const next = await world.adopt(clauses, { page: edition.page, edition_number: 2 });
    await copies.merge(middle, 'theirs');
    await node.call(lead, 'standards.publish', { id: middle });
    await copies.reword(middle, { '1.4': 'Our gravel.' }, lead);
    await copies.merge(below, 'theirs');
    await world.state(next, world.hold(next, { addresses: ['1.4'] }));
    const { findCurrent } = WorkingCopies.prototype;
    const spy = jest.spyOn(WorkingCopies.prototype, 'findCurrent').mockImplementationOnce(async function (
      this: WorkingCopies,
      ...parameters
    ) {
      const found = await findCurrent.apply(this, parameters);
      await node.call(lead, 'standards.workingCopy.discard', { id: below });
      return found;
    });
    try {
      const shown = await node.call(lead, 'standards.edit', { id: below });
      assert.ok(!JSON.stringify(shown).includes('Our gravel.'));
    } finally {
      spy.mockRestore();
    }
  });

  it('it is withheld where an inserted clause has moved it, in later revisions and in copies of the copy (W13)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    await insertFirst(id, 'Our first clause.');
    const below = await copyOf(id);
    await insertFirst(id, 'Our very first clause.');
    await world.state(edition, world.hold(edition));
    assert.deepEqual([await shows(id), await shows(below)], [false, false]);
    assert.deepEqual(await withheld(below), ['1.2']);
    assert.deepEqual(await withheld(id), ['1.3']);
    const { elements } = await world.read(id);
    assert.deepEqual(elements.at(-1)?.content, CANARY_CLAUSES['1.3']);
    await world.state(edition);
    assert.deepEqual([await shows(id), await withheld(id)], [true, []]);
  });

  it('it is sealed in a working copy, and held in the revision that it becomes (W13, W14)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    await node.call(lead, 'standards.edit', { id });
    const { elements } = await world.read(id);
    const nuts = elements.find(({ address }) => address === '1.1');
    assert.ok(nuts);
    const { content, toc_content, attributes } = nuts;
    const moved = { address: '1.4', content, toc_content, attributes };
    await node.call(lead, 'standards.workingCopy.save', { id, elements: [...elements, moved] });
    await world.state(edition, world.hold(edition));
    const sealed = await node.call(lead, 'standards.workingCopy.get', { id });
    assert.ok(!JSON.stringify(sealed).includes(CANARY));
    assert.deepEqual(
      sealed.sealedIdentities.map(({ address }) => address),
      ['1.1', '1.4'],
    );
    await node.call(lead, 'standards.publish', { id });
    assert.deepEqual(await withheld(id), ['1.1', '1.4']);
  });

  it('it is not compared with what is sent without identity, so that no guess is confirmed (Y10, W14)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    await node.call(lead, 'standards.edit', { id });
    await world.state(edition, world.hold(edition));
    const { elements } = await node.call(lead, 'standards.workingCopy.get', { id });
    const sent = elements.map(({ element_id: _, ...element }) => element);
    const guess = { address: '1.9', content: CANARY_CLAUSES['1.1'] };
    const { identities } = await node.call(lead, 'standards.workingCopy.save', {
      id,
      elements: [...sent, guess],
    });
    assert.deepEqual(identities, {
      kept: elements.length,
      moved: [],
      new: ['1.9'],
      deleted: [],
      uncertain: [],
    });
  });

  it('its words do not weigh in what is alike, so that none of them can be guessed (Y10, W14)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    await node.call(lead, 'standards.edit', { id });
    const extra = { address: '1.9', content: 'Alpha beta gamma delta epsilon.' };
    const { elements } = await node.call(lead, 'standards.workingCopy.get', { id });
    await node.call(lead, 'standards.workingCopy.save', { id, elements: [...elements, extra] });
    await world.state(edition, world.hold(edition));
    const sealed = await node.call(lead, 'standards.workingCopy.get', { id });
    const guess = async (word: string) => {
      const sent = sealed.elements.map(({ element_id: _, ...element }) =>
        element.address === '1.9' ? { ...element, content: `Alpha beta ${word} zeta eta.` } : element,
      );
      const saved = await node.call(lead, 'standards.workingCopy.save', { id, elements: sent });
      await node.call(lead, 'standards.workingCopy.save', { id, elements: sealed.elements });
      return saved.identities?.uncertain.map(({ likeness, followed }) => [likeness, followed]);
    };
    const [word = ''] = CANARY.match(/\p{L}{4,}/u) ?? [];
    assert.deepEqual(await guess(word), await guess('vibranium'));
  });

  it('of a revoked edition too, until the copy merges an edition that has the text freely (W13)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    await insertFirst(id, 'Our first clause.');
    await world.adopt({ ...CANARY_CLAUSES, '1.4': 'Gravel.' }, { page: edition.page, edition_number: 2 });
    await world.state(edition, world.hold(edition, { scope: 'edition' }));
    assert.deepEqual(await withheld(id), ['1', '1.2', '1.3', '1.4']);
    await copies.merge(id, 'theirs');
    await node.call(lead, 'standards.publish', { id });
    assert.deepEqual(await withheld(id), []);
  });

  it('a hold reaches the copies of a library standard that was deleted before it (W13)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    await copies.reword(id, { '1.2': 'Our water.' }, lead);
    const below = await copyOf(id);
    const { name } = await world.read(edition.standardId);
    await node.call(administrator, 'standards.deprecate', { id: edition.standardId });
    await node.call(administrator, 'standards.delete', { id: edition.standardId, confirmName: name });
    const hold = world.hold(edition, { addresses: ['1.1', '1.3'] });
    await world.state(edition, hold);
    for (const one of [id, below]) assert.deepEqual(await withheld(one), ['1.1', '1.3']);
    await world.state(edition, { ...hold, addresses: ['1.1'] });
    for (const one of [id, below]) assert.deepEqual(await withheld(one), ['1.1']);
    const again = await world.adopt(CANARY_CLAUSES, { page: edition.page, edition_number: 2 });
    await world.state(edition, hold, world.hold(again, { addresses: ['1.2'] }));
    // The texts of both editions are the same, in whichever library standard they are.
    for (const one of [again.standardId, id, below])
      assert.deepEqual(await withheld(one), ['1.1', '1.2', '1.3']);
  });

  it('a hold reaches copies through a deleted copy that had merged its clause (W13)', async () => {
    const edition = await world.adopt();
    const middle = await copyOf(edition.standardId);
    const next = await world.adopt(
      { ...CANARY_CLAUSES, '1.4': 'Gravel shall be round.' },
      { page: edition.page, edition_number: 2 },
    );
    await copies.merge(middle, 'theirs');
    await node.call(lead, 'standards.publish', { id: middle });
    const last = await copyOf(middle);
    const { name } = await world.read(middle);
    await node.call(lead, 'standards.deprecate', { id: middle });
    await node.call(lead, 'standards.delete', { id: middle, confirmName: name });
    await world.state(next, world.hold(next, { addresses: ['1.4'] }));
    assert.deepEqual(await withheld(last), ['1.4']);
    await world.state(next);
    assert.deepEqual(await withheld(last), []);
  });

  it('a hold reaches what a working copy had merged when its source was deleted (W13, W14)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    const next = await world.adopt(
      { ...CANARY_CLAUSES, '1.1': 'Nuts.', '1.4': `Gravel of ${CANARY}.` },
      { page: edition.page, edition_number: 2 },
    );
    await copies.merge(id, 'theirs');
    const { name } = await world.read(edition.standardId);
    await node.call(administrator, 'standards.deprecate', { id: edition.standardId });
    await node.call(administrator, 'standards.delete', { id: edition.standardId, confirmName: name });
    await world.state(next, world.hold(next, { addresses: ['1.4'] }));
    const sealed = await node.call(lead, 'standards.workingCopy.get', { id });
    assert.ok(!JSON.stringify(sealed).includes(CANARY));
    await node.call(lead, 'standards.publish', { id });
    assert.deepEqual([await shows(id), await withheld(id)], [false, ['1.4']]);
    await world.state(next);
    assert.deepEqual([await shows(id), await withheld(id)], [true, []]);
  });

  it('but not what a working copy had merged that was discarded after its source was deleted (W13, S19)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    await world.adopt({ ...CANARY_CLAUSES, '1.4': 'Gravel.' }, { page: edition.page, edition_number: 2 });
    await copies.merge(id, 'theirs');
    const { name } = await world.read(edition.standardId);
    await node.call(administrator, 'standards.deprecate', { id: edition.standardId });
    await node.call(administrator, 'standards.delete', { id: edition.standardId, confirmName: name });
    await node.call(lead, 'standards.workingCopy.discard', { id });
    await copies.reword(id, { '1.2': 'Our water.' }, lead);
    await world.state(edition, world.hold(edition, { scope: 'edition' }));
    assert.deepEqual(await withheld(id), ['1', '1.1', '1.2', '1.3']);
  });

  it('under another heading it is the same text, in another edition and in a copy (W13)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    const text = `Nuts of ${CANARY} shall be dry.`;
    const retitled = [{ address: '1', kind: 'clause' as const, toc_content: 'Nuts', content: text }];
    const next = await world.adopt({}, { page: edition.page, edition_number: 2, elements: retitled });
    const { elements } = await node.call(lead, 'standards.edit', { id });
    const moved = { address: '1.4', content: text, toc_content: 'Our heading', attributes: {} };
    await node.call(lead, 'standards.workingCopy.save', { id, elements: [...elements, moved] });
    await node.call(lead, 'standards.publish', { id });
    await world.state(edition, world.hold(edition));
    assert.deepEqual(await withheld(edition.standardId, { revisionId: next.revisionId }), ['1']);
    assert.deepEqual(await withheld(id), ['1.1', '1.4']);
  });

  const clause = (address: string, content: string) => ({
    address,
    content,
    toc_content: '',
    attributes: {},
  });

  it('in front of other words in another clause (W13)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    const joined = clause('1.4', `${CANARY_CLAUSES['1.1']}\n\nOur nuts.`);
    await copies.revise(id, (elements) => [...elements, joined], lead);
    await world.state(edition, world.hold(edition));
    assert.deepEqual([await shows(id), await withheld(id)], [false, ['1.1', '1.4']]);
    await world.state(edition);
    assert.deepEqual([await shows(id), await withheld(id)], [true, []]);
  });

  it('on its own again where an edit had joined it to another and a later one parts the two (W13)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    const { '1.1': nuts = '', '1.2': water = '' } = CANARY_CLAUSES;
    const setWords = (words: Record<string, string>, ...more: ReturnType<typeof clause>[]) =>
      copies.revise(
        id,
        (elements) => [
          ...elements.map((one) => ({ ...one, content: words[one.address] ?? one.content ?? '' })),
          ...more,
        ],
        lead,
      );
    await setWords({ '1.1': 'Our nuts.', '1.2': `${water}\n\n${nuts}` });
    const free = { ...CANARY_CLAUSES, '1.1': 'Nuts.' };
    await world.adopt(free, { page: edition.page, edition_number: 2 });
    await copies.merge(id, 'theirs');
    await node.call(lead, 'standards.publish', { id });
    await setWords({ '1.2': water }, clause('1.4', nuts));
    await world.state(edition, world.hold(edition));
    assert.deepEqual([await shows(id), await withheld(id)], [false, ['1.4']]);
  });

  it('in a clause of the copy with which a merge has combined it (W13)', async () => {
    const edition = await world.adopt();
    const id = await copyOf(edition.standardId);
    const own = (content: string) => ({ address: '1.4', content, toc_content: '', attributes: {} });
    await copies.revise(id, (elements) => [...elements, own('Our gravel.')], lead);
    const next = await world.adopt(
      { ...CANARY_CLAUSES, '1.4': `Gravel of ${CANARY}.` },
      { page: edition.page, edition_number: 2 },
    );
    await copies.merge(id, 'combine');
    await node.call(lead, 'standards.publish', { id });
    assert.equal((await copies.read(id))['1.4'], `Our gravel.\n\nGravel of ${CANARY}.`);
    await world.state(next, world.hold(next, { addresses: ['1.4'] }));
    assert.deepEqual(await withheld(id), ['1.4']);
  });
});
