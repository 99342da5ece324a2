/**
 * One successful write for each mutating endpoint of the moderation of wiki pages. Part of `WRITE_CASES`, for the
 * audit, dry-run and query-plan suites.
 */
import { createWikiPage } from '../../tools/world/wiki.ts';
import { wikiPage } from './document-writes.ts';
import { REVISION, type WriteCases, type WriteContext, writeCase } from './write-case.ts';

const SPAM = { reason_code: 'spam' } as const;

const createPage = ({ ada, n }: WriteContext) => createWikiPage(ada.session, wikiPage(n));

/** A page with a second revision; with `title` that brings another title. */
async function createEditedPage(
  at: WriteContext,
  title = `Toilet rooms ${at.n}`,
): Promise<{ id: string; firstId: string; secondId: string }> {
  const { id, revisionId } = await createPage(at);
  const content = `---\ntitle: ${title}\n---\n\n# 1 General\n\n1.1 Toilet and bathing rooms shall comply with 603 and 604.\n`;
  const edit = { id, baseRevisionId: revisionId, content };
  const { current_revision } = await at.ada.session.call('wiki.standards.update', edit);
  return { id, firstId: revisionId, secondId: current_revision.id };
}

export const MODERATION_WRITES: WriteCases = {
  'wiki.roles.assign': writeCase({ beforeAndAfter: [null, { role: 'adopter' }] }, async (at) => ({
    ids: { id: (await createPage(at)).id },
    body: { userId: at.ada.userId, role: 'adopter' },
  })),
  'wiki.roles.remove': writeCase({ beforeAndAfter: [{ role: 'adopter' }, null] }, async (at) => {
    const { id } = await createPage(at);
    const assignment = { id, userId: at.ada.userId, role: 'adopter' } as const;
    const { id: roleId } = await at.ada.session.call('wiki.roles.assign', assignment);
    return { ids: { id, roleId } };
  }),
  'wiki.moderation.archive': writeCase({}, async (at) => ({
    ids: { id: (await createPage(at)).id },
    body: SPAM,
  })),
  'wiki.moderation.restore': writeCase({}, async (at) => {
    const { id } = await createPage(at);
    await at.ada.session.call('wiki.moderation.archive', { id, ...SPAM });
    return { ids: { id }, body: SPAM };
  }),
  'wiki.moderation.titleReset': writeCase({}, async (at) => {
    const { id, firstId } = await createEditedPage(at, `Toilets ${at.n}`);
    return { ids: { id }, body: { source_revision_id: firstId, ...SPAM } };
  }),
  'wiki.moderation.slugRetire': writeCase({}, async (at) => ({
    ids: { id: (await createPage(at)).id },
    body: { new_slug: `toilet-and-bathing-rooms-${at.n}`, ...SPAM },
  })),
  'wiki.moderation.revisionHide': writeCase(REVISION, async (at) => {
    const { id, secondId } = await createEditedPage(at);
    return { ids: { id, revId: secondId }, body: SPAM };
  }),
  'wiki.moderation.revisionRestore': writeCase(REVISION, async (at) => {
    const { id, secondId } = await createEditedPage(at);
    await at.ada.session.call('wiki.moderation.revisionHide', { id, revId: secondId, ...SPAM });
    return { ids: { id, revId: secondId }, body: SPAM };
  }),
};
