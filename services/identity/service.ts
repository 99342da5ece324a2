/**
 * The identity service: accounts, companies, sessions, keys, agreement, administration, mail, notifications,
 * and the principal of a credential.
 */
import type { ServiceSchema } from 'moleculer';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { defineTransactionLock } from '../../shared/kernel/database/transaction-lock.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { accountActions } from './accounts/actions.ts';
import { assertFirstAdministratorConfig, createFirstAdministrator } from './accounts/first-administrator.ts';
import { Accounts } from './accounts/repository.ts';
import { administrationActions } from './administration/actions.ts';
import { agreementActions } from './agreement/actions.ts';
import { firstAgreement } from './agreement/first-agreement.ts';
import { Agreements } from './agreement/repository.ts';
import { companyLoaders } from './companies/access.ts';
import { companyActions } from './companies/actions.ts';
import { InvitationLimits } from './companies/invitation-limits.ts';
import { defineInvitationNotices } from './companies/invitation-notices.ts';
import { Invitations } from './companies/invitations.ts';
import { defineMembershipCleanup } from './companies/membership-cleanup.ts';
import { Memberships } from './companies/memberships.ts';
import { ownInvitationActions } from './companies/own-invitations.ts';
import { Companies } from './companies/repository.ts';
import { keyUsageActions } from './key-usage/actions.ts';
import { KeyUsageLog } from './key-usage/repository.ts';
import { keyLoaders } from './keys/access.ts';
import { keyActions } from './keys/actions.ts';
import { Keys } from './keys/repository.ts';
import { createMailer } from './mail/create-mailer.ts';
import { MailQueue } from './mail/mail-queue.ts';
import { QueuedMails } from './mail/repository.ts';
import { MailTokens } from './mail-tokens/repository.ts';
import { notificationActions } from './notifications/actions.ts';
import { Notifier } from './notifications/notifier.ts';
import { Notifications } from './notifications/repository.ts';
import { passwordChangeActions } from './password-change/actions.ts';
import { passwordResetActions } from './password-reset/actions.ts';
import { permissionActions } from './permissions/actions.ts';
import { principalChangedPublisher } from './principal-events.ts';
import { principalActions } from './principals/actions.ts';
import { CredentialLookup } from './principals/credential-lookup.ts';
import { KeySignInLimits } from './principals/key-sign-in-limits.ts';
import { defineInvitationClaim } from './project-invitations.ts';
import { storageUseActions } from './quotas/storage-use.ts';
import { refusalActions } from './refusals/actions.ts';
import { RefusalLog } from './refusals/refusal-log.ts';
import { registrationActions } from './registration/actions.ts';
import { sessionActions } from './sessions/actions.ts';
import { KnownBrowsers } from './sessions/known-browsers.ts';
import { LimitedSignIn } from './sessions/limited-sign-in.ts';
import { ownSessionActions } from './sessions/own-session-actions.ts';
import { Sessions } from './sessions/repository.ts';
import { SignInLimits } from './sessions/sign-in-limits.ts';

/**
 * Creates the service: collections, handlers, mail, first administrator and agreement.
 * @throws when the database cannot be opened; ConfigError when the first administrator is not configured
 */
export async function createService(node: Node): Promise<ServiceSchema> {
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
  const tokens = new MailTokens(connection);
  const mailer = createMailer(config);
  const mails = new QueuedMails(connection);
  defineMembershipCleanup(jobs, node);
  defineInvitationClaim(jobs, accounts, node);
  const warn = (line: string): void => node.log.warn(line);
  const mailQueue = new MailQueue({ mails, jobs, accounts, tokens, mailer, siteUrl: config.baseUrl, warn });
  const limits = new SignInLimits(connection);
  const refusals = new RefusalLog({
    outbox,
    warn: (line) => node.log.warn(line),
    logError: (message, error) => node.log.error(message, error),
  });
  const notifications = new Notifications(connection, counters);
  const notifier = new Notifier(notifications, mailQueue);
  defineInvitationNotices({ connection, jobs, invitations, companies, accounts, notifications, notifier });
  const deps = {
    connection,
    policy: config,
    accounts,
    companies,
    invitations,
    members: new Memberships({ accounts, companies, invitations }),
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
    tokens,
    mailQueue,
    notifications,
    notifier,
    invitationLimits: new InvitationLimits(connection, config.invitationsPerDay),
    agreements,
    takeSiteLock: defineTransactionLock(connection, 'site'),
    publishPrincipalChanged: principalChangedPublisher(node),
  };

  return defineService(node, {
    name: 'identity',
    handlers: {
      ...permissionActions(config),
      ...storageUseActions(config.quotas),
      ...accountActions(deps),
      ...registrationActions(deps),
      ...passwordResetActions(deps),
      ...companyActions(deps),
      ...ownInvitationActions(deps),
      ...notificationActions(deps),
      ...sessionActions(deps),
      ...ownSessionActions(deps),
      ...passwordChangeActions(deps),
      ...refusalActions(deps),
      ...principalActions(deps),
      ...keyActions(deps),
      ...keyUsageActions(deps),
      ...administrationActions(deps),
      ...agreementActions(deps),
    },
    loaders: { ...companyLoaders(companies), ...keyLoaders(keys) },
    connection,
    outbox,
    backgroundWork: [
      {
        async start() {
          await agreements.ensureFirst(firstAgreement(new Date()));
          await createFirstAdministrator({
            connection,
            accounts,
            outbox,
            config,
            print: (line) => console.info(line),
          });
        },
      },
      jobs,
      refusals,
      { stop: () => mailer.close() },
    ],
  });
}
