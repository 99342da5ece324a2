/** Tests of the rows of the upgrade status that compare library standards with the wiki. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { administrator, editor, lead } from '../../../test/people.ts';
import { callerFor } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { adoptPage, createWikiPage } from '../../../tools/world/wiki.ts';
import { type EditionStatus, findStandardsBehindWiki } from './upgrade-status.ts';

const author = { ...administrator, siteRoles: ['SiteAdmin' as const, 'SiteContributor' as const] };

describe('projects: a library standard behind the wiki', () => {
  const site = ProjectsWorld.use(['wiki-moderation']);

  /** A project that holds the first adopted edition of a new page. */
  async function prepare(slug: string) {
    const api = callerFor(site.node, author);
    await site.node.call(author, 'admin.wiki.libraries.create', { slug, name: slug });
    const content = '# 1 Scope\n\n1.1 Covers concrete.\n';
    const title = `Code of ${slug}`;
    const page = await createWikiPage(api, { librarySlug: slug, title, content });
    await adoptPage(api, page);
    const { references } = await site.node.call(lead, 'standards.resolveReferences', {
      references: [`${slug}/${page.slug}`],
    });
    const standardId = references[0]?.standardId ?? 0;
    const id = await site.createProject(title);
    await site.importStandard(id, standardId);
    return { id, standardId, title, pageId: page.id, held: await editionOf(standardId) };
  }
  const editionOf = async (id: number): Promise<string> => {
    const standard = await site.node.call(lead, 'standards.get', { id });
    return ('wiki' in standard && standard.wiki?.adopted_revision_id) || '';
  };
  /** Points the page to an edition, as adopting a later revision does. */
  async function setCurrentEdition(pageId: string, id: string): Promise<void> {
    const connection = await site.node.node.openDatabase('wiki-moderation');
    await connection
      .collection<{ _id: string }>('pages')
      .updateOne({ _id: pageId }, { $set: { current_edition: { id, revision_number: 2 } } });
  }
  const layerOf = async (id: number) =>
    (await site.node.call(editor, 'projects.upgradeStatus', { id })).repositoryBehindWiki;

  it('no row while the held edition is the current one of its page (W16)', async () => {
    const { id } = await prepare('current');
    assert.deepEqual(await layerOf(id), []);
    assert.equal((await site.node.call(editor, 'projects.upgradeStatus', { id })).upToDate, true);
  });

  it('the edition that the wiki has now is offered once the library has a copy of it (W16)', async () => {
    const { id, standardId, title, pageId, held } = await prepare('moved');
    const copy = await site.createStandard({ title, page: pageId, edition: 2, fields: 0 });
    assert.equal(copy.standardId, standardId);
    const offered = await editionOf(standardId);
    await setCurrentEdition(pageId, offered);
    assert.deepEqual(await layerOf(id), [
      {
        standardId,
        name: title,
        wikiStandardId: pageId,
        heldAdoptedRevisionId: held,
        heldRevoked: false,
        heldRevocationLevel: null,
        replacementMarked: false,
        upgradeAvailable: true,
        offeredAdoptedRevisionId: offered,
        offeredIsMarkedReplacement: false,
        holdingScope: null,
        upgradeClearsHold: false,
        upgradeNote: 'Revision 2.0.0 of the standard is the offered edition. Move the pin to it.',
      },
    ]);
    const changes = [{ standardId, toStandardRevisionId: copy.revision.id }];
    await site.node.call(lead, 'projects.standardRevisions.apply', { id, changes });
    assert.deepEqual(await layerOf(id), []);
  });

  it('an edition without a library copy is no upgrade yet; an archived page offers nothing', async () => {
    const { id, pageId } = await prepare('not-copied');
    const missing = '00000000-0000-4000-8000-00000000000e';
    await setCurrentEdition(pageId, missing);
    const [row] = await layerOf(id);
    assert.deepEqual([row?.upgradeAvailable, row?.offeredAdoptedRevisionId], [false, missing]);
    assert.match(row?.upgradeNote ?? '', /no copy/);
    const connection = await site.node.node.openDatabase('wiki-moderation');
    await connection
      .collection<{ _id: string }>('pages')
      .updateOne({ _id: pageId }, { $set: { archived: true } });
    assert.deepEqual(await layerOf(id), []);
  });
});

describe('the rows of the wiki layer under a hold (document 3, upgrade-status)', () => {
  const wiki = { standard_id: 'page', adopted_revision_id: 'held' };
  const revision = { id: 8, code: '2.0.0' };
  const standard = {
    standard_id: 1,
    name: 'Held',
    description: '',
    standard_revision: { id: 7, code: '1.0.0' },
    library: null,
    section_id: null,
    archived: false,
  };
  const rowFor = (status: Pick<EditionStatus, 'is_current' | 'hold' | 'offered'>) =>
    findStandardsBehindWiki({ standards: [standard], datasheets: [] }, [
      { revision_id: 7, wiki, ...status },
    ])[0];
  const hold = { level: 2, scope: null, replacement_adopted_revision_id: 'new' };
  const offered = { adopted_revision_id: 'new', revision };

  it('a revoked edition is always reported, with the marked replacement, and the upgrade clears the hold', () => {
    const row = rowFor({ is_current: true, hold, offered });
    assert.deepEqual(
      [row?.heldRevoked, row?.heldRevocationLevel, row?.replacementMarked, row?.offeredIsMarkedReplacement],
      [true, 2, true, true],
    );
    assert.deepEqual([row?.upgradeAvailable, row?.upgradeClearsHold], [true, true]);
  });

  it('without a replacement nothing is offered: remove or swap the standard', () => {
    const row = rowFor({
      is_current: false,
      hold: { ...hold, replacement_adopted_revision_id: null },
      offered: null,
    });
    assert.deepEqual(
      [row?.upgradeAvailable, row?.offeredAdoptedRevisionId, row?.replacementMarked],
      [false, null, false],
    );
    assert.match(row?.upgradeNote ?? '', /Remove or swap/);
  });

  it('under a hold of the whole standard an upgrade does not clear it (W13)', () => {
    const row = rowFor({ is_current: false, hold: { ...hold, scope: 'standard' }, offered });
    assert.deepEqual([row?.holdingScope, row?.upgradeClearsHold], ['standard', false]);
    assert.match(row?.upgradeNote ?? '', /does not clear the hold/);
  });
});
