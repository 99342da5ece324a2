/** Test fixture of moderation: a page with its moderator and adopted editions, and a clock that tests move. */
import { contributor, personPrincipal } from '../../test/people.ts';
import { CONCRETE_MARKDOWN, contributingAdministrator, useWikiWorld } from '../../test/world/wiki-world.ts';

/** A contributor with the moderator role on the pages of `newModeratedPage`, and no global right. */
export const pageModerator = personPrincipal({
  id: 71,
  name: 'Pia Pagekeeper',
  siteRoles: ['SiteContributor'],
});

export const LIBRARY_AND_WIKI = ['wiki-moderation', 'standards'];
/** The text of clause 2.1 in the first edition. */
export const HELD_TEXT = 'Cement shall be fresh.';

const DAY_MS = 86_400_000;

/** The wiki with what tests of moderation do again and again. */
export function useModerationWorld(services: string[] = LIBRARY_AND_WIKI) {
  const node = useWikiWorld(services);
  let titles = 0;
  const edit = async (id: string, content: string) => {
    const { revisions } = await node.call(contributor, 'wiki.revisions.list', { id, limit: 1 });
    const baseRevisionId = revisions[0]?.id ?? '';
    await node.call(contributor, 'wiki.standards.update', { id, content, baseRevisionId });
  };
  const adopt = async (id: string) =>
    (await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id })).adoptedRevision;
  return Object.assign(node, {
    adopt,
    /** A page with a first edition, in a library of its own. */
    async newModeratedPage(content = CONCRETE_MARKDOWN) {
      titles += 1;
      const title = `Moderated ${titles}`;
      const librarySlug = await node.newLibrary();
      const page = await node.newPage(librarySlug, title, content);
      await node.giveRole(page.id, pageModerator.user.id, 'moderator');
      return { ...page, title, librarySlug, edition: await adopt(page.id) };
    },
    /** Saves another text, and adopts it. */
    async adoptText(id: string, content: string) {
      await edit(id, content);
      return adopt(id);
    },
    /** Saves another text. */
    edit,
    /** Sets the clock of deadlines ahead by this number of days. */
    setDaysAhead(days: number) {
      node.node.now = () => new Date(Date.now() + days * DAY_MS);
    },
  });
}
