/** Tests of `allowed_actions` of wiki pages and moderation matters against what the writes then do. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { anonymous, contributor, personPrincipal, withKey } from '../../test/people.ts';
import { expectRejection } from '../../test/service-node.ts';
import { pageModerator, useModerationWorld } from './moderation-world.fixture.ts';

const adopter = personPrincipal({ id: 72, siteRoles: ['SiteContributor'] });
const EDITS = ['wiki.standards.update', 'wiki.standards.revert'];
const ADOPTIONS = ['wiki.standards.directAdopt', 'wiki.adopted.propose', 'wiki.adopted.publish'];

describe('allowed actions of the wiki', () => {
  const node = useModerationWorld();
  const has = (allowed: readonly string[], ids: readonly string[]): boolean[] =>
    ids.map((id) => allowed.includes(id));

  it('a page lists what its reader may do: nothing, edits, adoptions, moderation; an archived one its restoration (A4)', async () => {
    const { id, slug, librarySlug } = await node.newModeratedPage();
    await node.giveRole(id, adopter.user.id, 'adopter');
    const allowed = async (as: Principal) =>
      (await node.call(as, 'wiki.standards.get', { librarySlug, standardSlug: slug })).allowed_actions ?? [];
    assert.deepEqual(await allowed(anonymous), []);
    assert.deepEqual(await allowed(withKey(contributor, ['wiki:errata:issue'])), []);
    assert.deepEqual(await allowed(contributor), EDITS);
    const ofAdopter = await allowed(adopter);
    assert.ok(has(ofAdopter, [...EDITS, ...ADOPTIONS, 'wiki.errata.issue']).every(Boolean), ofAdopter.join());
    assert.ok(!ofAdopter.includes('wiki.moderation.archive'));
    await expectRejection(node.call(adopter, 'wiki.moderation.archive', { id, reason_code: 'spam' }), 403);

    assert.deepEqual(
      has(await allowed(pageModerator), ['wiki.moderation.archive', 'wiki.moderation.restore']),
      [true, false],
    );
    await expectRejection(
      node.call(pageModerator, 'wiki.moderation.restore', { id, reason_code: 'spam' }),
      'NOT_ARCHIVED',
    );
    await node.call(pageModerator, 'wiki.moderation.archive', { id, reason_code: 'spam' });
    const archived = await allowed(pageModerator);
    assert.deepEqual(has(archived, ['wiki.moderation.archive', 'wiki.moderation.restore']), [false, true]);
    assert.ok(!has(archived, [...EDITS, ...ADOPTIONS]).some(Boolean), archived.join());
    await expectRejection(
      node.call(pageModerator, 'wiki.moderation.archive', { id, reason_code: 'spam' }),
      'ALREADY_ARCHIVED',
    );
  });

  it('a matter lists the decisions that its open holds allow, and a resolved one none that lifts (W8, Y15)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const target = { id, adoptedRevId: edition.id, reason_code: 'spam' as const };
    const clause = { ...target, element_addresses: ['2.1'] };
    await node.call(pageModerator, 'wiki.adopted.elements.revoke', clause);
    const matters = async () => {
      const { items } = await node.call(pageModerator, 'wiki.moderation.worklist', {
        standardId: id,
        state: 'all',
      });
      return Promise.all(
        items.map(async ({ id: itemId }) => {
          const item = await node.call(pageModerator, 'wiki.moderation.worklistItem', { itemId });
          return item.allowed_actions ?? [];
        }),
      );
    };
    const LIFTS = ['wiki.adopted.restore', 'wiki.adopted.elements.restore', 'wiki.adopted.revocation.update'];
    const [ofClause = []] = await matters();
    assert.deepEqual(has(ofClause, LIFTS), [false, true, true]);
    assert.deepEqual(has(ofClause, ['wiki.adopted.revoke', 'wiki.adopted.replacement']), [true, true]);
    assert.ok(!ofClause.includes('wiki.moderation.archive'), 'only decisions on the edition');

    await node.call(pageModerator, 'wiki.adopted.revoke', target);
    const [, ofEdition = []] = await matters();
    assert.deepEqual(has(ofEdition, LIFTS), [true, false, true]);
    assert.ok(!ofEdition.includes('wiki.adopted.revoke'));
    await expectRejection(node.call(pageModerator, 'wiki.adopted.revoke', target), 'ALREADY_REVOKED');

    await node.call(pageModerator, 'wiki.adopted.elements.restore', clause);
    await node.call(pageModerator, 'wiki.adopted.restore', target);
    for (const allowed of await matters())
      assert.deepEqual(has(allowed, [...LIFTS, 'wiki.adopted.replacement']), [false, false, false, false]);
    await expectRejection(node.call(pageModerator, 'wiki.adopted.restore', target), 'NOT_REVOKED');
  });
});
