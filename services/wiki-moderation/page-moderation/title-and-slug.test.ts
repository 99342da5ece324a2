/** Tests of resetting the title of a wiki page and of retiring its slug. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { compressText } from '../../../shared/kernel/database/compressed-text.ts';
import { anonymous, contributor, moderator, personPrincipal } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

const titled = (title: string, body = '# 1 Scope\n\n1.1 Text.\n') => `---\ntitle: ${title}\n---\n\n${body}`;

describe('titles and slugs under moderation', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards']);
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const read = (standardSlug: string) =>
    node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug });
  const edit = async (id: string, baseRevisionId: string, content: string) =>
    (await node.call(contributor, 'wiki.standards.update', { id, baseRevisionId, content })).current_revision
      .id;
  const reset = (id: string, source_revision_id: string) =>
    node.call(moderator, 'wiki.moderation.titleReset', { id, source_revision_id, reason_code: 'vandalism' });
  const hide = (id: string, revId: string) =>
    node.call(moderator, 'wiki.moderation.revisionHide', { id, revId, reason_code: 'vandalism' });
  const retire = (id: string, new_slug: string, as = contributingAdministrator) =>
    node.call(as, 'wiki.moderation.slugRetire', { id, new_slug, reason_code: 'vandalism' });

  it('the title of the source revision returns; log and entry have neither title (document 2, title-reset)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Good name');
    const bad = await edit(id, revisionId, titled('Rude name'));
    assert.equal((await read(slug)).title, 'Rude name');
    const { standard, moderationLogEntry } = await reset(id, revisionId);
    assert.deepEqual([standard.title, standard.current_revision.id], ['Good name', bad]);
    assert.equal((await read(slug)).title, 'Good name');
    assert.equal(moderationLogEntry.action, 'display_name_reset');
    const found = async (search: string) =>
      (await node.call(anonymous, 'wiki.libraries.get', { slug: librarySlug, search })).total;
    assert.deepEqual([await found('good name'), await found('rude name')], [1, 0]);
    const log = JSON.stringify(await node.call(anonymous, 'wiki.moderationLog.list', {}));
    assert.ok(!/Good name|Rude name/.test(log), log);
  });

  it('hidden or with that title already 409, without a title 422, of another page 404 (document 2, title-reset, R-224)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'First');
    const other = await node.newPage(librarySlug, 'Other');
    const second = await edit(id, revisionId, titled('Second'));
    const third = await edit(id, second, titled('Third'));
    const codeOf = async (source: string) => (await expectRejection(reset(id, source))).code;
    assert.equal(await codeOf(third), 'TITLE_UNCHANGED');
    await hide(id, second);
    assert.equal(await codeOf(second), 'REVISION_HIDDEN');
    assert.deepEqual(
      [await codeOf(other.revisionId), await codeOf(randomUUID())],
      ['NOT_FOUND', 'NOT_FOUND'],
    );
    const bytes = compressText('# 1 Scope');
    await (await node.collection('texts')).updateOne({ _id: revisionId }, { $set: { bytes } });
    const { status, extras } = await expectRejection(reset(id, revisionId));
    assert.deepEqual([status, extras.errors?.[0]?.rule], [422, 'title_missing']);
  });

  it('adopting again after a reset gives an edition, and so a library copy, of that title (W11)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Polite name');
    await edit(id, revisionId, titled('Coarse name'));
    const adopt = async () =>
      (await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id })).adoptedRevision;
    assert.deepEqual([(await adopt()).title, (await adopt()).revision_number], ['Coarse name', 1]);
    await reset(id, revisionId);
    const { title, revision_number, current } = await adopt();
    assert.deepEqual([title, revision_number, current], ['Polite name', 2, true]);
    assert.equal((await adopt()).revision_number, 2);
  });

  it('an edit that leaves the title of its text does not bring the earlier one back; another title does count (W11)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Kept');
    const bad = await edit(id, revisionId, titled('Bad'));
    await reset(id, revisionId);
    const next = await edit(id, bad, titled('Bad', '# 1 Scope\n\n1.1 Better.\n'));
    assert.equal((await read(slug)).title, 'Kept');
    // The adoption of the current revision takes the title of the page.
    const { adoptedRevision } = await node.call(contributingAdministrator, 'wiki.standards.directAdopt', {
      id,
    });
    assert.equal(adoptedRevision.title, 'Kept');
    const renamed = await edit(id, next, titled('Better'));
    assert.equal((await read(slug)).title, 'Better');
    await expectRejection(hide(id, renamed), 'TITLE_IN_USE');
    assert.equal((await hide(id, bad)).currentRevisionRepointed, false);
  });

  it('two concurrent resets leave a title whose revision is visible (W11)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'One');
    const second = await edit(id, revisionId, titled('Two'));
    await edit(id, second, titled('Three'));
    await Promise.allSettled([reset(id, second), hide(id, second), reset(id, revisionId)]);
    const { title } = await read(slug);
    const { revisions } = await node.call(moderator, 'wiki.revisions.list', { id });
    assert.equal(revisions.find((row) => row.title === title)?.hidden, false);
  });

  it('the old path is 410 and taken for good, the new one serves; W16: the log names neither (R-221, document 2, slug/retire)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Rude word');
    const { standard, moderationLogEntry } = await retire(id, 'kind-word');
    assert.deepEqual([standard.slug, moderationLogEntry.link], ['kind-word', null]);
    const at = { librarySlug, standardSlug: slug };
    const gone = [
      read(slug),
      node.call(anonymous, 'wiki.standards.elements', at),
      node.call(contributingAdministrator, 'wiki.standards.title', at),
    ];
    const codes = (await Promise.all(gone.map((call) => expectRejection(call)))).map(({ code }) => code);
    assert.deepEqual(codes, Array(3).fill('GONE'));
    assert.equal((await read('kind-word')).current_revision.id, revisionId);
    await expectRejection(node.newPage(librarySlug, 'Rude word'), 'SLUG_TAKEN');
    await expectRejection(retire(id, slug), 'SLUG_TAKEN');
    const entry = await node.call(anonymous, 'wiki.moderationLog.get', { id: moderationLogEntry.id ?? 0 });
    await node.call(moderator, 'wiki.moderation.archive', { id, reason_code: 'spam' });
    await node.call(moderator, 'wiki.moderation.restore', { id, reason_code: 'counter_notice' });
    const later = await node.call(anonymous, 'wiki.moderationLog.get', { id: moderationLogEntry.id ?? 0 });
    assert.equal(later.related.length, 2);
    for (const text of [JSON.stringify(entry), JSON.stringify(later)])
      assert.ok(!/rude-word|kind-word/.test(text), text);
  });

  it('a slug is well formed, no word of the paths, and free, also of two concurrent ones (G15, document 2, R-214)', async () => {
    const { id, slug } = await node.newPage(librarySlug, 'Mover');
    const taken = await node.newPage(librarySlug, 'Taken');
    const refused: [string, string][] = [
      ['Capital', 'VALIDATION_ERROR'],
      ['two--hyphens', 'VALIDATION_ERROR'],
      ['', 'VALIDATION_ERROR'],
      ['roles', 'VALIDATION_ERROR'],
      [slug, 'SLUG_TAKEN'],
      [taken.slug, 'SLUG_TAKEN'],
    ];
    for (const [word, code] of refused) {
      const error = await expectRejection(retire(id, word));
      assert.equal(error.code, code, word);
      if (code === 'VALIDATION_ERROR') assert.equal(error.extras.errors?.[0]?.path, 'new_slug');
    }
    const outcomes = await Promise.allSettled([retire(id, 'free'), retire(taken.id, 'free')]);
    assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('slug retirement is for site administrators; a moderator of the page or of all pages is 403 (A4)', async () => {
    const { id } = await node.newPage(librarySlug, 'Administered');
    const pageModerator = personPrincipal({ id: 7, siteRoles: ['SiteContributor'] });
    await node.giveRole(id, pageModerator.user.id, 'moderator');
    for (const as of [pageModerator, moderator, contributor]) {
      const { extras } = await expectRejection(retire(id, 'elsewhere', as));
      assert.equal(extras.metadata?.permission, 'wiki:standard:retire_slug');
    }
  });
});
