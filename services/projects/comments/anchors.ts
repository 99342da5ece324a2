/**
 * The anchor of a comment is the thing commented on: the project, a standard or an element of one, a datasheet or a
 * field of one, or a file. Parses an anchor, and finds out whether it is in the draft or the published revision of
 * the project and whether the caller may know of it.
 */
import { apiErrorAt, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { Manifest } from '../revisions/manifest.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import { type ContentIds, type ContentPart, contentPartKey } from './content-ids.ts';
import type { CommentAnchor } from './model.ts';

/** The content of a project in which anchors are looked up. */
interface ProjectContent {
  projectId: number;
  /** The manifests of the open draft and of the current published revision. */
  manifests: readonly Manifest[];
}

type AnchorLookup = (anchor: CommentAnchor) => boolean;

/** An anchor as it is sent. */
interface AnchorInput {
  anchorType: CommentAnchor['anchor_type'];
  anchorId: number;
  elementId?: number;
}

/** @throws VALIDATION_ERROR without the element that the type needs, or with one for another type */
export function parseAnchor({ anchorType, anchorId, elementId }: AnchorInput): CommentAnchor {
  const hasElement = anchorType === 'element' || anchorType === 'datasheet_field';
  if (hasElement && elementId === undefined) {
    throw apiErrorAt('VALIDATION_ERROR', 'elementId', `'elementId' is required with ${anchorType}.`);
  }
  if (!hasElement && elementId !== undefined) {
    const message = `'elementId' is only for element and datasheet_field, not for ${anchorType}.`;
    throw apiErrorAt('VALIDATION_ERROR', 'elementId', message);
  }
  return { anchor_type: anchorType, anchor_id: anchorId, element_id: elementId ?? null };
}

/** The content of the draft, if wanted, and of the current published revision. */
export async function loadProjectContent(
  revisions: ProjectRevisions,
  { head }: Pick<LoadedProject, 'head'>,
  withDraft: boolean,
): Promise<ProjectContent> {
  const ids = [withDraft ? head.draft_revision_id : null, head.issued_revision_id];
  const found = await Promise.all(ids.map((id) => revisions.find(id)));
  return { projectId: head._id, manifests: found.flatMap((full) => (full ? [full.manifest] : [])) };
}

/** The parts of sealed standards that may have the element or field of an anchor; none for other anchors. */
function contentPartsOf(
  { manifests }: ProjectContent,
  { anchor_type, anchor_id }: CommentAnchor,
): ContentPart[] {
  if (anchor_type === 'element') {
    return manifests.flatMap(({ standards }) =>
      standards
        .filter(({ standard_id }) => standard_id === anchor_id)
        .map(({ standard_revision }) => ({ kind: 'elements', revisionId: standard_revision.id })),
    );
  }
  if (anchor_type !== 'datasheet_field') return [];
  return manifests.flatMap(({ datasheets }) =>
    datasheets
      .filter(({ datasheet_id }) => datasheet_id === anchor_id)
      .map(({ standard_revision_id }) => ({ kind: 'fields', revisionId: standard_revision_id })),
  );
}

/** Whether the manifests name an anchor that is no element and no field. */
function isInManifests({ projectId, manifests }: ProjectContent, anchor: CommentAnchor): boolean {
  const id = anchor.anchor_id;
  switch (anchor.anchor_type) {
    case 'project':
      return id === projectId;
    case 'standard':
      return manifests.some(({ standards }) => standards.some(({ standard_id }) => standard_id === id));
    case 'datasheet':
      return manifests.some(({ datasheets }) => datasheets.some(({ datasheet_id }) => datasheet_id === id));
    case 'file':
      return manifests.some(({ files }) => files.some(({ file_id }) => file_id === id));
    default:
      return false;
  }
}

/** A lookup of these anchors in the content; each revision of a standard is loaded at most once. */
export async function createAnchorLookup(
  content: ProjectContent,
  anchors: readonly CommentAnchor[],
  contentIds: ContentIds,
  ctx: RequestContext,
): Promise<AnchorLookup> {
  const parts = new Map(
    anchors.flatMap((anchor) => contentPartsOf(content, anchor)).map((part) => [contentPartKey(part), part]),
  );
  const loaded = await Promise.all(
    [...parts].map(async ([key, part]) => [key, await contentIds.load(part, ctx)] as const),
  );
  const ids = new Map(loaded);
  return (anchor) => {
    const { element_id } = anchor;
    if (element_id === null) return isInManifests(content, anchor);
    return contentPartsOf(content, anchor).some((part) => ids.get(contentPartKey(part))?.has(element_id));
  };
}

interface AnchorAccessInput {
  revisions: ProjectRevisions;
  contentIds: ContentIds;
  project: LoadedProject;
  anchor: CommentAnchor;
  ctx: RequestContext;
}

/**
 * Existence depends on the rights of the account, with any credential, as everywhere.
 * @throws NOT_FOUND for an anchor that is not in the project, or that the caller may not know of
 */
export async function assertAnchorVisible({
  revisions,
  contentIds,
  project,
  anchor,
  ctx,
}: AnchorAccessInput): Promise<void> {
  const mayViewDraft = ctx.accountMay('project:draft:view', project.subject);
  const content = await loadProjectContent(revisions, project, mayViewDraft);
  const isPresent = await createAnchorLookup(content, [anchor], contentIds, ctx);
  if (!isPresent(anchor)) throw notFound();
  if (anchor.anchor_type !== 'file') return;
  const file = { project_id: project.head._id, file_id: anchor.anchor_id };
  const { visible } = await ctx.call('files.visibility', file);
  if (!visible) throw notFound();
}
