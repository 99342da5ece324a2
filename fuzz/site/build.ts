/** A populated site: two companies, a free account, a wiki, an administrator, and strangers to each of them. */
import type { Administrator } from '../../scripts/demo/report.ts';
import { giveKey, numberIn, openAccount, PASSWORD, signIn, type Wanted } from './accounts.ts';
import { markOf, populate } from './populate.ts';
import type { Principal } from './principals.ts';
import type { Site } from './site.ts';

/** Fills an empty service through its own endpoints and admits everybody to the site. */
export async function buildSite(site: Site, administrator: Administrator): Promise<void> {
  const nobody: Principal = {
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
  site.admit(nobody);
  const admin = await signIn(site, { name: 'site admin', tenant: 'site', mark: '', ...administrator }, administrator.password);
  await acceptAgreement(site, admin);
  await giveKey(site, admin);
  await buildWiki(site, admin);

  for (const [tenant, company] of [
    ['north', 'North Specifiers'],
    ['south', 'South Specifiers'],
  ] as const) {
    const mark = markOf(tenant);
    const open = (name: string, more: Partial<Wanted> = {}): Promise<Principal> =>
      openAccount(site, { name: `${tenant} ${name}`, tenant, mark, email: `${name}.${mark}@example.org`, ...more });
    const chief = await open('chief', { company });
    const companyId = numberIn((await site.must(chief, 'discovery.whoami')).user, 'company_id');
    for (const [name, role] of [
      ['editor', 'CompanyEditor'],
      ['viewer', 'CompanyViewer'],
    ] as const) {
      const member = await open(name);
      await site.must(chief, 'companies.members.add', { path: { id: companyId }, body: { email: member.email, role } });
      await site.must(member, 'account.notifications.list');
      await giveKey(site, member);
    }
    await site.must(chief, 'companies.list');
    site.pool.add({ kind: 'ownCompany', value: companyId, tenant, account: chief.account, facts: {} });
    await populate(site, await giveKey(site, chief), { mark, companyId });
    await hireCrew(site, chief, tenant, companyId);
  }
  const mark = markOf('free');
  const free = await openAccount(site, { name: 'free account', tenant: 'free', mark, email: `free.${mark}@example.org` });
  await acceptAgreement(site, free);
  await populate(site, await giveKey(site, free), { mark, companyId: null });
  await renewGuest(site);
}

/** Somebody who may sign out, leave, and found a firm: another account each time. */
export async function renewGuest(site: Site): Promise<void> {
  const mark = markOf('guest');
  const guest = await openAccount(site, { name: 'guest', tenant: 'guest', mark, email: `guest.${guests}.${mark}@example.org` });
  guests += 1;
  await site.must(guest, 'account.keys.create', { body: { name: 'of a guest', permissions: ['standard:read'] } });
}
let guests = 0;

async function acceptAgreement(site: Site, who: Principal): Promise<void> {
  const agreement = await site.must(who, 'account.cla.get');
  await site.must(who, 'account.cla.accept', { body: { document_id: numberIn(agreement, 'id') } });
}

async function buildWiki(site: Site, admin: Principal): Promise<void> {
  await site.must(admin, 'admin.wiki.libraries.create', { body: { slug: 'building', name: 'Building' } });
  await site.must(admin, 'wiki.categories.create', { body: { librarySlug: 'building', name: 'Concrete' } });
  const content = '---\ntitle: Stairs\n---\n# 1 Scope\n\n1.1 Stairs shall be level.\n';
  const page = await site.must(admin, 'wiki.standards.create', { body: { librarySlug: 'building', content } });
  const id = String(page.id);
  await site.must(admin, 'wiki.revisions.list', { path: { id } });
  await site.must(admin, 'wiki.standards.directAdopt', { path: { id } });
  await site.must(admin, 'wiki.adopted.list', { path: { id } });
  const category = await site.must(admin, 'categories.create', { body: { name: 'General', subject_type: 'global' } });
  await site.must(admin, 'standards.create', {
    body: { name: 'Global standard', category_id: numberIn(category, 'id'), subject_type: 'global' },
  });
}

/** People of a company that may be hired and fired, and accounts that anybody may try to enter; none of them sends requests. */
async function hireCrew(site: Site, chief: Principal, tenant: string, companyId: number): Promise<void> {
  for (const name of ['mason', 'welder']) {
    const email = `${name}.${chief.mark}@example.org`;
    const hand = await openAccount(site, { name: `${tenant} ${name}`, tenant, mark: chief.mark, email });
    site.dismiss(hand);
    await site.must(chief, 'companies.members.add', { path: { id: companyId }, body: { email, role: 'CompanyViewer' } });
    const { tenant: of, account } = chief;
    site.pool.add({ kind: 'crewEmail', value: email, tenant: of, account, facts: {} });
    site.pool.add({ kind: 'crewUser', value: hand.userId, tenant: of, account, facts: { ownCompany: companyId } });
    site.pool.add({ kind: 'account', value: email, tenant: of, account, facts: { email, password: PASSWORD } });
    site.pool.add({ kind: 'account', value: email, tenant: 'nobody', account: 'nobody', facts: { email, password: PASSWORD } });
  }
  await site.must(chief, 'companies.members.list', { path: { id: companyId } });
}
