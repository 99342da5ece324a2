/**
 * Loader of wiki pages by id or URL, with the rights of the caller. An archived page is found only by
 * moderators, and a retired slug is 410.
 */
import type { Permission, WikiStandardRole } from '../../../shared/contracts/permissions.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { LoadedResource } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ResourceState } from '../../../shared/kernel/service/resource-checks.ts';
import type { WikiLibraryRecord } from '../libraries/model.ts';
import type { WikiLibraries } from '../libraries/repository.ts';
import type { Roles } from '../roles/repository.ts';
import type { PageRecord } from './model.ts';
import type { Pages } from './repository.ts';

/** A page that the caller may read. */
export interface ReadablePage {
  page: PageRecord;
  /** Moderators see hidden, archived and revoked records. */
  canModerate: boolean;
  /** Adopters see proposed editions. */
  canAdopt: boolean;
  /** What the kernel checks before a call on the page. */
  access: ResourceState;
}

/** The resources that are loaded and authorized before a handler runs. */
export interface WikiResources {
  wikiStandard: ReadablePage;
}

/** Whether something belongs to a page, such as an erratum. */
type IsOfPage = (pageId: string, id: string) => Promise<boolean>;

interface Deps {
  libraries: WikiLibraries;
  pages: Pages;
  roles: Roles;
  /** Checks of the records below a page that a path may name, by the parameter with their id. */
  children: Readonly<Record<string, IsOfPage>>;
}

export class PageAccess {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The page of an id, for the loaders; null when the caller may not know of it, and when the parameters name a
   * record below it that belongs to another page.
   */
  async findById(
    id: number | string,
    ctx: RequestContext,
    params: Readonly<Record<string, unknown>> = {},
  ): Promise<LoadedResource<ReadablePage> | null> {
    const page = await this.#deps.pages.findById(String(id));
    if (!page || !(await this.#hasChildren(page._id, params))) return null;
    return toReadablePage(page, await this.#findRoles(page._id, ctx), ctx);
  }

  async #hasChildren(pageId: string, params: Readonly<Record<string, unknown>>): Promise<boolean> {
    for (const [name, isOfPage] of Object.entries(this.#deps.children)) {
      if (name in params && !(await isOfPage(pageId, String(params[name])))) return false;
    }
    return true;
  }

  /**
   * The page of a URL.
   * @throws NOT_FOUND; GONE for a retired slug, which does not redirect
   */
  async loadBySlug(
    librarySlug: string,
    slug: string,
    ctx: RequestContext,
  ): Promise<ReadablePage & { library: WikiLibraryRecord }> {
    const { libraries, pages } = this.#deps;
    const library = await libraries.findBySlug(librarySlug);
    if (!library) throw notFound();
    const page = await pages.findBySlug(library._id, slug);
    if (!page && (await pages.isSlugRetired(library._id, slug))) {
      throw apiError('GONE', 'This URL has been retired. The standard, if it still exists, has a new URL.');
    }
    const loaded = page && toReadablePage(page, await this.#findRoles(page._id, ctx), ctx);
    if (!loaded) throw notFound();
    return { ...loaded.value, library };
  }

  /** The roles of the caller on the page; the permission check decides whether they are in effect. */
  async #findRoles(id: string, { principal }: RequestContext): Promise<WikiStandardRole[]> {
    return principal.kind === 'user' ? this.#deps.roles.findOnPage(id, principal.user.id) : [];
  }
}

/** Permissions of moderation. Any one of them makes an archived page visible: a moderator's key may have only one. */
const MODERATION_PERMISSIONS: readonly Permission[] = [
  'wiki:standard:moderate',
  'wiki:standard:archive',
  'wiki:revision:hide',
  'wiki:adoption:revoke',
];

/** A page for this caller; null when it may not know of it. */
function toReadablePage(
  page: PageRecord,
  roles: WikiStandardRole[],
  ctx: RequestContext,
): LoadedResource<ReadablePage> | null {
  const subject = { kind: 'wikiStandard' as const, roles };
  const canModerate = ctx.isAllowed('wiki:standard:moderate', subject);
  const version = (): string => page.current_revision.id;
  const canAdopt = ctx.isAllowed('wiki:standard:adopt', subject);
  const isVisible = !page.archived || MODERATION_PERMISSIONS.some((each) => ctx.isAllowed(each, subject));
  return isVisible ? { value: { page, canModerate, canAdopt, access: { subject } }, subject, version } : null;
}
