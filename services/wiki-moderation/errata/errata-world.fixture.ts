/** Test fixture of errata: pages with two editions and an adopter, errata of them, and their rows in the log. */
import type { InputOf, ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { personPrincipal } from '../../../test/people.ts';
import type { useWikiWorld } from '../../../test/world/wiki-world.ts';

export type IssueInput = InputOf<EndpointMap['wiki.errata.issue']>;

/** An id that nothing has. */
export const UNKNOWN = '99999999-9999-4999-8999-999999999999';
export const adopter = personPrincipal({ id: 30, name: 'Anna Adopter', siteRoles: ['SiteContributor'] });

/** Calls about errata on a wiki world. */
export class ErrataWorld {
  readonly #node: ReturnType<typeof useWikiWorld>;
  #librarySlug: Promise<string> | null = null;

  constructor(node: ReturnType<typeof useWikiWorld>) {
    this.#node = node;
  }

  /** A page with two editions, whose adopter is Anna. */
  async newAdoptedPage(title: string) {
    const node = this.#node;
    this.#librarySlug ??= node.newLibrary();
    const page = await node.newPage(await this.#librarySlug, title);
    await node.giveRole(page.id, adopter.user.id, 'adopter');
    const adopt = async (sourceRevisionId: string) =>
      (await node.call(adopter, 'wiki.standards.directAdopt', { id: page.id, sourceRevisionId }))
        .adoptedRevision;
    const first = await adopt(page.revisionId);
    const second = await adopt(
      await node.addRevision(page.id, title, '# 1 Scope\n\n1.1 Other.\n\n1.2 More.\n'),
    );
    return { ...page, first: first.id, second: second.id, hash: first.content_hash };
  }

  /** Issues an erratum of an edition. */
  issue(
    id: string,
    edition: string,
    more: Partial<IssueInput> = {},
    who: Principal = adopter,
  ): Promise<ResultOf<EndpointMap['wiki.errata.issue']>> {
    return this.#node.call(who, 'wiki.errata.issue', {
      id,
      severity: 'major',
      description: 'The strength is wrong.',
      recommended_action: 'correct',
      affected: [{ adopted_revision_id: edition }],
      ...more,
    });
  }

  /** The rows of an erratum in the public log, oldest first. */
  async logOf(erratumId: string) {
    const connection = await this.#node.node.openDatabase('wiki-moderation');
    const rows = await connection
      .collection('moderation_log')
      .find({ matter: `erratum:${erratumId}` })
      .sort({ _id: 1 })
      .toArray();
    return rows.map(({ action, reason, scope, page_id }) => ({ action, reason, scope, page_id }));
  }
}
