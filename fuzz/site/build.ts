/** A populated site: two companies, a free account, a wiki, an administrator, and strangers to each of them. */

import type { Administrator } from '../../scripts/demo/report.ts';
import type { Asker } from '../../scripts/rest-client/client.ts';
import { acceptAgreement, writePage } from '../../test/site/things.ts';
import { giveKey, openAccount, PASSWORD, signIn, type Wanted } from './accounts.ts';
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
  await acceptAgreement(site.asker(admin));
  await giveKey(site, admin);
  await buildWiki(site.asker(admin));

  for (const [tenant, company] of [
    ['north', 'North Specifiers'],
    ['south', 'South Specifiers'],
  ] as const) {
    const mark = markOf(tenant);
    const open = (name: string, more: Partial<Wanted> = {}): Promise<Principal> =>
      openAccount(site, { name: `${tenant} ${name}`, tenant, mark, email: `${name}.${mark}@example.org`, ...more });
    const chief = await open('chief', { company });
    const asker = site.asker(chief);
    const companyId = (await asker.call('discovery.whoami')).user.company_id ?? 0;
    for (const [name, role] of [
      ['editor', 'CompanyEditor'],
      ['viewer', 'CompanyViewer'],
    ] as const) {
      const member = await open(name);
      await asker.call('companies.members.add', { id: companyId, email: member.email, role });
      await site.asker(member).call('account.notifications.list');
      await giveKey(site, member);
    }
    await asker.call('companies.list');
    site.pool.add({ kind: 'ownCompany', value: companyId, tenant, account: chief.account, facts: {} });
    await populate({ asker: site.asker(await giveKey(site, chief)), whose: mark, scope: 'company' });
    await hireCrew(site, chief, tenant, companyId);
  }
  const mark = markOf('free');
  const free = await openAccount(site, { name: 'free account', tenant: 'free', mark, email: `free.${mark}@example.org` });
  await acceptAgreement(site.asker(free));
  await populate({ asker: site.asker(await giveKey(site, free)), whose: mark, scope: 'user' });
  await renewGuest(site);
}

/** Somebody who may sign out, leave, and found a firm: another account each time. */
export async function renewGuest(site: Site): Promise<void> {
  const mark = markOf('guest');
  const guest = await openAccount(site, { name: 'guest', tenant: 'guest', mark, email: `guest.${guests}.${mark}@example.org` });
  guests += 1;
  await site.asker(guest).call('account.keys.create', { name: 'of a guest', permissions: ['standard:read'] });
}
let guests = 0;

async function buildWiki(asker: Asker): Promise<void> {
  const { librarySlug, pageId: id } = await writePage(asker);
  await asker.call('wiki.categories.create', { librarySlug, name: 'Concrete' });
  await asker.call('wiki.revisions.list', { id });
  const { id: category_id } = await asker.call('categories.create', { name: 'General', subject_type: 'global' });
  await asker.call('standards.create', { name: 'Global standard', category_id, subject_type: 'global' });
}

/** People of a company that may be hired and fired, and accounts that anybody may try to enter; none of them sends requests. */
async function hireCrew(site: Site, chief: Principal, tenant: string, companyId: number): Promise<void> {
  for (const name of ['mason', 'welder']) {
    const email = `${name}.${chief.mark}@example.org`;
    const hand = await openAccount(site, { name: `${tenant} ${name}`, tenant, mark: chief.mark, email });
    site.dismiss(hand);
    await site.asker(chief).call('companies.members.add', { id: companyId, email, role: 'CompanyViewer' });
    const { tenant: of, account } = chief;
    site.pool.add({ kind: 'crewEmail', value: email, tenant: of, account, facts: {} });
    site.pool.add({ kind: 'crewUser', value: hand.userId, tenant: of, account, facts: { ownCompany: companyId } });
    site.pool.add({ kind: 'account', value: email, tenant: of, account, facts: { email, password: PASSWORD } });
    site.pool.add({ kind: 'account', value: email, tenant: 'nobody', account: 'nobody', facts: { email, password: PASSWORD } });
  }
  await site.asker(chief).call('companies.members.list', { id: companyId });
}
