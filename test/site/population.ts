/** Two companies that have one of everything, on a running service. */
import { Client } from '../../scripts/rest-client/client.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import {
  acceptAgreement,
  issueProject,
  makeCategory,
  openProject,
  type ProjectThings,
  type StandardThings,
  type WikiThings,
  writePage,
  writeStandard,
} from './things.ts';

export const PASSWORD = 'a long enough password';

/** One company's things. */
export interface Belongings extends StandardThings, ProjectThings {
  /** Its founder's name, which stands in every text. */
  whose: string;
  /** Its administrator, signed in; and the cookie that says so. */
  session: Client;
  cookie: string;
  /** The same person by a key that carries every permission. */
  key: Client;
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

export interface Population {
  anyone: Client;
  /** The site's first administrator, signed in. */
  administrator: Client;
  /** Whose things are asked for. She is a site administrator too, so that no permission stands before the check under test. */
  ada: Belongings;
  /** Who asks for what is not hers: the same rank in a company of her own. */
  mallory: Belongings;
  wiki: WikiThings;
}

/** Fills a running service, wherever it runs. */
export async function populate(base: string): Promise<Population> {
  const anyone = new Client(base);
  const administrator = await anyone.session('account.login', {
    email: 'admin@example.org',
    password: 'correct horse battery',
  });
  await acceptAgreement(administrator);
  const ada = await settle(anyone, 'ada');
  const mallory = await settle(anyone, 'mallory');
  await administrator.call('admin.users.update', { id: ada.userId, site_roles: ['SiteAdmin'] });
  await acceptAgreement(ada.session);
  return { anyone, administrator, ada, mallory, wiki: await writePage(administrator) };
}

/** A new company with everything, by its founder's name. */
export async function settle(anyone: Client, name: string): Promise<Belongings> {
  const who = await foundCompany(anyone, name);
  const maker = { asker: who.key, whose: name, scope: 'company' } as const;
  const categoryId = await makeCategory(maker);
  const standard = await writeStandard(maker, `Standard of ${name}`, categoryId);
  const project = await openProject(maker, `Project of ${name}`, [{ standard, revisionId: standard.revisionIds[1] }]);
  const projectRevisionId = await issueProject(maker, project.projectId);
  return { ...who, whose: name, categoryId, ...standard, ...project, projectRevisionId };
}

type Founder = Pick<Belongings, 'session' | 'cookie' | 'key' | 'secret' | 'userId' | 'companyId' | 'invitationId' | 'keyId'>;
async function foundCompany(anyone: Client, name: string): Promise<Founder> {
  const who = { email: `${name}@example.org`, password: PASSWORD, name, company_name: `Company of ${name}` };
  const session = await anyone.session('account.register', who);
  const { user } = await session.call('discovery.whoami');
  const key = await session.call('account.keys.create', { name: `key of ${name}`, permissions: [...PERMISSIONS] });
  const companyId = user.company_id ?? 0;
  const awaited = { id: companyId, email: `awaited.${name}@example.org`, role: 'CompanyViewer' } as const;
  const { invitation_id } = await session.call('companies.members.add', awaited);
  return {
    session,
    cookie: session.credential.cookie ?? '',
    key: anyone.as({ key: key.secret }),
    secret: key.secret,
    userId: user.id,
    companyId,
    invitationId: invitation_id ?? '',
    keyId: key.id,
  };
}
