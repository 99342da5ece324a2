/** Tests of working copies with withheld clauses: what is shown, and what a save does with the seal tokens. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, throughAssistant, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { editionField } from '../../../test/world/editions.ts';
import { CANARY, CANARY_CLAUSES, HoldsWorld } from '../../../test/world/holds.ts';
import {
  authorKey,
  findAuditDetails,
  textOf,
  useWorkingCopies,
  type WorkingCopyResult,
} from '../../../test/world/standards-world.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

const HELD_TEXT = CANARY_CLAUSES['1.1'];

describe('seals of withheld clauses in a working copy', () => {
  const { node, world: standards, save } = useWorkingCopies();
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);
  const FIELD = editionField({ element_address: '1.1', label: 'Moisture', unit: '%' });

  /** An open working copy of a company's copy of an edition of which 1.1 is withheld. */
  async function openSealed(level: 1 | 2 = 2) {
    const edition = await world.adopt(CANARY_CLAUSES, { fields: [FIELD] });
    const { id } = await copies.customize(edition.standardId);
    const hold = world.hold(edition, { level, level2_at: null });
    await world.state(edition, hold);
    const copy = await node.call(lead, 'standards.edit', { id });
    const lift = () => world.state(edition);
    return { id, edition, copy, lift, sealed: sealedIn(copy) };
  }
  const sealedIn = (copy: WorkingCopyResult) => {
    const [identity] = copy.sealedIdentities;
    return { element_id: identity?.element_id ?? 0, token: identity?.seal_token ?? '' };
  };
  /** The clauses as read, with changes by address; null leaves one out. */
  const submission = (copy: WorkingCopyResult, changes: Record<string, object | null> = {}) => ({
    baseVersion: copy.version,
    elements: copy.elements.flatMap((element) => {
      const change = changes[element.address];
      return change === null ? [] : [{ ...element, ...change }];
    }),
  });
  const read = (id: number, who = lead) => standards.readWorkingCopy(id, who);
  const refusal = async (id: number, body: object) => {
    const { status, code } = await expectRejection(save(id, body));
    return [status, code];
  };
  const sealOf = (token: string) => `<!-- notice:withheld:${token} -->`;

  it('every element is returned, the withheld one sealed, and nothing of its text (S6, R-145, R-043, R-146)', async () => {
    const { copy, sealed } = await openSealed();
    assert.deepEqual(
      copy.elements.map(({ address }) => address),
      ['1', '1.1', '1.2', '1.3'],
    );
    const element = copy.elements[1];
    assert.ok(element && sealed.token.length > 0);
    assert.deepEqual(
      [element.content, element.toc_content, element.sealed, element.seal_token],
      [sealOf(sealed.token), 'Withheld clause', true, sealed.token],
    );
    assert.equal(element.moderation?.level, 2);
    assert.deepEqual(copy.sealedIdentities, [
      { element_id: element.element_id, address: '1.1', seal_token: sealed.token },
    ]);
    assert.deepEqual(
      [copy.moderation?.level, copy.moderation?.scope, copy.moderation?.held_clause_count],
      [2, 'clauses', 1],
    );
    assert.ok(!JSON.stringify(copy).includes(CANARY));
    assert.deepEqual(
      copy.datasheet_elements.map(({ label }) => label),
      ['Moisture'],
    );
  });

  it('at level 1 the text stays, with the notice and without a seal (W14)', async () => {
    const { copy } = await openSealed(1);
    assert.equal(textOf(copy, '1.1'), HELD_TEXT);
    assert.equal(copy.elements[1]?.moderation?.level, 1);
    assert.deepEqual([copy.sealedIdentities, copy.elements[1]?.sealed], [[], undefined]);
    assert.equal(copy.moderation?.level, 1);
  });

  it('a seal returned unchanged is restored, and nothing has changed (rule 5)', async () => {
    const { id, copy, lift } = await openSealed();
    assert.equal((await save(id, submission(copy))).version, copy.version);
    await save(id, submission(copy, { '1.2': { content: 'Water shall be cold.' } }));
    await node.call(lead, 'standards.publish', { id });
    assert.deepEqual(await world.held(id), { '1.1': 2 });
    await lift();
    const { elements } = await world.read(id);
    assert.deepEqual(
      elements.map(({ content }) => content),
      ['', HELD_TEXT, 'Water shall be cold.', CANARY_CLAUSES['1.3']],
    );
    assert.equal(elements[1]?.toc_content, `Heading ${CANARY}`);
  });

  it('a clause as it was read before the hold is unchanged, in elements and in markup (rule 5)', async () => {
    const edition = await world.adopt(CANARY_CLAUSES, { fields: [FIELD] });
    const { id } = await copies.customize(edition.standardId);
    const before = await node.call(lead, 'standards.edit', { id });
    const { markdown } = await node.call(lead, 'standards.get', { id, format: 'markdown' }).then((shown) => {
      assert.ok('markdown' in shown);
      return shown;
    });
    await world.state(edition, world.hold(edition));
    const saved = await save(id, submission(before, { '1.2': { content: 'Water shall be cold.' } }));
    await node.call(authorKey(lead), 'standards.workingCopy.save', {
      id,
      baseVersion: saved.version,
      markdown,
    });
    const sealed = await read(id);
    assert.deepEqual(
      sealed.sealedIdentities.map(({ element_id }) => element_id),
      [before.elements[1]?.element_id],
    );
    assert.ok(!JSON.stringify(sealed).includes(CANARY));
    await node.call(lead, 'standards.publish', { id });
    assert.deepEqual(await world.held(id), { '1.1': 2 });
  });

  it('a seal alone at another address is a move (W14)', async () => {
    const { id, copy, lift, sealed } = await openSealed();
    await save(id, submission(copy, { '1.1': { address: '1.4' } }));
    const moved = await read(id);
    assert.deepEqual(moved.sealedIdentities, [
      { element_id: sealed.element_id, address: '1.4', seal_token: sealed.token },
    ]);
    await lift();
    assert.equal(textOf(await read(id), '1.4'), HELD_TEXT);
  });

  it('other words retire the clause for one of the caller’s, which keeps its fields (rule 5, S26)', async () => {
    const { id, copy, sealed, lift } = await openSealed();
    await save(id, submission(copy, { '1.1': { content: 'Our own words.', toc_content: '' } }), editor);
    const now = await read(id);
    const replaced = now.elements[1];
    assert.deepEqual(
      [replaced?.content, replaced?.sealed, replaced?.moderation],
      ['Our own words.', undefined, undefined],
    );
    assert.notEqual(replaced?.element_id, sealed.element_id);
    assert.equal(replaced?.editedBy?.userId, editor.user.id);
    assert.deepEqual(now.datasheet_elements[0]?.id, copy.datasheet_elements[0]?.id);
    assert.equal(now.datasheet_elements[0]?.element_id, replaced?.element_id);
    const { retired } = await findAuditDetails(
      node,
      id,
      'standards.workingCopy.save',
      (details) => 'retired' in details,
    );
    assert.deepEqual(retired, [sealed.element_id]);
    await lift();
    assert.equal(textOf(await read(id), '1.1'), 'Our own words.');
  });

  it('other words do not take the heading that stands in for a withheld one (rule 5)', async () => {
    const { id, copy } = await openSealed();
    assert.equal(copy.elements[1]?.toc_content, 'Withheld clause');
    await save(id, submission(copy, { '1.1': { content: 'Our own words.' } }));
    const replaced = (await read(id)).elements[1];
    assert.deepEqual([replaced?.content, replaced?.toc_content], ['Our own words.', '']);
  });

  it('a sealed element left out is kept with its fields, even in a full replace (rule 5)', async () => {
    const { id, copy, sealed } = await openSealed();
    await save(id, { ...submission(copy, { '1.1': null, '1.3': null }), datasheetElements: [] });
    const now = await read(id);
    assert.deepEqual(
      now.elements.map(({ address }) => address),
      ['1', '1.1', '1.2'],
    );
    assert.equal(now.sealedIdentities[0]?.element_id, sealed.element_id);
    assert.equal(now.datasheet_elements.length, 1);
  });

  it('a sealed element left out counts for confirmReplace; its parent and its address stay (S26)', async () => {
    const { id, copy } = await openSealed();
    await save(id, submission(copy, { '1.1': null, '1.2': null, '1.3': null }));
    const now = await read(id);
    assert.equal(now.elements.length, 2);
    const other = { address: '2', content: 'Elsewhere.' };
    assert.deepEqual(await refusal(id, { elements: [other], confirmReplace: true }), [409, 'SEALED_CLAUSE']);
    const { id: next, copy: second } = await openSealed();
    const moved = submission(second, { '1.1': null, '1.3': { address: '1.1' } });
    assert.deepEqual(await refusal(next, moved), [409, 'SEALED_CLAUSE']);
  });

  it('a token of another working copy, a made-up one and one among other words are 409 (H12)', async () => {
    const { id, copy, sealed } = await openSealed();
    const { sealed: foreign } = await openSealed();
    const own = sealOf(sealed.token);
    const tries: [object, string][] = [
      [{ content: sealOf(foreign.token), seal_token: null }, 'FOREIGN_SEAL_TOKEN'],
      [{ content: sealOf('0'.repeat(32)), seal_token: null }, 'FOREIGN_SEAL_TOKEN'],
      [{ content: own, seal_token: foreign.token }, 'FOREIGN_SEAL_TOKEN'],
      [{ content: `${own} and more` }, 'SEALED_CLAUSE'],
      [{ content: `More.\n\n${own}` }, 'SEALED_CLAUSE'],
      [{ content: 'More.', toc_content: own }, 'SEALED_CLAUSE'],
      [{ toc_content: 'A heading' }, 'SEALED_CLAUSE'],
    ];
    for (const [change, code] of tries)
      assert.deepEqual(
        await refusal(id, submission(copy, { '1.1': change })),
        [409, code],
        JSON.stringify(change),
      );
    const twice = submission(copy, { '1.2': { content: own, element_id: undefined } });
    assert.deepEqual(await refusal(id, twice), [400, 'VALIDATION_ERROR']);
    assert.equal((await read(id)).version, copy.version);
  });

  it('the fields of a sealed clause stay editable (W14)', async () => {
    const { id, copy } = await openSealed();
    const datasheetElements = [
      { element_address: '1.1', label: 'Dryness', match_label: 'Moisture', input_type: 'text' },
    ];
    await save(id, { baseVersion: copy.version, datasheetElementsOnly: true, datasheetElements });
    const now = await read(id);
    assert.deepEqual(
      now.datasheet_elements.map(({ label }) => label),
      ['Dryness'],
    );
    assert.equal(now.sealedIdentities.length, 1);
  });

  it('stale saves are merged by the hashes of seals; the merged copy is sealed too (rule 6, W14)', async () => {
    const { id, copy, sealed } = await openSealed();
    const hash = copy.elements[1]?.hash ?? '';
    assert.match(hash, /^[0-9a-f]{64}$/);
    await save(id, submission(copy, { '1.2': { content: 'Theirs.' } }), editor);
    const baseElements = copy.elements.map(({ element_id, address, hash: key }) => ({
      elementId: element_id,
      address,
      hash: key ?? '',
    }));
    const merged = await save(id, { ...submission(copy, { '1.3': { content: 'Mine.' } }), baseElements });
    assert.ok(merged.workingCopy);
    assert.equal(merged.workingCopy.elements[1]?.seal_token, sealed.token);
    assert.equal(textOf(merged.workingCopy, '1.2'), 'Theirs.');
    assert.ok(!JSON.stringify(merged).includes(CANARY));
  });

  it('a seal that was read under a hold is restored after the hold was lifted', async () => {
    const { id, copy, lift } = await openSealed();
    await lift();
    await save(id, submission(copy, { '1.2': { content: 'Water shall be cold.' } }));
    const now = await read(id);
    assert.deepEqual([textOf(now, '1.1'), now.moderation], [HELD_TEXT, undefined]);
  });

  it('in markup a seal stands after the address, and the same rules hold (M, W14)', async () => {
    const { id, copy, sealed } = await openSealed();
    const key = authorKey(lead);
    const markdown = (clause: string) =>
      `# 1 Materials\n\n1.1 ${clause}\n\n1.2 Water shall be cold.\n\n1.3 Sand shall be washed.`;
    await save(id, { markdown: markdown(sealOf(sealed.token)), baseVersion: copy.version }, key);
    const now = await read(id);
    assert.deepEqual(
      now.sealedIdentities.map(({ element_id }) => element_id),
      [sealed.element_id],
    );
    assert.equal(textOf(now, '1.2'), 'Water shall be cold.');
    await expectRejection(
      save(id, { markdown: markdown(`${sealOf(sealed.token)} too`) }, key),
      'SEALED_CLAUSE',
    );
    const { markdown: shown } = Object(await node.call(lead, 'standards.get', { id, format: 'markdown' }));
    assert.ok(!shown.includes(CANARY));
    await save(id, { markdown: markdown('Our own nuts.') }, key);
    assert.deepEqual((await read(id)).sealedIdentities, []);
  });

  it('the assistant and keys get the same seals (R-041)', async () => {
    const { id } = await openSealed();
    for (const who of [throughAssistant(lead), withKey(lead, ['standard:read', 'standard:view_drafts'])])
      assert.ok(!JSON.stringify(await read(id, who)).includes(CANARY));
  });
});
