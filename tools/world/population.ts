/**
 * Population of a running service over HTTP: a site administrator, two companies with resources of the main kinds, of
 * which the founder of the first is a site administrator too, and a wiki page. Gives clients and ids. Also one such
 * company alone (`createTenant`).
 */

import { ADMINISTRATOR } from '../../scripts/start/launcher/test-administrator.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import {
  ACCOUNT_PASSWORD,
  acceptAgreement,
  createKey,
  emailOf,
  identify,
  registerAccount,
} from './accounts.ts';
import {
  createAdoptedPage,
  createTenantCategory,
  createTenantProject,
  createTenantStandard,
  type ProjectResources,
  publishTenantProject,
  type StandardResources,
  type WikiPageResources,
} from './resources.ts';
import { type PageTexts, type TenantTexts, textsNaming } from './tenant-texts.ts';

interface ProjectMemberResources {
  projectInvitationId: string;
  /** Pending request of a reader without a company. */
  sponsorshipRequestId: number;
}

/** Resources of one company, and its administrator. */
export interface TenantResources extends StandardResources, ProjectResources, ProjectMemberResources {
  /** The name of its founder, by default part of every text. */
  founder: string;
  /** Its administrator by session, and the session cookie. */
  session: RestClient;
  cookie: string;
  /** The same person by a key that carries every permission. */
  key: RestClient;
  secret: string;
  userId: number;
  companyId: number;
  /** Invitation of an email address without an account. */
  invitationId: string;
  keyId: number;
  /** A second browser session of its administrator. */
  sessionId: string;
  categoryId: number;
  /** The published one; the draft after it is open. */
  projectRevisionId: number;
}

export interface WorldPopulation {
  anyone: RestClient;
  /** The site's first administrator, signed in. */
  administrator: RestClient;
  /**
   * Owner of the requested resources. She is a site administrator too, so that no missing permission hides the
   * check under test.
   */
  ada: TenantResources;
  /** Requests resources that are not hers: administrator of another company. */
  mallory: TenantResources;
  wiki: WikiPageResources;
}

/** Fills a running service. @param texts those of Ada's company, in place of texts with her name @param page of the wiki */
export async function populateWorld(
  base: string,
  texts?: TenantTexts,
  page?: PageTexts,
): Promise<WorldPopulation> {
  const anyone = new RestClient(base);
  const administrator = await anyone.openSession('account.login', ADMINISTRATOR);
  await acceptAgreement(administrator);
  const ada = await createTenant(anyone, 'ada', texts);
  const mallory = await createTenant(anyone, 'mallory');
  await administrator.call('admin.users.update', { id: ada.userId, site_roles: ['SiteAdmin'] });
  await acceptAgreement(ada.session);
  return { anyone, administrator, ada, mallory, wiki: await createAdoptedPage(administrator, page) };
}

/** A new company with one resource of each kind. @param name of its founder, by default part of each text */
export async function createTenant(
  anyone: RestClient,
  name: string,
  texts: TenantTexts = textsNaming(name),
): Promise<TenantResources> {
  const session = await registerAccount(anyone.base, texts.person, texts.company, emailOf(name));
  const { userId, companyId } = await identify(session);
  const sessionId = await openSecondSession(session, emailOf(name));
  const { id: keyId, secret, client: key } = await createKey(session, PERMISSIONS, `key of ${name}`);
  const awaited = { id: companyId, email: `awaited.${name}@example.org`, role: 'CompanyViewer' } as const;
  const { invitation_id } = await session.call('companies.members.add', awaited);
  const author = { api: key, owner: name, scope: 'company', texts } as const;
  const categoryId = await createTenantCategory(author);
  const standard = await createTenantStandard(author, texts.standard, categoryId);
  const project = await createTenantProject(author, texts.project, [
    { standard, revisionId: standard.revisionIds[1] },
  ]);
  const projectRevisionId = await publishTenantProject(author, project.projectId);
  const members = await createProjectMembers(session, name, project.projectId);
  return {
    founder: name,
    session,
    cookie: session.credential.cookie ?? '',
    key,
    secret,
    keyId,
    sessionId,
    userId,
    companyId,
    invitationId: invitation_id ?? '',
    categoryId,
    ...standard,
    ...project,
    ...members,
    projectRevisionId,
  };
}

/** Signs an account in with another browser. @returns the id of that session */
export async function openSecondSession(api: Pick<RestClient, 'base'>, email: string): Promise<string> {
  const login = { email, password: ACCOUNT_PASSWORD };
  const another = await new RestClient(api.base).openSession('account.login', login);
  const { sessions } = await another.call('account.sessions.list');
  return sessions.find(({ current }) => current)?.id ?? '';
}

/**
 * Invites to a project of the administrator's company: a reader from outside, who asks for a sponsored seat, and an
 * email without an account. @param founder part of every name and email
 */
async function createProjectMembers(
  administrator: RestClient,
  founder: string,
  projectId: number,
): Promise<ProjectMemberResources> {
  const name = `Guest-of-${founder}`;
  const guest = await registerAccount(administrator.base, name);
  const asReader = { projectId, permission_type: 'ProjectViewer' } as const;
  await administrator.call('projects.invite', { ...asReader, email: emailOf(name) });
  await administrator.call('projects.invite', { ...asReader, email: `later.${founder}@example.org` });
  const { invitations } = await administrator.call('projects.invitations.list', { id: projectId });
  const { id } = await guest.call('projects.sponsorshipRequests.create', { projectId });
  return { projectInvitationId: invitations[0]?.id ?? '', sponsorshipRequestId: id };
}
