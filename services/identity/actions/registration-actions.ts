/**
 * Handlers that register an account, for the gateway, and verify its email by the token from a mail. Where emails are
 * verified, the response to a registration does not tell whether the email has an account, and the account gets the name,
 * the password and the company of the registration whose token comes back.
 */
import type { identity } from '../../../shared/contracts/identity/index.ts';
import type { mailTokenEndpoints } from '../../../shared/contracts/identity/mail-tokens.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiErrorAt } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { accountStatus } from '../accounts/account-status.ts';
import type { PendingRegistration } from '../accounts/model.ts';
import { presentAccount, presentVerifiedAccount } from '../accounts/present.ts';
import type { NewAccount } from '../accounts/repository.ts';
import { membershipAuditDetails } from '../companies/memberships.ts';
import { invitationClaim } from '../jobs.ts';
import { invalidTokenError } from '../mail-tokens/repository.ts';
import type { IdentityService } from '../open-identity.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { assertAcceptablePassword } from '../passwords/password-rules.ts';
import { presentKnownBrowser } from '../sessions/known-browsers.ts';

type RegistrationContracts = Pick<typeof identity, 'identity.register'> &
  Pick<typeof mailTokenEndpoints, 'account.verifyEmail'>;

/** The handlers that register an account and verify its email. Verifying opens no session. */
export const registrationActions = (
  service: IdentityService,
): Handlers<RegistrationContracts, NoResources> => ({
  async 'identity.register'({ email, password, name, company_name, address, client, known_browser }, ctx) {
    const { connection, accounts, companies, members, jobs, sessions, knownBrowsers, config } = service;
    assertAcceptablePassword(password, { email, name }, 'password');
    const accepted = {
      status: 202,
      session_token: null,
      session_ends_at: null,
      ...presentKnownBrowser(null),
    } as const;
    // A known email costs the same work as a new one, so that response times reveal nothing.
    const passwordHash = await hashPassword(password);
    if (config.emailVerification === 'required') {
      await registerUnverified(
        service,
        email,
        { name, password_hash: passwordHash, company_name: company_name ?? null },
        ctx,
      );
      return { ...accepted, account: { email, waits_for: 'verification' } };
    }
    const id = await accounts.nextId();
    const newCompany =
      company_name === undefined ? null : { id: await companies.nextId(), name: company_name };
    const approved = config.userApproval === 'off';
    const account: NewAccount = { email, name, passwordHash, emailVerified: true, approved, siteRoles: [] };
    const now = new Date();
    const origin = { network: address ?? null, client: client ?? null };
    const created = await inTransaction(connection, async (session) => {
      const added = await accounts.add(session, id, account, now);
      const user = await members.joinFirstCompany(session, added, newCompany, now);
      const opened =
        accountStatus(user, config) === 'active' ? await sessions.open(session, user, now, origin) : null;
      await jobs.add(session, invitationClaim(id));
      const details = { signed_in: opened !== null, ...membershipAuditDetails(added, user) };
      await ctx.audit(session, {
        action: 'account.register',
        userId: id,
        resource: { type: 'user', id },
        details,
      });
      return { user, opened };
    }).catch((error: unknown) => {
      throw isDuplicateKey(error) ? emailTakenError() : error;
    });
    await jobs.runNow(invitationClaim(id));
    const { user, opened } = created;
    if (opened === null) return { ...accepted, account: { email, waits_for: 'approval' } };
    return {
      status: 201,
      account: presentAccount(user),
      session_token: opened.token,
      session_ends_at: opened.expiresAt.toISOString(),
      ...presentKnownBrowser(await knownBrowsers.remember(known_browser ?? null, id, now)),
    };
  },

  async 'account.verifyEmail'({ token }, ctx) {
    const { connection, accounts, companies, members, jobs, mailTokens } = service;
    const now = new Date();
    const storedToken = await mailTokens.find(token, 'verification', now);
    if (!storedToken) throw invalidTokenError();
    const { registration } = storedToken;
    const newCompany = registration?.company_name
      ? { id: await companies.nextId(), name: registration.company_name }
      : null;
    const user = await inTransaction(connection, async (session) => {
      const user = await accounts.findById(storedToken.user_id, session);
      // A verified account keeps its password: a mail that was rendered concurrently changes nothing.
      if (!user || user.email_verified || !(await mailTokens.consume(session, storedToken)))
        throw invalidTokenError();
      await mailTokens.deleteByUser(session, user._id);
      // Only this registration counts: another with the same email may be somebody else's.
      if (registration) await accounts.setRegistration(session, user._id, registration);
      await accounts.setVerified(session, user._id);
      await jobs.add(session, invitationClaim(user._id));
      const details = membershipAuditDetails(
        user,
        await members.joinFirstCompany(session, user, newCompany, now),
      );
      await ctx.audit(session, { userId: user._id, resource: { type: 'user', id: user._id }, details });
      return user;
    });
    await service.publishPrincipalChanged(user._id);
    await jobs.runNow(invitationClaim(user._id));
    return presentVerifiedAccount(user);
  },
});

/**
 * Registers an account whose email has to be verified first. The registration travels in its mail, so that
 * nobody who registers the same email later can change it. Known and new emails get the same response.
 */
async function registerUnverified(
  { connection, accounts, mailQueue, config }: IdentityService,
  email: string,
  registration: PendingRegistration,
  ctx: RequestContext,
): Promise<void> {
  const id = await accounts.nextId();
  const now = new Date();
  const { name, password_hash: passwordHash } = registration;
  const approved = config.userApproval === 'off';
  const account: NewAccount = { email, name, passwordHash, emailVerified: false, approved, siteRoles: [] };
  const register = (isKnown: boolean): Promise<void> =>
    inTransaction(connection, async (session) => {
      if (!isKnown) await accounts.add(session, id, account, now);
      await mailQueue.enqueue(session, { kind: 'registration', email, registration }, now);
      const note = isKnown
        ? { resource: { type: 'user', id: null }, details: { known: true } }
        : { userId: id, resource: { type: 'user', id }, details: { signed_in: false } };
      await ctx.audit(session, { action: 'account.register', ...note });
    });
  await register(false).catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error;
    return register(true);
  });
}

const emailTakenError = (): Error =>
  apiErrorAt(
    'EMAIL_TAKEN',
    'email',
    'An account with this email already exists. Sign in, or register with another email.',
  );
