/**
 * Type of a request of the permission matrix (`MatrixRequest`), and the details by endpoint that a contract
 * cannot say: bodies that a late rule refuses, preparations, and permissions on the resource.
 * `matrix-requests.ts` builds the request.
 */
import { randomUUID } from 'node:crypto';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import { ACCOUNT_PASSWORD, emailOf, joinCompany } from '../../tools/world/accounts.ts';
import { openSecondSession, type TenantResources } from '../../tools/world/population.ts';
import { createTenantComment } from '../../tools/world/resources.ts';
import { datasheetName } from '../../tools/world/tenant-texts.ts';
import type { MatrixResources } from './callers.ts';
import type { ResourceScope } from './expected-response.ts';

/** One request, and the owner of its resource. */
export interface MatrixRequest {
  method: string;
  /** The path template, e.g. `/api/standards/:id`. */
  pattern: string;
  /** Path parameters, and the resource id where `by` is in the query or body. */
  ids: Record<string, string | number>;
  query: Record<string, string | number>;
  body: JsonObject | null;
  /** Sent as a form of these fields and a drawing. */
  form: boolean;
  /** The endpoint, whose contract says how the body is sent. */
  spec: EndpointSpec;
  place: ResourceScope | null;
  /** Permissions checked on the resource, where they are not all of the endpoint. */
  permissionsOnResource?: readonly Permission[];
  /** Restores what an earlier request removed. */
  before?: () => Promise<void>;
  /** Whether the request ends its own session. */
  endsSession?: boolean;
}

export type RequestDetails = Partial<Omit<MatrixRequest, 'method' | 'pattern' | 'spec'>> & {
  /** The permission without which the resource, in a draft or under review, is 404. */
  permissionToSee?: Permission;
};

const STALE_VERSION = 'a-version-nobody-has';
const WITHOUT_NOTE = { reason_code: 'other' };

const ignoreResult = (work: Promise<unknown>): Promise<void> => work.then(() => undefined);

/** Opens the draft of the project; a refusal because one is open is ignored. */
export const openDraft = ({ key, projectId }: TenantResources): Promise<void> =>
  ignoreResult(key.request('POST', `/api/projects/${projectId}/draft/create`));

/** Opens the draft and restores what an earlier request has archived in it. */
const restoreInDraft =
  (of: TenantResources, entry: string): (() => Promise<void>) =>
  async () => {
    await openDraft(of);
    await ignoreResult(of.key.request('POST', `/api/projects/${of.projectId}/${entry}/restore`));
  };

/** Details by endpoint id; everything else follows from the contract. */
export function requestDetails(id: string, of: TenantResources, resources: MatrixResources): RequestDetails {
  const { session, key } = of;
  const openWorkingCopy = () => ignoreResult(key.post(`/api/standards/${of.standardId}/edit`));
  const inCompany = `/api/companies/${of.companyId}/members`;
  const isOwner = of === resources.owner;
  // An editor changes only own files, so each request is about a new one.
  const fileOfEditor: RequestDetails = {
    ids: { fileId: isOwner ? resources.editorFileId : of.fileId },
    before: async () => {
      await openDraft(of);
      resources.editorFileId = await resources.uploadByEditor();
    },
  };
  const asReader = () => ({ email: resources.passerby.email, permission_type: 'ProjectViewer' as const });
  // A note is missing, so that the shared edition stays as it is.
  const withoutNote: RequestDetails = { body: { reason_code: 'other', reason_note: '' } };
  const result: Readonly<Record<string, RequestDetails>> = {
    'account.logout': { endsSession: true },
    'account.invitations.accept': { before: () => resources.inviteViewer() },
    'account.invitations.decline': { before: () => resources.inviteViewer() },
    // The same one again is refused, so that everybody can still sign in.
    'account.password.change': {
      body: { current_password: ACCOUNT_PASSWORD, new_password: ACCOUNT_PASSWORD },
    },
    'account.sessions.end': {
      before: async () => {
        of.sessionId = await openSecondSession(session, emailOf(of.founder));
      },
    },
    'account.keys.revoke': {
      before: async () => {
        const spare = await session.post('/api/account/keys', {
          name: 'spare',
          permissions: ['datasheet:comment'],
        });
        resources.spareKeyId = Number(spare.id);
      },
    },
    'account.cla.accept': { body: { document_id: 987_654 } },
    // An empty name is refused, so callers without a company still have none.
    'companies.create': { body: { name: '' } },
    'companies.update': { body: { name: 'Company of owner' } },
    'companies.members.add': { body: { email: resources.viewerEmail, role: 'CompanyViewer' } },
    'companies.members.update': { body: { role: 'CompanyEditor' } },
    'companies.members.remove': {
      ids: { userId: resources.passerby.id },
      permissionsOnResource: ['company:administer'],
      before: async () => {
        await resources.replacePasserby();
        const { session: member, email } = resources.passerby;
        await joinCompany(session, { member, email, role: 'CompanyViewer' });
      },
    },
    'companies.invitations.withdraw': {
      before: async () => {
        // A new address each time: one is invited three times a day at most.
        const invited = { email: `awaited.${randomUUID()}@example.org`, role: 'CompanyViewer' };
        of.invitationId = String((await session.post(inCompany, invited)).invitation_id);
      },
    },
    'standards.create': {
      place: { kind: 'own company' },
      body: { name: 'Standard of owner', subject_type: 'company' },
      permissionsOnResource: ['standard:create'],
    },
    // The next request, reactivate, undoes this if the caller may.
    'standards.deprecate': {
      before: () => ignoreResult(key.request('PATCH', `/api/standards/${of.standardId}/reactivate`)),
    },
    'standards.workingCopy.get': { before: openWorkingCopy },
    'standards.workingCopy.save': {
      body: { baseVersion: STALE_VERSION, elements: [] },
      before: openWorkingCopy,
    },
    'standards.workingCopy.discard': { before: openWorkingCopy },
    'standards.publish': { body: { baseVersion: STALE_VERSION }, before: openWorkingCopy },
    // Every scope has a library of this name.
    'libraries.create': {
      place: { kind: 'own company' },
      body: { name: 'Standards', subject_type: 'company' },
      permissionsOnResource: ['standard:create'],
    },
    'libraries.update': { body: { name: 'Standards' } },
    'standards.customize': {
      body: { company_id: of.companyId, name: 'Standard of owner' },
      permissionsOnResource: ['standard:customize', 'standard:create'],
    },
    'categories.create': {
      place: { kind: 'own company' },
      body: { name: 'Concrete of owner', subject_type: 'company' },
      permissionsOnResource: ['category:create'],
    },
    'categories.merge': { body: { intoCategoryId: of.categoryId } },
    // Adoption into its own scope is refused, but only after the permission check.
    'categories.adopt': {
      place: { kind: 'company' },
      body: { sourceCategoryId: of.categoryId, targetSubjectType: 'company' },
    },
    'projects.edit': { body: { baseVersion: STALE_VERSION, summary: 'Another summary' } },
    'projects.publish': { body: { baseVersion: STALE_VERSION } },
    'projects.members.remove': {
      ids: { userId: resources.passerby.id },
      permissionsOnResource: ['project:update'],
      before: async () => {
        await resources.replacePasserby();
        await session.post(`/api/projects/${of.projectId}/invite`, asReader());
      },
    },
    'projects.invitations.withdraw': {
      before: async () => {
        const later = { ...asReader(), email: `later.${randomUUID()}@example.org` };
        await session.post(`/api/projects/${of.projectId}/invite`, later);
        const { invitations } = await session.call('projects.invitations.list', { id: of.projectId });
        of.projectInvitationId = invitations.find(({ email }) => email === later.email)?.id ?? '';
      },
    },
    // The creator leads it already.
    'projects.lead.appoint': {
      place: { kind: 'company' },
      permissionsOnResource: ['company:administer'],
      body: { userId: of.userId },
    },
    'projects.revert': { before: () => openDraft(of) },
    // The next request, unarchive, undoes this if the caller may.
    'projects.archive': {
      before: () => ignoreResult(key.request('PATCH', `/api/projects/${of.projectId}/unarchive`)),
    },
    'projects.standards.archive': { before: restoreInDraft(of, `standards/${of.standardId}`) },
    'projects.datasheets.archive': { before: restoreInDraft(of, `datasheets/${of.datasheetId}`) },
    'datasheets.delete': { body: { projectRevisionId: of.projectRevisionId } },
    'datasheets.create': { body: { name: datasheetName(of.founder) } },
    'datasheets.checkName': { query: { name: datasheetName(of.founder) } },
    'datasheets.compare': { permissionToSee: 'project:draft:view' },
    'datasheets.revision.get': { permissionToSee: 'project:draft:view' },
    'datasheets.revise': {
      body: {
        severity: 'MINOR',
        baseVersion: STALE_VERSION,
        changes: [{ element_id: of.fieldId, new_value: '36' }],
      },
    },
    // A table without rows changes nothing.
    'datasheets.import': {
      body: { spreadsheet: Buffer.from('project_id,datasheet_id,version,field_id,value').toString('base64') },
    },
    'comments.create': {
      body: {
        anchorType: 'element',
        anchorId: of.standardId,
        elementId: of.elementId,
        intent: 'question',
        body: 'Which cement?',
      },
    },
    'comments.delete': {
      before: async () => {
        of.commentId = await createTenantComment(
          { api: key, owner: of.founder, scope: 'company' },
          of.projectId,
        );
      },
    },
    'wiki.adopted.revoke': withoutNote,
    'wiki.adopted.restore': withoutNote,
    'wiki.adopted.elements.revoke': withoutNote,
    'wiki.adopted.elements.restore': withoutNote,
    'wiki.adopted.revocation.update': withoutNote,
    // datasheet:read in any scope, standard:read on the standard.
    'datasheets.template': { permissionsOnResource: ['standard:read'] },
    // Refused for its note after the permission, so that the page stays what it is.
    'wiki.moderation.archive': { body: WITHOUT_NOTE },
    'wiki.moderation.slugRetire': { body: WITHOUT_NOTE },
    'files.download': { permissionToSee: 'project:download:view' },
    'files.preview': { permissionToSee: 'project:download:view' },
    'standards.images.upload': { body: null, form: true },
    'files.upload': { body: null, form: true },
    'files.metadata': fileOfEditor,
    'files.status': fileOfEditor,
    'files.move': fileOfEditor,
    'files.delete': fileOfEditor,
    'files.detach': fileOfEditor,
    'files.folders.delete': {
      ids: { folderId: isOwner ? resources.spareFolderId : of.folderId },
      before: async () => {
        const name = `Spare ${randomUUID()}`;
        const folder = await key.call('files.folders.create', { projectId: of.projectId, name });
        resources.spareFolderId = folder.id;
      },
    },
  };
  return result[id] ?? {};
}
