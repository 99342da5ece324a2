/** The id of each kind that a company has: what a request names, when its contract says of what an id is one. */
import type { Kind } from '../../shared/contracts/kinds.ts';
import { kindNamed, type Props } from '../../shared/contracts/schema.ts';
import type { Belongings } from './population.ts';
import type { WikiThings } from './things.ts';

export type Ids = Readonly<Record<Kind, string | number>>;

/** What is theirs, one of each kind; of what nobody has yet, an id that could be one. The wiki is everybody's. */
export const idsOf = (of: Belongings, wiki: WikiThings): Ids => ({
  user: of.userId,
  company: of.companyId,
  invitation: of.invitationId,
  key: of.keyId,
  notification: 1,
  agreement: 1,
  standard: of.standardId,
  // The one that their project pins.
  standardRevision: of.revisionIds[1],
  element: of.elementId,
  field: of.fieldId,
  category: of.categoryId,
  library: of.libraryId,
  tag: NO_UUID,
  project: of.projectId,
  projectRevision: of.projectRevisionId,
  vertical: 1,
  projectStatus: 1,
  datasheet: of.datasheetId,
  // Only the draft reaches it.
  datasheetRevision: of.datasheetRevisionIds[0],
  file: of.fileId,
  folder: of.fileId,
  comment: 1,
  wikiCategory: NO_UUID,
  wikiStandard: wiki.pageId,
  wikiRevision: wiki.revisionId,
  wikiLibrary: NO_UUID,
  edition: NO_UUID,
  librarySlug: wiki.librarySlug,
  standardSlug: wiki.standardSlug,
  editionNumber: 1,
  adoption: NO_UUID,
  batch: NO_UUID,
  auditEntry: 1,
  subject: of.companyId,
  resource: of.standardId,
});

const NO_UUID = '00000000-0000-4000-8000-000000000000';

/** The value of each name in an endpoint's address. */
export const valuesIn = (path: Props = {}, ids: Ids): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(path).flatMap(([name, schema]) => {
      const kind = kindNamed(schema);
      return kind ? [[name, ids[kind]]] : [];
    }),
  );
