/** What a site administrator may do with accounts, the agreement and the limits of companies; the kernel has asked for `site:admin`. */
import type { Connection } from 'mongoose';
import type { administrationEndpoints } from '../../../shared/contracts/identity/administration.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Config } from '../../../shared/kernel/node/config.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { UserRecord } from '../accounts/model.ts';
import type { Accounts, AdministeredFields } from '../accounts/repository.ts';
import { type EntryPolicy, siteRolesOf } from '../accounts/rules.ts';
import type { AgreementRecord } from '../agreement/model.ts';
import type { Agreements } from '../agreement/repository.ts';
import type { Companies, CompanyLimits } from '../companies/repository.ts';
import type { Notifier } from '../notifications/notifier.ts';
import type { PublishPrincipalChanged } from '../principal-events.ts';
import type { AdministrationLock } from './administration-lock.ts';
import { isActiveAdministrator, isUnchanged, parseUserChange, type UserChangeRequest } from './rules.ts';

interface Deps {
  connection: Connection;
  accounts: Accounts;
  agreements: Agreements;
  companies: Companies;
  administrationLock: AdministrationLock;
  notifier: Notifier;
  policy: EntryPolicy;
  /** The limits of a company that has none of its own. */
  limits: Pick<Config, 'seatLimit' | 'slotLimit'>;
  publishPrincipalChanged: PublishPrincipalChanged;
}

type UserView = Infer<(typeof administrationEndpoints)['admin.users.update']['returns']>;

const presentUser = (user: Omit<UserRecord, 'password_hash'>): UserView => ({
  id: user._id,
  email: user.email,
  name: user.name,
  company_id: user.company_id,
  approved: user.approved,
  suspended: user.suspended,
  contribution_barred: user.contribution_barred,
  site_roles: siteRolesOf(user),
  created_at: user.created_at.toISOString(),
});

const nothingToChange = (names: string): Error => apiError('NOTHING_TO_CHANGE', `Send ${names}.`);

/** The handlers of site administration: users and what is withheld from them, new agreements, the limits of companies (A13). */
export const administrationActions = (parts: Deps): Handlers<typeof administrationEndpoints, Record<never, never>> => ({
  async 'admin.users.list'({ search = '', approved, suspended, limit, offset }) {
    const filter = {
      ...(approved === undefined ? {} : { approved }),
      ...(suspended === undefined ? {} : { suspended }),
    };
    const { rows, total } = await parts.accounts.search(search, filter, { limit, offset });
    return { users: rows.map(presentUser), total, limit, offset };
  },

  async 'admin.users.update'({ id, ...sent }, call) {
    if (Object.values(sent).every((value) => value === undefined)) {
      throw nothingToChange('approved, suspended, contribution_barred or site_roles');
    }
    const { user, changed } = await updateUser(parts, id, sent, async (session, before, after) => {
      await call.audit(session, { resource: { type: 'user', id }, details: { before, after } });
    });
    if (changed) await parts.publishPrincipalChanged(id);
    else call.markUnchanged();
    return presentUser(user);
  },

  async 'admin.cla.publish'({ version, content, effective_date }, call) {
    const { connection, agreements, administrationLock } = parts;
    const now = new Date();
    const agreement: AgreementRecord = {
      // A version is an agreement: they share their number.
      _id: version,
      version,
      content,
      effective_date: effective_date === undefined ? now : new Date(effective_date),
    };
    const stale = (currentVersion: number): Error =>
      apiError('CLA_VERSION_STALE', `Version ${currentVersion} already exists. Publish a higher version number.`, {
        metadata: { currentVersion },
      });
    try {
      return await inTransaction(connection, async (session) => {
        await administrationLock.acquire(session);
        const newest = await agreements.newestVersion(session);
        if (version <= newest) throw stale(newest);
        await agreements.insert(session, agreement);
        const answer = { id: agreement._id, version, content, effective_date: agreement.effective_date.toISOString() };
        const details = { agreement_version: version, effective_date: answer.effective_date };
        return call.finish(session, { resource: { type: 'agreement', id: agreement._id }, details }, answer);
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw stale(version);
      throw error;
    }
  },

  async 'admin.companies.update'({ id, seat_limit, slot_limit }, call) {
    const { connection, companies, limits } = parts;
    const change: CompanyLimits = {
      ...(seat_limit === undefined ? {} : { seat_limit }),
      ...(slot_limit === undefined ? {} : { slot_limit }),
    };
    if (Object.keys(change).length === 0) throw nothingToChange('seat_limit or slot_limit');
    const company = await inTransaction(connection, async (session) => {
      const before = await companies.setLimits(session, id, change);
      if (!before) throw notFound();
      const was = { seat_limit: before.seat_limit ?? null, slot_limit: before.slot_limit ?? null };
      await call.audit(session, { resource: { type: 'company', id }, details: { before: was, after: { ...was, ...change } } });
      return { ...before, ...change };
    });
    return {
      id,
      name: company.name,
      seat_limit: company.seat_limit ?? limits.seatLimit,
      slot_limit: company.slot_limit ?? limits.slotLimit,
    };
  },
});

type AdministeredChange = Partial<AdministeredFields>;

/** Changes an account, keeping an administrator. @throws NOT_FOUND, LAST_ADMIN, VALIDATION_ERROR */
async function updateUser(
  { connection, accounts, administrationLock: administration, notifier, policy }: Deps,
  id: number,
  sent: UserChangeRequest,
  audit: (
    session: Parameters<Parameters<typeof inTransaction>[1]>[0],
    before: AdministeredChange,
    after: AdministeredChange,
  ) => Promise<void>,
): Promise<{ user: UserRecord; changed: boolean }> {
  const now = new Date();
  return inTransaction(connection, async (session) => {
    await administration.acquire(session);
    const user = await accounts.find(id, session);
    if (!user) throw notFound();
    const change = parseUserChange(user, sent);
    if (change === null) {
      const message = "'SiteContributor' cannot be assigned: an account gets it by accepting the Contributor License Agreement.";
      throw validationError([{ path: 'site_roles', message }]);
    }
    if (isUnchanged(user, change)) return { user, changed: false };
    const after = { ...user, ...change };
    if (isActiveAdministrator(user, policy) && !isActiveAdministrator(after, policy)) {
      const all = await accounts.findAdministrators(session);
      if (!all.some((other) => other._id !== id && isActiveAdministrator(other, policy))) {
        throw apiError('LAST_ADMIN', 'This is the last site administrator who can sign in. Appoint another one first.');
      }
    }
    await accounts.setAdministeredFields(session, id, change);
    if (!user.approved && after.approved) {
      const notice = {
        kind: 'account_approved',
        text: 'Your account is approved: you can sign in now.',
        resource: { type: 'user', id },
      };
      await notifier.notify(session, notice, { users: [user] }, now);
    }
    const before = Object.fromEntries(Object.entries(user).filter(([name]) => name in change));
    await audit(session, before, change);
    return { user: after, changed: true };
  });
}
