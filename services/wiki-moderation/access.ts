/** Who may know of a wiki page, and as what (document 1, Authentication 8 and 9; decisions A4, W1, W12). */
import type { WikiStandardRole } from '../../shared/contracts/permissions.ts';
import type { Call } from '../../shared/kernel/call.ts';
import { fail, notFound } from '../../shared/kernel/errors.ts';
import type { Loaded } from '../../shared/kernel/implement.ts';
import type { LibraryRecord } from './libraries/model.ts';
import type { Libraries } from './libraries/repository.ts';
import type { PageRecord } from './pages/model.ts';
import type { Pages } from './pages/repository.ts';
import type { Roles } from './roles/repository.ts';

/** A page as a caller stands to it. */
export interface OpenPage {
  page: PageRecord;
  /** Moderators see what is hidden, archived or revoked. */
  moderates: boolean;
}

export interface Resources {
  wikiStandard: OpenPage;
}

interface Deps {
  libraries: Libraries;
  pages: Pages;
  roles: Roles;
}

export class PageAccess {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** By id, for the kernel: null when the caller may not know of it. */
  async load(id: number | string, call: Call): Promise<Loaded<OpenPage> | null> {
    const page = await this.#deps.pages.byId(String(id));
    return page && openPage(page, await this.#rolesOf(page._id, call), call);
  }

  /**
   * By address.
   * @throws NOT_FOUND; GONE for a retired slug, which does not redirect
   */
  async at(librarySlug: string, slug: string, call: Call): Promise<OpenPage & { library: LibraryRecord }> {
    const { libraries, pages } = this.#deps;
    const library = await libraries.bySlug(librarySlug);
    if (!library) throw notFound();
    const page = await pages.bySlug(library._id, slug);
    if (!page && (await pages.isRetired(library._id, slug))) {
      throw fail('GONE', 'This address was retired. The standard, if it still exists, has another one.');
    }
    const open = page && openPage(page, await this.#rolesOf(page._id, call), call);
    if (!open) throw notFound();
    return { ...open.value, library };
  }

  /** The roles given on the page; whether they count is the permission engine's to say. */
  async #rolesOf(id: string, { principal }: Call): Promise<WikiStandardRole[]> {
    return principal.kind === 'user' ? this.#deps.roles.of(id, principal.user.id) : [];
  }
}

/** A page for this caller; null when it may not know of it. */
function openPage(page: PageRecord, roles: WikiStandardRole[], call: Call): Loaded<OpenPage> | null {
  const subject = { kind: 'wikiStandard' as const, roles };
  const moderates = call.permits('wiki:standard:moderate', subject);
  return page.archived && !moderates ? null : { value: { page, moderates }, subject };
}
