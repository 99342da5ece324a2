/** Tests of what the holds of a page withhold in its library standard. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous, contributor, personPrincipal } from '../../../test/people.ts';
import { HELD_TEXT, pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const reader = personPrincipal({ id: 40 });

describe('the holds of a page in its library standard', () => {
  const node = useModerationWorld();

  const hold = (id: string, adoptedRevId: string, addresses: string[]) =>
    node.call(pageModerator, 'wiki.adopted.elements.revoke', {
      id,
      adoptedRevId,
      element_addresses: addresses,
      reason_code: 'copyright_notice',
    });
  /** Waits for the end of the library copy of an edition. */
  const copied = (id: string, editionId: string) =>
    eventually(async () => {
      const { adopted_revisions } = await node.call(anonymous, 'wiki.adopted.list', { id });
      const status = adopted_revisions.find((row) => row.id === editionId)?.syncStatus ?? '';
      assert.ok(['done', 'failed'].includes(status), status);
      return status;
    });
  const readLibrary = async (title: string) => {
    const { standards } = await node.call(reader, 'standards.list', {
      search: title,
      subject_type: 'global',
    });
    const read = await node.call(reader, 'standards.get', { id: standards[0]?.id ?? 0 });
    return JSON.stringify(read);
  };
  const readEdition = async (id: string, revNum: number) =>
    JSON.stringify(await node.call(anonymous, 'wiki.adopted.get', { id, revNum }));

  it('a text is withheld at each place where the edition has it, as in the adopted edition (W13)', async () => {
    const { id, title, edition } = await node.newModeratedPage(
      `# 1 Scope\n\n1.1 ${HELD_TEXT}\n\n1.2 Sand shall be washed.\n\n1.3 ${HELD_TEXT}\n`,
    );
    assert.equal(await copied(id, edition.id), 'done');
    await hold(id, edition.id, ['1.1']);
    for (const text of [await readEdition(id, 1), await readLibrary(title)])
      assert.deepEqual([text.includes(HELD_TEXT), text.includes('Sand shall be washed.')], [false, true]);
  });

  it('a hold on an edition that the library could not copy reaches its text in the one it has (W13)', async () => {
    const bearer = await node.newModeratedPage();
    assert.equal(await copied(bearer.id, bearer.edition.id), 'done');
    const page = await node.newPage(await node.newLibrary(), bearer.title);
    await node.giveRole(page.id, pageModerator.user.id, 'moderator');
    const first = await node.adopt(page.id);
    assert.equal(await copied(page.id, first.id), 'failed');
    const title = `Free name of ${bearer.title}`;
    await node.call(contributor, 'wiki.standards.update', {
      id: page.id,
      baseRevisionId: page.revisionId,
      content: `---\ntitle: ${title}\n---\n\n# 1 Scope\n\n1.1 ${HELD_TEXT}\n\n1.2 Sand shall be washed.\n`,
    });
    const second = await node.adopt(page.id);
    assert.equal(await copied(page.id, second.id), 'done');
    await hold(page.id, first.id, ['2.1']);
    for (const text of [await readEdition(page.id, 2), await readLibrary(title)])
      assert.deepEqual([text.includes(HELD_TEXT), text.includes('Sand shall be washed.')], [false, true]);
  });
});
