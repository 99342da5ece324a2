/**
 * Set-up of the fuzz world over HTTP: an administrator, a wiki, two companies with members and their data,
 * a free account, a guest, and a principal without a credential. Also replaces the guest during the run.
 */

import type { ApiCaller } from '../../../shared/rest-client/api-caller.ts';
import type { Administrator } from '../../demo/step-checks.ts';
import { ACCOUNT_PASSWORD, acceptAgreement, identify, joinCompany } from '../../world/accounts.ts';
import { createAdoptedPage } from '../../world/resources.ts';
import { createStandard } from '../../world/standards.ts';
import { createWikiPage } from '../../world/wiki.ts';
import { type AccountOptions, createAccount, createKey, signIn } from './accounts.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { createTenantMark, populateTenant } from './populate-tenant.ts';
import type { FuzzPrincipal } from './principals.ts';

const NOBODY: FuzzPrincipal = {
  name: 'nobody',
  kind: 'nobody',
  tenant: 'nobody',
  account: 'nobody',
  mark: '',
  email: '',
  userId: 0,
  keyId: 0,
  credential: { label: 'NOBODY' },
};

/** A new account of a tenant, whose email has the tenant's mark. */
const createMember = (
  world: FuzzWorld,
  { tenant, mark }: { tenant: string; mark: string },
  name: string,
  more: Partial<AccountOptions> = {},
): Promise<FuzzPrincipal> =>
  createAccount(world, {
    name: `${tenant} ${name}`,
    tenant,
    mark,
    email: `${name}.${mark}@example.org`,
    ...more,
  });

/** Fills an empty service through its own endpoints and registers the principals. */
export async function buildFuzzWorld(world: FuzzWorld, administrator: Administrator): Promise<void> {
  world.addPrincipal(NOBODY);
  const admin = await signIn(
    world,
    { name: 'site admin', tenant: 'site', mark: '', ...administrator },
    administrator.password,
  );
  await acceptAgreement(world.callerFor(admin));
  await createKey(world, admin);
  await buildWiki(world.callerFor(admin));

  for (const [tenant, company] of [
    ['north', 'North Specifiers'],
    ['south', 'South Specifiers'],
  ] as const)
    await buildCompany(world, { tenant, mark: createTenantMark(tenant) }, company);
  const mark = createTenantMark('free');
  const free = await createMember(world, { tenant: 'free', mark }, 'account', { name: 'free account' });
  await acceptAgreement(world.callerFor(free));
  await populateTenant({ api: world.callerFor(await createKey(world, free)), owner: mark, scope: 'user' });
  for (const name of ['hostel', 'inn']) {
    const guests = { tenant: 'guest', mark: createTenantMark('guest') };
    const host = await createMember(world, guests, name, { name, company: `Company of the ${name}` });
    world.keepForSetUp(host);
    hosts.push(host);
  }
  await replaceGuest(world);
}

/** A company with its data, members who send requests, and some who do not. */
async function buildCompany(
  world: FuzzWorld,
  of: { tenant: string; mark: string },
  company: string,
): Promise<void> {
  const chief = await createMember(world, of, 'chief', { company });
  const caller = world.callerFor(chief);
  const { companyId } = await identify(caller);
  for (const [name, role] of [
    ['editor', 'CompanyEditor'],
    ['viewer', 'CompanyViewer'],
  ] as const) {
    const member = await createMember(world, of, name);
    const api = world.callerFor(member);
    await joinCompany(caller, { member: api, email: member.email, role });
    await api.call('account.notifications.list');
    await createKey(world, member);
  }
  await caller.call('companies.list');
  world.pool.add({ kind: 'ownCompany', value: companyId, ...ownerOf(chief), facts: {} });
  await populateTenant({
    api: world.callerFor(await createKey(world, chief)),
    owner: of.mark,
    scope: 'company',
  });
  await createExpendableMembers(world, chief, companyId);
}

const ownerOf = ({ tenant, account }: FuzzPrincipal) => ({ tenant, account });

/** Administrators of companies without resources, which invite the guests; they send no requests. */
const hosts: FuzzPrincipal[] = [];

/** A new account that may sign out, leave, create a company, and join or decline one. */
export async function replaceGuest(world: FuzzWorld): Promise<void> {
  const of = { tenant: 'guest', mark: createTenantMark('guest') };
  const guest = await createMember(world, of, `guest.${guests}`, { name: 'guest' });
  guests += 1;
  const api = world.callerFor(guest);
  await api.call('account.keys.create', { name: 'of a guest', permissions: ['standard:read'] });
  for (const host of hosts) {
    const caller = world.callerFor(host);
    const { companyId: id } = await identify(caller);
    await caller.call('companies.members.add', { id, email: guest.email, role: 'CompanyViewer' });
  }
  await api.call('account.invitations.list');
}
let guests = 0;

async function buildWiki(caller: ApiCaller): Promise<void> {
  const { librarySlug, pageId: id } = await createAdoptedPage(caller);
  await caller.call('wiki.categories.create', { librarySlug, name: 'Concrete' });
  await caller.call('wiki.revisions.list', { id });
  await createRenamedPage(caller, librarySlug);
  const { id: category_id } = await caller.call('categories.create', {
    name: 'General',
    subject_type: 'global',
  });
  await createStandard(caller, { name: 'Global standard', category_id, subject_type: 'global' });
}

/** A page whose revisions have different titles, to which moderators may reset its title. */
async function createRenamedPage(caller: ApiCaller, librarySlug: string): Promise<void> {
  const page = await createWikiPage(caller, { librarySlug, title: 'Timber', content: '# 1 Scope' });
  let baseRevisionId = page.revisionId;
  for (const title of ['Wood', 'Lumber', 'Beams']) {
    const edit = { id: page.id, baseRevisionId, content: `---\ntitle: ${title}\n---\n\n# 1 Scope` };
    baseRevisionId = (await caller.call('wiki.standards.update', edit)).current_revision.id;
  }
  await caller.call('wiki.revisions.list', { id: page.id });
}

/**
 * Members that requests may add, change and remove, and accounts that any request may sign in to; they send no
 * requests.
 */
async function createExpendableMembers(
  world: FuzzWorld,
  chief: FuzzPrincipal,
  companyId: number,
): Promise<void> {
  const { pool } = world;
  const api = world.callerFor(chief);
  const role = 'CompanyViewer';
  for (const name of ['mason', 'welder']) {
    const member = await createMember(world, chief, name);
    const { email, userId } = member;
    await joinCompany(api, { member: world.callerFor(member), email, role });
    world.keepForSetUp(member);
    const own = { ...ownerOf(chief), facts: {} };
    const facts = { email, password: ACCOUNT_PASSWORD };
    pool.add({ ...own, kind: 'memberEmail', value: email });
    pool.add({ ...own, kind: 'memberUser', value: userId, facts: { ownCompany: companyId } });
    pool.add({ ...own, kind: 'account', value: email, facts });
    pool.add({ ...ownerOf(NOBODY), kind: 'account', value: email, facts });
  }
  // Emails without an account: adding one creates an invitation, which can be withdrawn.
  for (const name of ['glazier', 'roofer']) {
    const email = `${name}.${chief.mark}@example.org`;
    pool.add({ ...ownerOf(chief), kind: 'memberEmail', value: email, facts: {} });
    await api.call('companies.members.add', { id: companyId, email, role });
  }
  await api.call('companies.members.list', { id: companyId });
}
