/**
 * How the matrix reaches what each endpoint is about: the one thing about an endpoint that its contract does not say. Bodies are
 * refused late, by a rule, wherever something would be lost: a version nobody has, a name that is taken.
 */
import type { Json, JsonValue } from '../../scripts/rest-client/json.ts';
import type { Route } from '../../services/gateway/requests/route-table.ts';
import { namesIn } from '../../shared/contracts/address.ts';
import { splitHttp } from '../../shared/contracts/endpoint.ts';
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Belongings } from '../site/population.ts';
import { sampleBody } from '../site/requests.ts';
import { sheetName } from '../site/things.ts';
import type { Things } from './callers.ts';
import type { Place } from './expected.ts';

/** One request, and whose the thing is that it asks for. */
export interface Request {
  method: string;
  /** The address with its names, e.g. `/api/standards/:id`. */
  pattern: string;
  /** The names in the address and, for `by` in a query or body, there. */
  ids: Record<string, string | number>;
  query: Record<string, string | number>;
  body: Json | null;
  /** Files travel as a form of these fields and a drawing. */
  form: boolean;
  place: Place | null;
  /** What is checked on the thing, where that is not all the endpoint asks for. */
  onPlace?: readonly Permission[];
  /** Puts back what an earlier request took away. */
  before?: () => Promise<void>;
  /** The request ends the session it comes with. */
  endsSession?: boolean;
}

type Told = Partial<Omit<Request, 'method' | 'pattern'>> & {
  /** The thing is in a draft or under review: who lacks this permission is told nothing of it (D10, F6). */
  seenWith?: Permission;
};

const STALE = 'a-version-nobody-has';

/** What belongs to whom by the resource the contract names. */
function byResource(
  resource: NonNullable<Route['spec']['on']>['resource'],
  of: Belongings,
  { wiki }: Things,
): { place: Place; id: number | string } {
  switch (resource) {
    case 'standard':
      return { place: { kind: 'company' }, id: of.standardId };
    case 'category':
      return { place: { kind: 'company' }, id: of.categoryId };
    case 'company':
      return { place: { kind: 'company' }, id: of.companyId };
    case 'project':
      return { place: { kind: 'project' }, id: of.projectId };
    case 'datasheet':
      return { place: { kind: 'project' }, id: of.datasheetId };
    case 'wikiStandard':
      return { place: { kind: 'page' }, id: wiki.pageId };
    case 'site':
      throw new Error('no endpoint is about the whole site');
  }
}

const quietly = (work: Promise<unknown>): Promise<void> => work.then(() => undefined);

/** Opens the project's draft; where there is one, that is refused, and as good. */
const openDraft = ({ key, projectId }: Belongings): Promise<void> =>
  quietly(key.exchange('POST', `/api/projects/${projectId}/draft/create`));

/** Told by endpoint id; everything else follows from the contract. */
function toldOf(id: string, of: Belongings, things: Things): Told {
  const { wiki } = things;
  const { session, key } = of;
  const own: Place = { kind: 'account', account: 'owner' };
  const openWorkingCopy = () => quietly(key.post(`/api/standards/${of.standardId}/edit`));
  const inCompany = `/api/companies/${of.companyId}/members`;
  const changes = [{ standardId: of.standardId, toStandardRevisionId: of.revisionIds[1] }];
  const told: Readonly<Record<string, Told>> = {
    'account.logout': { endsSession: true },
    'account.notifications.read': { ids: { id: things.notificationId }, place: { kind: 'account', account: 'viewer' } },
    'account.keys.get': { ids: { id: things.spareKeyId }, place: own },
    'account.keys.update': { ids: { id: things.spareKeyId }, place: own },
    'account.keys.usage': { ids: { id: things.spareKeyId }, place: own },
    'account.keys.rotate': { ids: { id: things.spareKeyId }, place: own },
    'account.keys.revoke': {
      ids: { id: things.spareKeyId },
      place: own,
      before: async () => {
        const spare = await session.post('/api/account/keys', { name: 'spare', permissions: ['datasheet:comment'] });
        things.spareKeyId = Number(spare.id);
      },
    },
    'account.cla.accept': { body: { document_id: 987_654 } },
    'companies.get': { ids: { id: of.companyId } },
    // Empty, so that those without a company have none afterwards either.
    'companies.create': { body: { name: '' } },
    'companies.update': { body: { name: 'Company of owner' } },
    'companies.members.add': { body: { email: things.viewerEmail, role: 'CompanyViewer' } },
    'companies.members.update': { ids: { userId: things.editorId }, body: { role: 'CompanyEditor' } },
    'companies.members.remove': {
      ids: { userId: things.passerbyId },
      onPlace: ['company:administer'],
      before: () => quietly(session.post(inCompany, { email: things.passerbyEmail, role: 'CompanyViewer' })),
    },
    'admin.users.update': { ids: { id: things.editorId } },
    'admin.companies.update': { ids: { id: of.companyId } },
    'standards.create': {
      place: { kind: 'own company' },
      body: { name: 'Standard of owner', category_id: of.categoryId, subject_type: 'company' },
      onPlace: ['standard:create'],
    },
    'standards.compare': { query: { from: of.revisionIds[0], to: of.revisionIds[1] } },
    'standards.workingCopy.get': { before: openWorkingCopy },
    'standards.workingCopy.save': { body: { baseVersion: STALE, elements: [] }, before: openWorkingCopy },
    'standards.workingCopy.discard': { before: openWorkingCopy },
    'standards.publish': { body: { baseVersion: STALE }, before: openWorkingCopy },
    'standards.batchUpgrade': { ids: { standardId: of.standardId } },
    'categories.create': {
      place: { kind: 'own company' },
      body: { name: 'Concrete of owner', subject_type: 'company' },
      onPlace: ['category:create'],
    },
    'wiki.libraries.get': { ids: { slug: wiki.librarySlug } },
    'wiki.standards.get': { ids: { ...wiki } },
    'wiki.standards.elements': { ids: { ...wiki } },
    'wiki.standards.title': { ids: { ...wiki } },
    'wiki.revisions.get': { ids: { revId: wiki.revisionId } },
    'wiki.adopted.get': { ids: { revNum: 1 } },
    'projects.edit': { body: { baseVersion: STALE, summary: 'Another summary' } },
    'projects.publish': { body: { baseVersion: STALE } },
    'projects.revert': { before: () => openDraft(of) },
    'projects.standards.add': { body: { action: 'import', standardId: of.standardId } },
    'projects.standardRevisions.preview': { body: { changes } },
    'projects.standardRevisions.apply': { body: { changes } },
    'projects.integratedContent': { ids: { standardId: of.standardId } },
    'datasheets.create': { body: { standard_id: of.standardId, name: sheetName(of.whose) } },
    'datasheets.checkName': { query: { standard_id: of.standardId, name: sheetName(of.whose) } },
    'datasheets.compare': {
      seenWith: 'project:draft:view',
      query: { from: of.datasheetRevisionIds[0], to: of.datasheetRevisionIds[1] },
    },
    'datasheets.revision.get': {
      seenWith: 'project:draft:view',
      ids: { revisionId: of.datasheetRevisionIds[0] },
    },
    'datasheets.revise': {
      body: { severity: 'MINOR', baseVersion: STALE, changes: [{ element_id: of.fieldId, new_value: '36' }] },
    },
    // datasheet:read in any scope, standard:read on the standard.
    'datasheets.template': { ids: { standardId: of.standardId }, place: { kind: 'company' }, onPlace: ['standard:read'] },
    'files.download': {
      seenWith: 'project:download:view',
      ids: { fileId: of.fileId },
    },
    'files.upload': { body: null, form: true },
  };
  return told[id] ?? {};
}

const isPlain = (value: JsonValue): value is string | number => typeof value === 'string' || typeof value === 'number';

/**
 * The request that asks an endpoint for what belongs to this company.
 * @throws Error that says what to add here, when the endpoint cannot be reached
 */
export function reach({ id, spec }: Route, of: Belongings, things: Things): Request {
  const { method, path: pattern } = splitHttp(spec.http ?? '');
  const told = toldOf(id, of, things);
  const about = spec.on && byResource(spec.on.resource, of, things);
  const ids = { ...told.ids, ...(spec.on && about ? { [spec.on.by]: about.id } : {}) };
  const inAddress = namesIn(pattern);
  // A closed endpoint looks at nothing; any number does.
  if (spec.closed) for (const name of inAddress) ids[name] = 1;
  const unknown = inAddress.filter((name) => !(name in ids));
  if (unknown.length > 0) {
    throw new Error(`${id} has ${unknown.join(', ')} in its address: tell toldOf in test/matrix/reach.ts what that is.`);
  }
  if (about && told.place)
    throw new Error(`${id} names its resource in the contract: take its place out of test/matrix/reach.ts.`);
  const whose = about?.place ?? told.place ?? null;
  const place = whose?.kind === 'project' && told.seenWith ? { ...whose, seenWith: told.seenWith } : whose;
  if (!place && spec.auth !== 'none' && inAddress.length > 0 && !EVERYBODYS.has(id) && !spec.closed) {
    throw new Error(`${id} is about something of somebody: tell toldOf in test/matrix/reach.ts whose it is (place).`);
  }
  const by = spec.on && !inAddress.includes(spec.on.by) ? { [spec.on.by]: ids[spec.on.by] ?? 0 } : {};
  const sampledQuery = Object.entries(sampleBody(spec.query ?? {})).flatMap(([name, value]) =>
    isPlain(value) ? [[name, value]] : [],
  );
  const inBody = spec.on ? spec.on.by in (spec.body ?? {}) : false;
  // A public endpoint asks nobody for anything; an empty body is refused by it before anything happens.
  const body = spec.body && spec.auth !== 'none' ? { ...sampleBody(spec.body), ...told.body, ...(inBody ? by : {}) } : null;
  const before = told.before ?? (spec.needsDraft ? () => openDraft(of) : undefined);
  return {
    method,
    pattern,
    ids,
    query: { ...Object.fromEntries(sampledQuery), ...told.query, ...(inBody ? {} : by) },
    body: told.form ? null : body,
    form: told.form ?? false,
    place,
    ...(told.onPlace ? { onPlace: told.onPlace } : {}),
    ...(before ? { before } : {}),
    ...(told.endsSession ? { endsSession: true } : {}),
  };
}

/** Behind a permission that is held on everything or not at all, or shown to everybody signed in (A13, A21). */
const EVERYBODYS: ReadonlySet<string> = new Set(['companies.get', 'admin.users.update', 'admin.companies.update']);
