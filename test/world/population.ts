/** Population of a running service with two companies that have one resource of each kind. */
import { ADMINISTRATOR } from '../../scripts/launcher/test-administrator.ts';
import {
  ACCOUNT_PASSWORD,
  acceptAgreement,
  createKey,
  identify,
  registerAccount,
} from '../../scripts/populate/accounts.ts';
import { RestClient } from '../../scripts/rest-client/client.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
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

/** Of everybody in it but the administrator. */
export const TENANT_PASSWORD = ACCOUNT_PASSWORD;

/** One company's things. */
export interface TenantResources extends StandardResources, ProjectResources {
  /** Its founder's name, which stands in every text. */
  whose: string;
  /** Its administrator, signed in; and the cookie that says so. */
  session: RestClient;
  cookie: string;
  /** The same person by a key that carries every permission. */
  key: RestClient;
  secret: string;
  userId: number;
  companyId: number;
  /** Of somebody who has not registered. */
  invitationId: string;
  keyId: number;
  categoryId: number;
  /** The published one; the draft after it is open. */
  projectRevisionId: number;
}

export interface WorldPopulation {
  anyone: RestClient;
  /** The site's first administrator, signed in. */
  administrator: RestClient;
  /**
   * Whose things are asked for. She is a site administrator too, so that no permission stands before the
   * check under test.
   */
  ada: TenantResources;
  /** Who asks for what is not hers: the same rank in a company of her own. */
  mallory: TenantResources;
  wiki: WikiPageResources;
}

/** Fills a running service, wherever it runs. */
export async function populateWorld(base: string): Promise<WorldPopulation> {
  const anyone = new RestClient(base);
  const administrator = await anyone.openSession('account.login', ADMINISTRATOR);
  await acceptAgreement(administrator);
  const ada = await createTenant(anyone, 'ada');
  const mallory = await createTenant(anyone, 'mallory');
  await administrator.call('admin.users.update', { id: ada.userId, site_roles: ['SiteAdmin'] });
  await acceptAgreement(ada.session);
  return { anyone, administrator, ada, mallory, wiki: await createAdoptedPage(administrator) };
}

/** A new company with everything, by its founder's name. */
export async function createTenant(anyone: RestClient, name: string): Promise<TenantResources> {
  const session = await registerAccount(anyone.base, name, `Company of ${name}`);
  const { userId, companyId } = await identify(session);
  const { id: keyId, secret, client: key } = await createKey(session, PERMISSIONS, `key of ${name}`);
  const awaited = { id: companyId, email: `awaited.${name}@example.org`, role: 'CompanyViewer' } as const;
  const { invitation_id } = await session.call('companies.members.add', awaited);
  const maker = { api: key, whose: name, scope: 'company' } as const;
  const categoryId = await createTenantCategory(maker);
  const standard = await createTenantStandard(maker, `Standard of ${name}`, categoryId);
  const project = await createTenantProject(maker, `Project of ${name}`, [
    { standard, revisionId: standard.revisionIds[1] },
  ]);
  const projectRevisionId = await publishTenantProject(maker, project.projectId);
  return {
    whose: name,
    session,
    cookie: session.credential.cookie ?? '',
    key,
    secret,
    keyId,
    userId,
    companyId,
    invitationId: invitation_id ?? '',
    categoryId,
    ...standard,
    ...project,
    projectRevisionId,
  };
}
