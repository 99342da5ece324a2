/** Population of a running service with two companies that have one resource of each kind. */
import { RestClient } from '../../scripts/rest-client/client.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import {
  acceptAgreement,
  createCategory,
  createProject,
  createStandard,
  createWikiPage,
  type ProjectResources,
  publishProject,
  type StandardResources,
  type WikiPageResources,
} from './resources.ts';

export const TENANT_PASSWORD = 'a long enough password';

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
  const administrator = await anyone.openSession('account.login', {
    email: 'admin@example.org',
    password: 'correct horse battery',
  });
  await acceptAgreement(administrator);
  const ada = await createTenant(anyone, 'ada');
  const mallory = await createTenant(anyone, 'mallory');
  await administrator.call('admin.users.update', { id: ada.userId, site_roles: ['SiteAdmin'] });
  await acceptAgreement(ada.session);
  return { anyone, administrator, ada, mallory, wiki: await createWikiPage(administrator) };
}

/** A new company with everything, by its founder's name. */
export async function createTenant(anyone: RestClient, name: string): Promise<TenantResources> {
  const who = await foundCompany(anyone, name);
  const maker = { api: who.key, whose: name, scope: 'company' } as const;
  const categoryId = await createCategory(maker);
  const standard = await createStandard(maker, `Standard of ${name}`, categoryId);
  const project = await createProject(maker, `Project of ${name}`, [
    { standard, revisionId: standard.revisionIds[1] },
  ]);
  const projectRevisionId = await publishProject(maker, project.projectId);
  return { ...who, whose: name, categoryId, ...standard, ...project, projectRevisionId };
}

type Founder = Pick<
  TenantResources,
  'session' | 'cookie' | 'key' | 'secret' | 'userId' | 'companyId' | 'invitationId' | 'keyId'
>;
async function foundCompany(anyone: RestClient, name: string): Promise<Founder> {
  const who = {
    email: `${name}@example.org`,
    password: TENANT_PASSWORD,
    name,
    company_name: `Company of ${name}`,
  };
  const session = await anyone.openSession('account.register', who);
  const { user } = await session.call('discovery.whoami');
  const key = await session.call('account.keys.create', {
    name: `key of ${name}`,
    permissions: [...PERMISSIONS],
  });
  const companyId = user.company_id ?? 0;
  const awaited = { id: companyId, email: `awaited.${name}@example.org`, role: 'CompanyViewer' } as const;
  const { invitation_id } = await session.call('companies.members.add', awaited);
  return {
    session,
    cookie: session.credential.cookie ?? '',
    key: anyone.withCredential({ key: key.secret }),
    secret: key.secret,
    userId: user.id,
    companyId,
    invitationId: invitation_id ?? '',
    keyId: key.id,
  };
}
