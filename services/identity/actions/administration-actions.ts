/**
 * Handlers for site administrators: list and change accounts and their site roles, publish a new version of the
 * contributor agreement, and set the limits of a company. Also notifies an account of its approval.
 */
import type { administrationEndpoints } from '../../../shared/contracts/identity/administration.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { UserRecord } from '../accounts/model.ts';
import { presentUser } from '../accounts/present.ts';
import {
  isActiveAdministrator,
  isUnchanged,
  parseUserChange,
  type UserChangeRequest,
} from '../administration/account-changes.ts';
import type { AgreementRecord } from '../agreement/model.ts';
import type { CompanyLimits } from '../companies/repository.ts';
import type { IdentityService } from '../open-identity.ts';

/**
 * The lock of every change of an account by administrators and of every new version of the agreement: the site keeps
 * an administrator, and versions rise.
 */
const ADMINISTRATION = 'administrators';

export const administrationActions = (
  service: IdentityService,
): Handlers<typeof administrationEndpoints, NoResources> => ({
  async 'admin.users.list'({ search = '', approved, suspended, limit, offset }) {
    const filter = {
      ...(approved === undefined ? {} : { approved }),
      ...(suspended === undefined ? {} : { suspended }),
    };
    const { rows, total } = await service.accounts.search(search, filter, { limit, offset });
    return { users: rows.map(presentUser), total, limit, offset };
  },

  async 'admin.users.update'({ id, ...request }, ctx) {
    if (Object.values(request).every((value) => value === undefined)) {
      throw apiError('NOTHING_TO_CHANGE', 'Send approved, suspended, contribution_barred or site_roles.');
    }
    if (request.site_roles !== undefined) assertSession(ctx);
    const { user, changed } = await updateUser(service, id, request, ctx);
    if (changed) await service.publishPrincipalChanged(id);
    else ctx.markUnchanged();
    return presentUser(user);
  },

  async 'admin.cla.publish'({ version, content, effective_date }, ctx) {
    const { connection, agreements, takeSiteLock } = service;
    const now = new Date();
    const agreement: AgreementRecord = {
      // One agreement for each version, under the same number.
      _id: version,
      version,
      content,
      effective_date: effective_date === undefined ? now : new Date(effective_date),
    };
    try {
      return await inTransaction(connection, async (session) => {
        await takeSiteLock(session, ADMINISTRATION);
        const newest = await agreements.newestVersion(session);
        if (version <= newest) throw staleVersionError(newest);
        await agreements.insert(session, agreement);
        const view = {
          id: version,
          version,
          content,
          effective_date: agreement.effective_date.toISOString(),
        };
        const details = { agreement_version: version, effective_date: view.effective_date };
        return ctx.finish(session, { resource: { type: 'agreement', id: version }, details }, view);
      });
    } catch (error) {
      if (isDuplicateKey(error)) throw staleVersionError(version);
      throw error;
    }
  },

  async 'admin.companies.update'({ id, seat_limit, slot_limit }, ctx) {
    const { connection, companies, config } = service;
    const change: CompanyLimits = {
      ...(seat_limit === undefined ? {} : { seat_limit }),
      ...(slot_limit === undefined ? {} : { slot_limit }),
    };
    if (Object.keys(change).length === 0)
      throw apiError('NOTHING_TO_CHANGE', 'Send seat_limit or slot_limit.');
    const company = await inTransaction(connection, async (session) => {
      const before = await companies.setLimits(session, id, change);
      if (!before) throw notFound();
      const was = { seat_limit: before.seat_limit ?? null, slot_limit: before.slot_limit ?? null };
      await ctx.audit(session, {
        resource: { type: 'company', id },
        details: { before: was, after: { ...was, ...change } },
      });
      return { ...before, ...change };
    });
    return {
      id,
      name: company.name,
      seat_limit: company.seat_limit ?? config.seatLimit,
      slot_limit: company.slot_limit ?? config.slotLimit,
    };
  },
});

/** Who administers the site is decided by a person, not by a key. @throws SESSION_REQUIRED */
function assertSession({ principal }: RequestContext): void {
  if (principal.kind === 'user' && principal.credential.type === 'session') return;
  throw apiError(
    'SESSION_REQUIRED',
    'Site roles are changed in a browser session; API keys are not accepted for them.',
  );
}

/**
 * Changes an account; the last site administrator keeps the role and access.
 * @throws NOT_FOUND, LAST_ADMIN, VALIDATION_ERROR, SESSION_REQUIRED
 */
async function updateUser(
  { connection, accounts, takeSiteLock, notifier, config }: IdentityService,
  id: number,
  request: UserChangeRequest,
  ctx: RequestContext,
): Promise<{ user: UserRecord; changed: boolean }> {
  const now = new Date();
  const resource = { type: 'user', id };
  return inTransaction(connection, async (session) => {
    await takeSiteLock(session, ADMINISTRATION);
    const user = await accounts.findById(id, session);
    if (!user) throw notFound();
    const change = parseUserChange(user, request);
    if (isUnchanged(user, change)) return { user, changed: false };
    const after = { ...user, ...change };
    // An administrator who may sign in again counts as a new one, as after the assignment of the role.
    if (!isActiveAdministrator(user, config) && isActiveAdministrator(after, config)) assertSession(ctx);
    if (isActiveAdministrator(user, config) && !isActiveAdministrator(after, config)) {
      const all = await accounts.findAdministrators(session);
      if (!all.some((other) => other._id !== id && isActiveAdministrator(other, config))) {
        throw apiError(
          'LAST_ADMIN',
          'This is the last site administrator who can sign in. Appoint another one first.',
        );
      }
    }
    await accounts.setAdministeredFields(session, id, change);
    if (!user.approved && after.approved) {
      const notification = {
        kind: 'account_approved',
        text: 'Your account is approved: you can sign in now.',
        resource,
      };
      await notifier.notify(session, notification, { users: [user] }, now);
    }
    const before = Object.fromEntries(Object.entries(user).filter(([name]) => name in change));
    await ctx.audit(session, { resource, details: { before, after: change } });
    return { user: after, changed: true };
  });
}

/** An agreement whose version is not the newest cannot be published. */
const staleVersionError = (currentVersion: number): Error =>
  apiError(
    'CLA_VERSION_STALE',
    `Version ${currentVersion} already exists. Publish a higher version number.`,
    { metadata: { currentVersion } },
  );
