/**
 * Which kind of thing a member or parameter names, so that what one answer shows can be sent in another request. Words of the contract
 * only; the service's own code is not asked.
 */
import type { EndpointSpec } from '../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../shared/contracts/index.ts';
import { kindNamed, type Schema } from '../shared/contracts/schema.ts';

/** What the `id` of an endpoint's own object is; the longest matching beginning counts. */
const TOP: readonly (readonly [string, string])[] = [
  ['account.keys', 'key'],
  ['account.cla', 'agreement'],
  ['admin.cla', 'agreement'],
  ['account.notifications', 'notification'],
  ['account.', 'user'],
  ['admin.users', 'user'],
  ['admin.companies', 'company'],
  ['companies.', 'company'],
  ['admin.wiki.libraries', 'wikiLibrary'],
  ['wiki.libraries', 'wikiLibrary'],
  ['wiki.categories', 'wikiCategory'],
  ['wiki.revisions', 'wikiStandard'],
  ['wiki.', 'wikiStandard'],
  ['libraries.', 'library'],
  ['categories.', 'category'],
  ['standards.', 'standard'],
  ['projects.', 'project'],
  ['datasheets.', 'datasheet'],
  ['files.', 'file'],
];
const REVISION: readonly (readonly [string, string])[] = [
  ['standards.', 'standardRevision'],
  ['projects.', 'projectRevision'],
  ['files.', 'projectRevision'],
  ['datasheets.', 'datasheetRevision'],
  ['wiki.', 'wikiRevision'],
];

/** The kind of an object by the member it stands in; `*` is the kind of the endpoint's own revisions. */
const BY_HOLDER: Readonly<Record<string, string>> = {
  standards: 'standard',
  standard: 'standard',
  categories: 'category',
  category: 'category',
  children: 'category',
  libraries: 'library',
  library: 'library',
  owned: 'project',
  company: 'company',
  shared: 'project',
  project: 'project',
  datasheets: 'datasheet',
  upgraded: 'datasheet',
  files: 'file',
  keys: 'key',
  notifications: 'notification',
  users: 'user',
  companies: 'company',
  revisions: '*',
  revision: '*',
  current_revision: '*',
  from: '*',
  to: '*',
  standard_revision: 'standardRevision',
  current: 'standardRevision',
  pinned: 'standardRevision',
  target: 'standardRevision',
  elements: 'element',
  datasheet_elements: 'field',
  fields: 'field',
  template: 'field',
  tags: 'tag',
  adopted_revisions: 'edition',
  adoptedRevision: 'edition',
  current_adopted_revision: 'edition',
};

/** Where the same word means something else. */
const HOLDER_EXCEPTIONS: Readonly<Record<string, string>> = {
  'wiki.revisions.get ': 'wikiRevision',
  'wiki.adopted.get ': 'edition',
  'wiki.standards.directAdopt ': '',
  'admin.audit.list entries': '',
  'projects.list company': 'project',
  'projects.standardRevisionOptions revisions': 'standardRevision',
  'wiki.libraries.list libraries': 'wikiLibrary',
  'wiki.libraries.get categories': 'wikiCategory',
  'wiki.libraries.get children': 'wikiCategory',
  'wiki.libraries.get category': 'wikiCategory',
  'wiki.libraries.get standards': 'wikiStandard',
  'wiki.standards.get category': 'wikiCategory',
  'wiki.standards.create category': 'wikiCategory',
  'datasheets.get elements': 'field',
  'datasheets.create elements': 'field',
  'datasheets.revision.get elements': 'field',
};

/** A member or parameter that names another thing, in any spelling without `_`. */
const BY_NAME: Readonly<Record<string, string>> = {
  standardid: 'standard',
  projectid: 'project',
  datasheetid: 'datasheet',
  datasheetids: 'datasheet',
  instanceid: 'datasheet',
  companyid: 'company',
  ownercompanyid: 'company',
  engineerid: 'company',
  primecontractorid: 'company',
  subcontractors: 'company',
  adoptcompanyid: 'company',
  categoryid: 'category',
  parentid: 'category',
  libraryid: 'library',
  userid: 'user',
  tagids: 'tag',
  documentid: 'agreement',
  fileid: 'file',
  revid: 'wikiRevision',
  revnum: 'editionNumber',
  sourcerevisionid: 'wikiRevision',
  torevisionid: 'standardRevision',
  tostandardrevisionid: 'standardRevision',
  bringcurrentto: 'standardRevision',
  libraryslug: 'librarySlug',
  standardslug: 'standardSlug',
  version: 'version',
  draftversion: 'version',
  baseversion: 'version',
  conflictversion: 'version',
  currentversion: 'version',
  email: 'email',
};
/** What a request takes is chosen among those of a kind that it can do something with. */
const CHOSEN: Readonly<Record<string, string>> = {
  'projects.standards.add standardId': 'publishedStandard',
  'admin.cla.publish version': '',
  'account.register email': '',
  'companies.update id': 'ownCompany',
  'companies.members.list id': 'ownCompany',
  'companies.members.add id': 'ownCompany',
  'companies.members.add email': 'crewEmail',
  'companies.members.update id': 'ownCompany',
  'companies.members.update userId': 'crewUser',
  'companies.members.remove id': 'ownCompany',
  'companies.members.remove userId': 'crewUser',
};
/** Not ids, and yet of something. */
const WORDS: Readonly<Record<string, string>> = { baseVersion: 'version', conflictVersion: 'version', email: 'email' };

const beginning = (table: readonly (readonly [string, string])[], id: string): string =>
  table.find(([start]) => id.startsWith(start))?.[1] ?? '';

/** The kind of the object a member holds; '' for none. `member` is '' for the answer itself. */
export function kindOfObject(endpoint: EndpointId, member: string): string {
  const kind = HOLDER_EXCEPTIONS[`${endpoint} ${member}`] ?? (member === '' ? beginning(TOP, endpoint) : BY_HOLDER[member]) ?? '';
  return kind === '*' ? beginning(REVISION, endpoint) : kind;
}

/** The kind that a scalar member of an answer names; '' for none. */
export function kindOfMember(endpoint: EndpointId, name: string): string {
  if (name === 'id') return beginning(TOP, endpoint);
  const plain = name.replaceAll('_', '').toLowerCase();
  if (plain === 'standardid' && endpoint.startsWith('wiki.')) return 'wikiStandard';
  if (plain === 'elementid') return endpoint.startsWith('datasheets.') || endpoint.endsWith('batchUpgrade') ? 'field' : 'element';
  return BY_NAME[plain] ?? '';
}

/** The kind that a parameter of a request names, by its contract; '' for none. */
export const kindOfParam = (endpoint: EndpointId, name: string, schema: Schema): string =>
  CHOSEN[`${endpoint} ${name}`] ?? kindNamed(schema) ?? WORDS[name] ?? '';

/** The kinds that the names in an endpoint's address stand for. */
export function kindsInPath(endpoint: EndpointId): ReadonlyMap<string, string> {
  const { path = {} }: EndpointSpec = endpoints[endpoint];
  return new Map(Object.entries(path).map(([name, schema]) => [name, kindOfParam(endpoint, name, schema)]));
}

/** What a request without a path value is about. */
const ANCHORS: Readonly<Record<string, string>> = {
  'datasheets.create': 'standard',
  'datasheets.checkName': 'standard',
  'standards.create': 'category',
  'categories.create': 'category',
  'account.login': 'account',
  'account.verifyEmail': 'verifyToken',
  'account.passwordReset.confirm': 'resetToken',
  'wiki.standards.create': 'librarySlug',
  'wiki.categories.create': 'librarySlug',
  'categories.list': 'category',
  'libraries.list': 'category',
};

/** The kinds of an endpoint's path values, and of what its request is about: the last of them. */
export function anchorOf(endpoint: EndpointId): { kind: string; around: string[] } {
  const kinds = [...kindsInPath(endpoint).values()];
  const kind = kinds.at(-1) ?? ANCHORS[endpoint] ?? '';
  const around = kinds.slice(0, -1);
  return {
    kind,
    around: ['datasheets.create', 'datasheets.checkName', 'standards.batchUpgrade'].includes(endpoint) ? ['project'] : around,
  };
}
