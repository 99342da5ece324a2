/** Builds the repositories, queues and limits of the service; handlers take what they need. */
import type { EventMap } from '../../shared/contracts/events.ts';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { defineTransactionLock } from '../../shared/kernel/database/transaction-lock.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { assertFirstAdministratorConfig } from './accounts/first-administrator.ts';
import { Accounts } from './accounts/repository.ts';
import { Agreements } from './agreement/repository.ts';
import { InvitationLimits } from './companies/invitation-limits.ts';
import { Invitations } from './companies/invitations.ts';
import { Memberships } from './companies/memberships.ts';
import { Companies } from './companies/repository.ts';
import { KeyUsageLog } from './key-usage/repository.ts';
import { Keys } from './keys/repository.ts';
import { createMailer } from './mail/create-mailer.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { QueuedMails } from './mail/repository.ts';
import { MailTokens } from './mail-tokens/repository.ts';
import { Notifier } from './notifications/notifier.ts';
import { Notifications } from './notifications/repository.ts';
import { CredentialLookup } from './principals/credential-lookup.ts';
import { KeySignInLimits } from './principals/key-sign-in-limits.ts';
import { RefusalLog } from './refusals/refusal-log.ts';
import { KnownBrowsers } from './sessions/known-browsers.ts';
import { LimitedSignIn } from './sessions/limited-sign-in.ts';
import { Sessions } from './sessions/repository.ts';
import { SignInLimits } from './sessions/sign-in-limits.ts';

export type IdentityService = Awaited<ReturnType<typeof openIdentity>>;

/** @throws when the database cannot be opened; ConfigError when the first administrator is not configured */
export async function openIdentity(node: Node) {
  const { config } = node;
  const connection = await node.openDatabase('identity');
  const outbox = new Outbox(connection);
  const counters = new IdCounters(connection);
  const accounts = new Accounts(connection, counters);
  await assertFirstAdministratorConfig({ accounts, config });
  const companies = new Companies(connection, counters);
  const invitations = new Invitations(connection);
  const keys = new Keys(connection, counters);
  const agreements = new Agreements(connection);
  const jobs = new JobQueue(connection);
  const mailTokens = new MailTokens(connection);
  const mailer = createMailer(config);
  const mails = new QueuedMails(connection);
  const warn: typeof node.log.warn = (...line) => node.log.warn(...line);
  const mailQueue = new MailQueue({
    mails,
    jobs,
    accounts,
    mailTokens,
    mailer,
    siteUrl: config.baseUrl,
    warn,
  });
  const limits = new SignInLimits(connection);
  const refusals = new RefusalLog({
    outbox,
    warn,
    logError: (message, error) => node.log.error(message, error),
  });
  const notifications = new Notifications(connection, counters);
  const notifier = new Notifier(notifications, mailQueue);
  return {
    connection,
    outbox,
    mailer,
    config,
    accounts,
    companies,
    invitations,
    members: new Memberships(accounts, companies, invitations),
    jobs,
    keys,
    // Keys show where they belong: those of a public site read `live`, all others `test`.
    mode: config.baseUrl?.startsWith('https://') ? ('live' as const) : ('test' as const),
    usage: new KeyUsageLog(connection),
    credentials: new CredentialLookup(connection),
    sessions: new Sessions(connection),
    limits,
    limitedSignIn: new LimitedSignIn(limits, refusals),
    knownBrowsers: new KnownBrowsers(connection),
    refusals,
    keySignInLimits: new KeySignInLimits(),
    principalTokens: node.tokens,
    mailTokens,
    mailQueue,
    notifications,
    notifier,
    invitationLimits: new InvitationLimits(connection, config.invitationsPerDay),
    agreements,
    takeSiteLock: defineTransactionLock(connection, 'site'),
    /**
     * Tells gateways that the rights or credentials of an account have changed, so that they drop its cached principal.
     * Resolves once this process has handled the event: no stale principal is used here after the response.
     */
    async publishPrincipalChanged(userId: number): Promise<void> {
      const event: EventMap['identity.principalChanged'] = { user_id: userId };
      await node.broker.broadcast('identity.principalChanged', event);
    },
  };
}
