/** Tests of the changelog of a customised copy against its source. */
import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import { colleague, editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { fieldInput } from '../../../test/world/standards-world.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';

describe('the changelog of a customised copy', () => {
  const node = useNode(['standards', 'projects']);
  const site = new CustomizationWorld(node);
  const changelog = async (id: number, revisionId?: number, who = viewer) => {
    const { changes } = await node.call(who, 'standards.changelog', {
      id,
      ...(revisionId === undefined ? {} : { revisionId }),
    });
    return changes;
  };
  const summary = async (id: number, revisionId?: number) =>
    (await changelog(id, revisionId)).map(({ change_type, kind, address, revision, saved_by }) =>
      [change_type, kind, address, revision.code, saved_by?.displayName].join(' '),
    );

  it('one row a change, with what was before, and the revision and person that brought it (S20)', async () => {
    const source = await site.publishSource();
    const copy = await site.customize(source.id);
    assert.deepEqual(await changelog(copy.id), []);
    await site.reword(copy.id, { '1.1': 'White.', '1.2': 'Warm.' }, editor);
    await site.reword(copy.id, { '1.2': 'Cold.' }, colleague);
    await site.revise(
      copy.id,
      (elements) =>
        elements
          .filter(({ address }) => address !== '1.2.1')
          .map((element) => (element.address === '1.2' ? { ...element, address: '1.4' } : element))
          .concat({ address: '1.3', content: 'Added.' }),
      lead,
      [fieldInput('1.1', 'Colour')],
    );
    assert.deepEqual(await summary(copy.id), [
      'UPDATE clause 1.1 1.1.0 Ed Editor',
      'INSERT clause 1.3 1.3.0 Ada Lead',
      'UPDATE clause 1.4 1.2.0 Cole League',
      'ADDRCHG clause 1.4 1.3.0 Ada Lead',
      'DELETE clause 1.2.1 1.3.0 Ada Lead',
      'INSERT field 1.1 1.3.0 Ada Lead',
    ]);
    const rows = await changelog(copy.id);
    expect(rows[0]?.change_details).toMatchObject({ previous: { content: 'Cement shall be grey.' } });
    assert.equal('change_details' in (rows[1] ?? {}), false);
    expect(rows[3]?.change_details).toMatchObject({ previous_address: '1.2', previous: { address: '1.2' } });
    assert.equal(rows[5]?.label, 'Colour');
    for (const { saved_at } of rows) assert.match(saved_at, /Z$/);

    const { revisions } = await node.call(viewer, 'standards.revisions', { id: copy.id });
    const second = revisions.find(({ code }) => code === '1.1.0');
    assert.deepEqual(await summary(copy.id, second?.id), [
      'UPDATE clause 1.1 1.1.0 Ed Editor',
      'UPDATE clause 1.2 1.1.0 Ed Editor',
    ]);
  });

  it('after a merge the rows are relative to the revision merged; an older revision keeps its own (S20)', async () => {
    const source = await site.publishSource();
    const copy = await site.customize(source.id);
    const mine = await site.reword(copy.id, { '1.1': 'Mine.' }, editor);
    await site.reword(source.id, { '1.1': 'Theirs.', '1.2': 'New water.' });
    await site.merge(copy.id, 'mine');
    await node.call(lead, 'standards.publish', { id: copy.id });
    const [row, ...others] = await changelog(copy.id);
    expect(row).toMatchObject({
      change_type: 'UPDATE',
      address: '1.1',
      change_details: { previous: { content: 'Theirs.' } },
      revision: { id: mine },
      saved_by: { userId: editor.user.id },
    });
    assert.deepEqual(others, []);
    const [earlier] = await changelog(copy.id, mine);
    expect(earlier?.change_details).toMatchObject({ previous: { content: 'Cement shall be grey.' } });
  });

  it('a clause that the copy put back after a merge was changed then, not when it still followed its source (S20)', async () => {
    const source = await site.publishSource();
    const copy = await site.customize(source.id);
    await site.reword(copy.id, { '1.2': 'Mine.' }, editor);
    await site.reword(source.id, { '1.1': 'Theirs.' });
    const { elements } = await site.merge(copy.id, 'mine');
    await node.call(colleague, 'standards.workingCopy.save', {
      id: copy.id,
      elements: elements.map((element) =>
        element.address === '1.1' ? { ...element, content: 'Cement shall be grey.' } : element,
      ),
    });
    await node.call(colleague, 'standards.publish', { id: copy.id });
    assert.deepEqual(await summary(copy.id), [
      'UPDATE clause 1.1 1.2.0 Cole League',
      'UPDATE clause 1.2 1.1.0 Ed Editor',
    ]);
  });

  it('a revision of another standard, and a copy out of reach, are 404 (R-200)', async () => {
    const source = await site.publishSource();
    const copy = await site.customize(source.id);
    for (const revisionId of [source.revisionId, 99_999_999])
      await expectRejection(changelog(copy.id, revisionId), 404);
    await expectRejection(changelog(copy.id, undefined, stranger), 404);
  });
});
