/** Who may know of a wiki page, and as what (document 1, Authentication 8 and 9; decisions A4, W1, W12). */
import type { WikiStandardRole } from '../../shared/contracts/permissions.ts';
import { apiError, notFound } from '../../shared/kernel/errors/errors.ts';
import type { Call } from '../../shared/kernel/service/call.ts';
import type { LoadedResource } from '../../shared/kernel/service/implement-action.ts';
import type { WikiLibraryRecord } from './libraries/model.ts';
import type { WikiLibraries } from './libraries/repository.ts';
import type { PageRecord } from './pages/model.ts';
import type { Pages } from './pages/repository.ts';
import type { Roles } from './roles/repository.ts';

/** A page as a caller stands to it. */
export interface ReadablePage {
  page: PageRecord;
  /** Moderators see what is hidden, archived or revoked. */
  canModerate: boolean;
}

export interface WikiResources {
  wikiStandard: ReadablePage;
}

interface Deps {
  libraries: WikiLibraries;
  pages: Pages;
  roles: Roles;
}

export class PageAccess {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** By id, for the kernel: null when the caller may not know of it. */
  async findById(id: number | string, call: Call): Promise<LoadedResource<ReadablePage> | null> {
    const page = await this.#deps.pages.findById(String(id));
    return page && toReadablePage(page, await this.#findRoles(page._id, call), call);
  }

  /**
   * By address.
   * @throws NOT_FOUND; GONE for a retired slug, which does not redirect
   */
  async loadBySlug(librarySlug: string, slug: string, call: Call): Promise<ReadablePage & { library: WikiLibraryRecord }> {
    const { libraries, pages } = this.#deps;
    const library = await libraries.findBySlug(librarySlug);
    if (!library) throw notFound();
    const page = await pages.findBySlug(library._id, slug);
    if (!page && (await pages.isSlugRetired(library._id, slug))) {
      throw apiError('GONE', 'This URL has been retired. The standard, if it still exists, has a new URL.');
    }
    const open = page && toReadablePage(page, await this.#findRoles(page._id, call), call);
    if (!open) throw notFound();
    return { ...open.value, library };
  }

  /** The roles given on the page; whether they count is the permission engine's to say. */
  async #findRoles(id: string, { principal }: Call): Promise<WikiStandardRole[]> {
    return principal.kind === 'user' ? this.#deps.roles.findOnPage(id, principal.user.id) : [];
  }
}

/** A page for this caller; null when it may not know of it. */
function toReadablePage(page: PageRecord, roles: WikiStandardRole[], call: Call): LoadedResource<ReadablePage> | null {
  const subject = { kind: 'wikiStandard' as const, roles };
  const canModerate = call.isAllowed('wiki:standard:moderate', subject);
  return page.archived && !canModerate ? null : { value: { page, canModerate }, subject };
}
