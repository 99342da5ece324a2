import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { anonymous } from '../../test/people.ts';
import { collectionScans } from '../../test/query-plans/query-profile.ts';
import { contributingAdministrator, useWikiWorld } from '../../test/world/wiki-world.ts';

const node = useWikiWorld(['wiki-moderation', 'standards']);

it('no endpoint of the wiki reads a collection from end to end', async () => {
  const librarySlug = await node.newLibrary();
  await node.newPage(librarySlug, 'Before');
  const connection = await node.node.openDatabase('wiki-moderation');
  const scans = await collectionScans(connection, async () => {
    const category = await node.call(contributingAdministrator, 'wiki.categories.create', {
      librarySlug,
      name: 'C',
    });
    const page = await node.newPage(
      librarySlug,
      'Page',
      `---\ntitle: Page\ncategory: ${category.slug}\n---\n# 1 A`,
    );
    const at = { librarySlug, standardSlug: page.slug };
    const { adoptedRevision } = await node.call(contributingAdministrator, 'wiki.standards.directAdopt', {
      id: page.id,
    });
    const affected = [{ adopted_revision_id: adoptedRevision.id }];
    const { id: errataId } = await node.call(contributingAdministrator, 'wiki.errata.issue', {
      id: page.id,
      severity: 'info',
      description: 'Wrong.',
      recommended_action: 'none',
      affected,
    });
    const ofErratum = { id: page.id, errataId };
    await node.call(contributingAdministrator, 'wiki.errata.extend', { ...ofErratum, affected });
    await node.call(contributingAdministrator, 'wiki.errata.correction', {
      ...ofErratum,
      corrected_by_revision_id: adoptedRevision.id,
    });
    await node.call(anonymous, 'wiki.searchContent', { query: 'scope' });
    await node.call(anonymous, 'wiki.citations.list', { id: page.id });
    await node.call(anonymous, 'wiki.errata.list', { id: page.id });
    await node.call(anonymous, 'wiki.errata.get', { errataId });
    await node.call(anonymous, 'wiki.errata.forAdoptedRevision', { adoptedRevisionId: adoptedRevision.id });
    await node.call(contributingAdministrator, 'wiki.errata.withdraw', { ...ofErratum, reason: 'Right.' });
    await node.call(anonymous, 'wiki.libraries.get', { slug: librarySlug, search: 'page' });
    await node.call(anonymous, 'wiki.standards.get', at);
    await node.call(anonymous, 'wiki.standards.elements', at);
    await node.call(anonymous, 'wiki.revisions.list', { id: page.id });
    await node.call(anonymous, 'wiki.revisions.get', { id: page.id, revId: page.revisionId });
    const { current_revision } = await node.call(contributingAdministrator, 'wiki.standards.update', {
      id: page.id,
      baseRevisionId: page.revisionId,
      content: `# 1 A\n\nSee [[${librarySlug}/${page.slug}]].`,
    });
    await node.call(contributingAdministrator, 'wiki.standards.revert', {
      id: page.id,
      revId: page.revisionId,
    });
    await node.call(contributingAdministrator, 'wiki.standards.validate', {
      content: `# 1 A\n\nSee [[${librarySlug}/${page.slug}]].`,
      categoryId: category.id,
      standardId: page.id,
    });
    await node.call(anonymous, 'wiki.revisions.diff', {
      id: page.id,
      fromRev: '1',
      toRev: current_revision.id,
    });
    await node.call(contributingAdministrator, 'wiki.standards.previewAdoption', { id: page.id });
    await node.call(contributingAdministrator, 'wiki.categories.update', { id: category.id, name: 'D' });
    await node.call(contributingAdministrator, 'wiki.categories.delete', { id: category.id });
    await node.call(anonymous, 'wiki.adopted.list', { id: page.id });
    await node.call(anonymous, 'wiki.adopted.get', { id: page.id, revNum: 1 });
    await moderateEditions(page.id);
    await node.call(contributingAdministrator, 'wiki.roles', {});
    await node.call(contributingAdministrator, 'wiki.errata.ofStandard', { standard_id: page.id });
    await moderatePage(page.id, current_revision.id);
    const addresses = [{ library_slug: librarySlug, slug: page.slug }];
    await node.call(contributingAdministrator, 'wiki.references.resolve', { addresses });
    await new Promise((resolve) => setTimeout(resolve, 200));
  });

  assert.deepEqual(scans, []);
});

/** Every act of moderation on a page, and every read of the log. */
async function moderatePage(id: string, revId: string): Promise<void> {
  const reason = { reason_code: 'spam' } as const;
  const as = contributingAdministrator;
  await node.call(as, 'wiki.moderation.revisionHide', { id, revId, ...reason });
  await node.call(as, 'wiki.moderation.revisionRestore', { id, revId, ...reason });
  const { moderationLogEntry } = await node.call(as, 'wiki.moderation.archive', { id, ...reason });
  await node.call(as, 'wiki.moderation.restore', { id, ...reason });
  await node.call(as, 'wiki.moderation.slugRetire', { id, new_slug: 'moved', ...reason });
  const entryId = moderationLogEntry.id ?? 0;
  assert.equal((await node.call(anonymous, 'wiki.moderationLog.get', { id: entryId })).related.length, 2);
  for (const filter of [
    {},
    { action: 'archive' },
    { reason: 'spam' },
    { reason: 'legal_compulsion', action: 'archive' },
  ] as const) {
    await node.call(anonymous, 'wiki.moderationLog.list', filter);
    await node.call(anonymous, 'wiki.moderationLog.forStandard', { id, ...filter });
  }
}

/** Every decision about editions, and the lists of moderation. */
async function moderateEditions(id: string): Promise<void> {
  const by = contributingAdministrator;
  const { adopted_revisions } = await node.call(by, 'wiki.adopted.list', { id });
  const { adoptedRevision: proposal } = await node.call(by, 'wiki.adopted.propose', { id });
  await node.call(by, 'wiki.adopted.publish', { id, adoptedRevId: proposal.id });
  const target = { id, adoptedRevId: adopted_revisions[0]?.id ?? '', reason_code: 'spam' as const };
  const clauses = { ...target, element_addresses: ['1'] };
  await node.call(by, 'wiki.adopted.revoke', target);
  await node.call(by, 'wiki.adopted.replacement', {
    ...target,
    replacement_adopted_revision_id: proposal.id,
  });
  await node.call(by, 'wiki.adopted.revocation.update', { ...target, level: 2 });
  await node.call(by, 'wiki.adopted.restore', target);
  await node.call(by, 'wiki.adopted.elements.revoke', clauses);
  for (const state of ['open', 'resolved', 'all'] as const) {
    const { items } = await node.call(by, 'wiki.moderation.worklist', { state, standardId: id });
    await node.call(by, 'wiki.moderation.worklist', { state });
    await node.call(by, 'wiki.moderation.worklistItem', { itemId: items[0]?.id ?? 0 });
  }
  for (const state of ['open', 'all'] as const)
    await node.call(by, 'wiki.moderation.revokedEditions', { state });
  await node.call(by, 'wiki.adopted.elements.restore', clauses);
}
