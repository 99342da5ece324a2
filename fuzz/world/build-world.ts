/**
 * Set-up of the fuzz world over HTTP: an administrator, a wiki, two companies with members, a free account
 * and a guest. Also replaces the guest during the run.
 */
import type { Administrator } from '../../scripts/demo/report.ts';
import { acceptAgreement } from '../../scripts/populate/accounts.ts';
import { createStandard } from '../../scripts/populate/standards.ts';
import type { ApiCaller } from '../../scripts/rest-client/api-caller.ts';
import { createAdoptedPage } from '../../test/world/resources.ts';
import { type AccountOptions, createAccount, createKey, FUZZ_PASSWORD, signIn } from './accounts.ts';
import type { FuzzWorld } from './fuzz-world.ts';
import { createTenantMark, populateTenant } from './populate-tenant.ts';
import type { FuzzPrincipal } from './principals.ts';

/** Fills an empty service through its own endpoints and registers the principals. */
export async function buildFuzzWorld(site: FuzzWorld, administrator: Administrator): Promise<void> {
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
  site.addPrincipal(nobody);
  const admin = await signIn(
    site,
    { name: 'site admin', tenant: 'site', mark: '', ...administrator },
    administrator.password,
  );
  await acceptAgreement(site.callerFor(admin));
  await createKey(site, admin);
  await buildWiki(site.callerFor(admin));

  for (const [tenant, company] of [
    ['north', 'North Specifiers'],
    ['south', 'South Specifiers'],
  ] as const) {
    const mark = createTenantMark(tenant);
    const open = (name: string, more: Partial<AccountOptions> = {}): Promise<FuzzPrincipal> =>
      createAccount(site, {
        name: `${tenant} ${name}`,
        tenant,
        mark,
        email: `${name}.${mark}@example.org`,
        ...more,
      });
    const chief = await open('chief', { company });
    const asker = site.callerFor(chief);
    const companyId = (await asker.call('discovery.whoami')).user.company_id ?? 0;
    for (const [name, role] of [
      ['editor', 'CompanyEditor'],
      ['viewer', 'CompanyViewer'],
    ] as const) {
      const member = await open(name);
      await asker.call('companies.members.add', { id: companyId, email: member.email, role });
      await site.callerFor(member).call('account.notifications.list');
      await createKey(site, member);
    }
    await asker.call('companies.list');
    site.pool.add({ kind: 'ownCompany', value: companyId, tenant, account: chief.account, facts: {} });
    await populateTenant({
      api: site.callerFor(await createKey(site, chief)),
      whose: mark,
      scope: 'company',
    });
    await createExpendableMembers(site, chief, tenant, companyId);
  }
  const mark = createTenantMark('free');
  const free = await createAccount(site, {
    name: 'free account',
    tenant: 'free',
    mark,
    email: `free.${mark}@example.org`,
  });
  await acceptAgreement(site.callerFor(free));
  await populateTenant({ api: site.callerFor(await createKey(site, free)), whose: mark, scope: 'user' });
  await replaceGuest(site);
}

/** A new account that may sign out, leave, and create a company. */
export async function replaceGuest(site: FuzzWorld): Promise<void> {
  const mark = createTenantMark('guest');
  const guest = await createAccount(site, {
    name: 'guest',
    tenant: 'guest',
    mark,
    email: `guest.${guests}.${mark}@example.org`,
  });
  guests += 1;
  await site
    .callerFor(guest)
    .call('account.keys.create', { name: 'of a guest', permissions: ['standard:read'] });
}
let guests = 0;

async function buildWiki(asker: ApiCaller): Promise<void> {
  const { librarySlug, pageId: id } = await createAdoptedPage(asker);
  await asker.call('wiki.categories.create', { librarySlug, name: 'Concrete' });
  await asker.call('wiki.revisions.list', { id });
  const { id: category_id } = await asker.call('categories.create', {
    name: 'General',
    subject_type: 'global',
  });
  await createStandard(asker, { name: 'Global standard', category_id, subject_type: 'global' });
}

/**
 * Members that requests may add, change and remove, and accounts that anybody may sign in to; they send no
 * requests.
 */
async function createExpendableMembers(
  site: FuzzWorld,
  chief: FuzzPrincipal,
  tenant: string,
  companyId: number,
): Promise<void> {
  for (const name of ['mason', 'welder']) {
    const email = `${name}.${chief.mark}@example.org`;
    const hand = await createAccount(site, { name: `${tenant} ${name}`, tenant, mark: chief.mark, email });
    site.removePrincipal(hand);
    await site
      .callerFor(chief)
      .call('companies.members.add', { id: companyId, email, role: 'CompanyViewer' });
    const { tenant: of, account } = chief;
    site.pool.add({ kind: 'crewEmail', value: email, tenant: of, account, facts: {} });
    site.pool.add({
      kind: 'crewUser',
      value: hand.userId,
      tenant: of,
      account,
      facts: { ownCompany: companyId },
    });
    site.pool.add({
      kind: 'account',
      value: email,
      tenant: of,
      account,
      facts: { email, password: FUZZ_PASSWORD },
    });
    site.pool.add({
      kind: 'account',
      value: email,
      tenant: 'nobody',
      account: 'nobody',
      facts: { email, password: FUZZ_PASSWORD },
    });
  }
  // Emails without an account: adding one creates an invitation, which can be withdrawn.
  for (const name of ['glazier', 'roofer']) {
    const email = `${name}.${chief.mark}@example.org`;
    site.pool.add({
      kind: 'crewEmail',
      value: email,
      tenant: chief.tenant,
      account: chief.account,
      facts: {},
    });
    await site
      .callerFor(chief)
      .call('companies.members.add', { id: companyId, email, role: 'CompanyViewer' });
  }
  await site.callerFor(chief).call('companies.members.list', { id: companyId });
}
