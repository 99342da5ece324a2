/**
 * Ids of the resources of a company and the wiki by kind, for the parameters of generated requests; a kind
 * without a resource has a well-formed id that need not exist.
 */
import type { IdKind } from '../../shared/contracts/id-kinds.ts';
import { idKindOf, type Props } from '../../shared/contracts/schema.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import type { WikiPageResources } from '../../tools/world/resources.ts';

export type ResourceIds = Readonly<Record<IdKind, string | number>>;

export const resourceIds = (of: TenantResources, wiki: WikiPageResources): ResourceIds => ({
  user: of.userId,
  company: of.companyId,
  invitation: of.invitationId,
  ownInvitation: MISSING_UUID,
  projectInvitation: of.projectInvitationId,
  sponsorshipRequest: of.sponsorshipRequestId,
  key: of.keyId,
  session: of.sessionId,
  notification: 1,
  agreement: 1,
  standard: of.standardId,
  // The one that their project pins.
  standardRevision: of.revisionIds[1],
  element: of.elementId,
  field: of.fieldId,
  mergeConflict: '1.1',
  image: of.imageName,
  category: of.categoryId,
  library: of.libraryId,
  tag: wiki.tagId,
  project: of.projectId,
  projectRevision: of.projectRevisionId,
  vertical: 1,
  projectStatus: 1,
  commentResolution: 1,
  datasheet: of.datasheetId,
  // Only the draft reaches it.
  datasheetRevision: of.datasheetRevisionIds[0],
  file: of.fileId,
  folder: of.folderId,
  comment: of.commentId,
  wikiCategory: wiki.categoryId,
  wikiStandard: wiki.pageId,
  wikiRevision: wiki.revisionId,
  wikiLibrary: MISSING_UUID,
  edition: wiki.editionId,
  erratum: wiki.erratumId,
  wikiRole: wiki.roleId,
  moderationLogEntry: wiki.logEntryId,
  matter: 1,
  librarySlug: wiki.librarySlug,
  standardSlug: wiki.standardSlug,
  editionNumber: 1,
  adoption: MISSING_UUID,
  searchEvent: MISSING_UUID,
  batch: MISSING_UUID,
  auditEntry: 1,
  subject: of.companyId,
  resource: of.standardId,
});

const MISSING_UUID = '00000000-0000-4000-8000-000000000000';

/** Values of the path parameters of an endpoint. */
export const pathValues = (path: Props = {}, ids: ResourceIds): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(path).flatMap(([name, schema]) => {
      const kind = idKindOf(schema);
      return kind ? [[name, ids[kind]]] : [];
    }),
  );
