/**
 * Selects the images of a standard that a caller may see: those in clauses that the caller may read and whose text is
 * not withheld.
 */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { isWithheld } from '../holds/held-clauses.ts';
import type { StandardImageRecord } from '../images/repository.ts';
import type { StandardsService } from '../open-standards.ts';
import { projectIdOf, toScopeAccess } from '../scope-access.ts';
import type { ReadableStandard } from '../standard/access.ts';
import { findOpenWithHead } from '../working-copy/current-working-copy.ts';
import { readableRevisions } from './readable-revisions.ts';
import { findSealedRevision } from './sealed-revisions.ts';

/** The names of the images of a standard that its readable clauses refer to. */
export class ReadableImages {
  readonly #service: StandardsService;

  constructor(service: StandardsService) {
    this.#service = service;
  }

  /**
   * In a revision; without one in the current revision and, for who may read it, the working copy.
   * @throws NOT_FOUND for a revision that the caller may not read
   */
  async find(
    standard: ReadableStandard,
    revisionId: number | undefined,
    ctx: RequestContext,
  ): Promise<ReadonlySet<string>> {
    const id = revisionId ?? standard.current_revision?.id;
    const published = id === undefined ? [] : await this.#ofRevision(standard, id);
    if (revisionId !== undefined || !(await this.seesDraft(standard, ctx))) return new Set(published);
    return new Set([...published, ...(await this.#ofWorkingCopy(standard._id))]);
  }

  /** An image of a sealed revision, for a reader whom another service has admitted; null where no words refer to it. */
  async findInSealed(revisionId: number, name: string): Promise<StandardImageRecord | null> {
    const { images, findHeldClauses } = this.#service;
    const sealed = await findSealedRevision(this.#service, revisionId);
    if (!sealed) return null;
    const { standard, revision, content } = sealed;
    const isShown = imageNamesOf(content.present(findHeldClauses(revision))).has(name);
    return isShown ? images.find(standard._id, name) : null;
  }

  /** Whether the caller may read the working copy. */
  async seesDraft(standard: ReadableStandard, ctx: RequestContext): Promise<boolean> {
    if (standard.readableIds !== null) return false;
    const projectId = projectIdOf(standard);
    const project = projectId === null ? null : await findProjectAccess(projectId, ctx);
    return ctx.isAllowed('standard:view_drafts', toScopeAccess(standard, project).subject);
  }

  async #ofRevision(standard: ReadableStandard, id: number): Promise<Iterable<string>> {
    const { loadRevision, loadContent } = readableRevisions(this.#service);
    const { content, held } = await loadContent(await loadRevision(standard, id, 'with content'));
    return imageNamesOf(content.present(held));
  }

  async #ofWorkingCopy(standardId: number): Promise<Iterable<string>> {
    const { open, standard } = await findOpenWithHead(this.#service, standardId);
    if (!open || !standard) return [];
    const { outline } = open.state;
    const { held } = await this.#service.workingCopyHolds.find(outline, standard, open.copy);
    return imageNamesOf(outline.elements.filter(({ element_id }) => !isWithheld(held, element_id)));
  }
}
