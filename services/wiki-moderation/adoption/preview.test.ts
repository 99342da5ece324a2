/** Tests of the preview of an adoption. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { contributor, moderator } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  CONCRETE_MARKDOWN,
  contributingAdministrator,
  useWikiWorld,
} from '../../../test/world/wiki-world.ts';

describe('previewing an adoption', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards']);
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const preview = (id: string, sourceRevisionId?: string, as = contributingAdministrator) =>
    node.call(as, 'wiki.standards.previewAdoption', {
      id,
      ...(sourceRevisionId ? { sourceRevisionId } : {}),
    });

  it('counts, the category path and whether the standard is new; nothing is written (document 2)', async () => {
    const parent = await node.call(moderator, 'wiki.categories.create', { librarySlug, name: 'Structures' });
    const about = { librarySlug, name: 'Concrete', parentId: parent.id };
    await node.call(moderator, 'wiki.categories.create', about);
    const content = `---\ntitle: Previewed\ncategory: Structures/Concrete\n---\n${CONCRETE_MARKDOWN}`;
    const { id, revisionId } = await node.newPage(librarySlug, 'Previewed', content);
    assert.deepEqual(await preview(id), {
      sourceRevision: { id: revisionId, revision_number: 1 },
      isParseable: true,
      errors: [],
      elementCount: 5,
      datasheetCount: 1,
      resolvedCategoryPath: ['Structures', 'Concrete'],
      categoryPathError: null,
      isNew: true,
    });
    assert.equal((await node.call(contributor, 'wiki.adopted.list', { id })).total, 0);
    await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id });
    assert.equal((await preview(id)).isNew, false);
    await node.call(moderator, 'wiki.categories.delete', { id: parent.id, childDisposition: 'cascade' });
    const { resolvedCategoryPath, categoryPathError } = await preview(id);
    assert.deepEqual(resolvedCategoryPath, []);
    assert.match(categoryPathError ?? '', /no category 'Structures\/Concrete'/);
  });

  it('a standard with a revoked edition is not new (document 2)', async () => {
    const { id } = await node.newPage(librarySlug, 'Revoked');
    const { adoptedRevision } = await node.call(contributingAdministrator, 'wiki.standards.directAdopt', {
      id,
    });
    await node.call(moderator, 'wiki.adopted.revoke', {
      id,
      adoptedRevId: adoptedRevision.id,
      reason_code: 'spam',
    });
    assert.equal((await preview(id)).isNew, false);
  });

  it('the latest revision by default; W10: one of an older grammar is 200 with isParseable false (document 2)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Latest');
    const latest = await node.addRevision(id, 'Latest', 'text before the first address\n');
    const found = await preview(id);
    assert.deepEqual([found.sourceRevision.id, found.isParseable, found.elementCount], [latest, false, 0]);
    assert.equal(found.errors[0]?.rule, 'text-outside-outline');
    assert.equal((await preview(id, revisionId)).isParseable, true);
    await (await node.collection('revisions')).updateOne({ _id: latest }, { $set: { hidden: true } });
    assert.equal((await preview(id)).sourceRevision.id, revisionId);
    await expectRejection(preview(id, latest), 'REVISION_HIDDEN');
    await expectRejection(preview(id, randomUUID()), 404);
  });

  it('as for direct-adopt, the adopter of the standard may, another contributor is 403 (A4, W12)', async () => {
    const { id } = await node.newPage(librarySlug, 'Guarded');
    await expectRejection(preview(id, undefined, contributor), 403);
    await node.giveRole(id, contributor.user.id, 'adopter');
    assert.equal((await preview(id, undefined, contributor)).isNew, true);
  });
});
