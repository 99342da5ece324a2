/**
 * Set-up of the fuzz world over HTTP: an administrator, a wiki, two companies with members and their data,
 * a free account, a guest, and a principal without a credential. Also replaces the guest during the run.
 */

import type { ApiCaller } from '../../../scripts/rest-client/api-caller.ts';
import type { Administrator } from '../../demo/step-report.ts';
import { ACCOUNT_PASSWORD, acceptAgreement, joinCompany } from '../../world/accounts.ts';
import { createAdoptedPage } from '../../world/resources.ts';
import { createStandard } from '../../world/standards.ts';
import { createWikiPage } from '../../world/wiki.ts';
import { type AccountOptions, createAccount, createKey, signIn } from './accounts.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { createTenantMark, populateTenant } from './populate-tenant.ts';
import type { FuzzPrincipal } from './principals.ts';

/** Fills an empty service through its own endpoints and registers the principals. */
export async function buildFuzzWorld(world: FuzzWorld, administrator: Administrator): Promise<void> {
  const nobody: FuzzPrincipal = {
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
  world.addPrincipal(nobody);
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
  ] as const) {
    const mark = createTenantMark(tenant);
    const createMember = (name: string, more: Partial<AccountOptions> = {}): Promise<FuzzPrincipal> =>
      createAccount(world, {
        name: `${tenant} ${name}`,
        tenant,
        mark,
        email: `${name}.${mark}@example.org`,
        ...more,
      });
    const chief = await createMember('chief', { company });
    const caller = world.callerFor(chief);
    const companyId = (await caller.call('discovery.whoami')).user.company_id ?? 0;
    for (const [name, role] of [
      ['editor', 'CompanyEditor'],
      ['viewer', 'CompanyViewer'],
    ] as const) {
      const member = await createMember(name);
      await joinCompany(caller, { member: world.callerFor(member), email: member.email, role });
      await world.callerFor(member).call('account.notifications.list');
      await createKey(world, member);
    }
    await caller.call('companies.list');
    world.pool.add({ kind: 'ownCompany', value: companyId, tenant, account: chief.account, facts: {} });
    await populateTenant({
      api: world.callerFor(await createKey(world, chief)),
      whose: mark,
      scope: 'company',
    });
    await createExpendableMembers(world, chief, tenant, companyId);
  }
  const mark = createTenantMark('free');
  const free = await createAccount(world, {
    name: 'free account',
    tenant: 'free',
    mark,
    email: `free.${mark}@example.org`,
  });
  await acceptAgreement(world.callerFor(free));
  await populateTenant({ api: world.callerFor(await createKey(world, free)), whose: mark, scope: 'user' });
  for (const name of ['hostel', 'inn']) {
    const mark = createTenantMark('guest');
    const company = `Company of the ${name}`;
    const host = await createAccount(world, {
      name,
      tenant: 'guest',
      mark,
      email: `${name}.${mark}@example.org`,
      company,
    });
    world.keepForSetUp(host);
    hosts.push(host);
  }
  await replaceGuest(world);
}

/** Administrators of companies without resources, which invite the guests; they send no requests. */
const hosts: FuzzPrincipal[] = [];

/** A new account that may sign out, leave, create a company, and join or decline one. */
export async function replaceGuest(world: FuzzWorld): Promise<void> {
  const mark = createTenantMark('guest');
  const guest = await createAccount(world, {
    name: 'guest',
    tenant: 'guest',
    mark,
    email: `guest.${guests}.${mark}@example.org`,
  });
  guests += 1;
  await world
    .callerFor(guest)
    .call('account.keys.create', { name: 'of a guest', permissions: ['standard:read'] });
  for (const host of hosts) {
    const caller = world.callerFor(host);
    const id = (await caller.call('discovery.whoami')).user.company_id ?? 0;
    await caller.call('companies.members.add', { id, email: guest.email, role: 'CompanyViewer' });
  }
  await world.callerFor(guest).call('account.invitations.list');
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
  tenant: string,
  companyId: number,
): Promise<void> {
  for (const name of ['mason', 'welder']) {
    const email = `${name}.${chief.mark}@example.org`;
    const member = await createAccount(world, { name: `${tenant} ${name}`, tenant, mark: chief.mark, email });
    await joinCompany(world.callerFor(chief), {
      member: world.callerFor(member),
      email,
      role: 'CompanyViewer',
    });
    world.keepForSetUp(member);
    const { tenant: of, account } = chief;
    world.pool.add({ kind: 'memberEmail', value: email, tenant: of, account, facts: {} });
    world.pool.add({
      kind: 'memberUser',
      value: member.userId,
      tenant: of,
      account,
      facts: { ownCompany: companyId },
    });
    world.pool.add({
      kind: 'account',
      value: email,
      tenant: of,
      account,
      facts: { email, password: ACCOUNT_PASSWORD },
    });
    world.pool.add({
      kind: 'account',
      value: email,
      tenant: 'nobody',
      account: 'nobody',
      facts: { email, password: ACCOUNT_PASSWORD },
    });
  }
  // Emails without an account: adding one creates an invitation, which can be withdrawn.
  for (const name of ['glazier', 'roofer']) {
    const email = `${name}.${chief.mark}@example.org`;
    world.pool.add({
      kind: 'memberEmail',
      value: email,
      tenant: chief.tenant,
      account: chief.account,
      facts: {},
    });
    await world
      .callerFor(chief)
      .call('companies.members.add', { id: companyId, email, role: 'CompanyViewer' });
  }
  await world.callerFor(chief).call('companies.members.list', { id: companyId });
}
