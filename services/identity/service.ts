/**
 * The identity service: accounts, companies, sessions, keys, the contributor agreement, and who a caller is.
 */
import type { ServiceSchema } from 'moleculer';
import { JobQueue } from '../../shared/kernel/background/job-queue.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { accountActions } from './accounts/actions.ts';
import { assertFirstAdministratorConfig, createFirstAdministrator } from './accounts/first-administrator.ts';
import { Accounts } from './accounts/repository.ts';
import { administrationActions } from './administration/actions.ts';
import { AdministrationLock } from './administration/administration-lock.ts';
import { agreementActions } from './agreement/actions.ts';
import { firstAgreement } from './agreement/first-agreement.ts';
import { Agreements } from './agreement/repository.ts';
import { companyLoaders } from './companies/access.ts';
import { companyActions } from './companies/actions.ts';
import { Invitations } from './companies/invitations.ts';
import { MembershipCleanup } from './companies/membership-cleanup.ts';
import { Memberships } from './companies/memberships.ts';
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
import { passwordResetActions } from './password-reset/actions.ts';
import { permissionActions } from './permissions/actions.ts';
import { principalChangedPublisher } from './principal-events.ts';
import { principalActions } from './principals/actions.ts';
import { CredentialLookup } from './principals/repository.ts';
import { registrationActions } from './registration/actions.ts';
import { sessionActions } from './sessions/actions.ts';
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
  const members = new Memberships({ accounts, companies, invitations });
  const keys = new Keys(connection, counters);
  const sessions = new Sessions(connection);
  const agreements = new Agreements(connection);
  const limits = new SignInLimits(connection);
  const publishPrincipalChanged = principalChangedPublisher(node);
  const tokens = new MailTokens(connection);
  const jobs = new JobQueue(connection);
  const membershipCleanup = new MembershipCleanup(jobs, node);
  const mailer = createMailer(config);
  const warn = (line: string): void => node.log.warn(line);
  const mailQueue = new MailQueue({
    mails: new QueuedMails(connection),
    jobs,
    accounts,
    tokens,
    mailer,
    siteUrl: config.baseUrl,
    warn,
  });
  const notifications = new Notifications(connection, counters);
  const administrationLock = new AdministrationLock(connection);
  const notifier = new Notifier(notifications, mailQueue);
  // Keys show where they belong: those of a public site read `live`, all others `test`.
  const mode = config.baseUrl?.startsWith('https://') ? 'live' : 'test';

  return defineService(node, {
    name: 'identity',
    handlers: {
      ...permissionActions(config.rateLimits),
      ...accountActions(accounts),
      ...registrationActions({
        connection,
        accounts,
        companies,
        members,
        sessions,
        tokens,
        mailQueue,
        policy: config,
        publishPrincipalChanged,
      }),
      ...passwordResetActions({
        connection,
        accounts,
        members,
        sessions,
        tokens,
        limits,
        mailQueue,
        publishPrincipalChanged,
      }),
      ...companyActions({
        connection,
        companies,
        accounts,
        members,
        invitations,
        membershipCleanup,
        notifier,
        publishPrincipalChanged,
      }),
      ...notificationActions({ connection, accounts, notifications, notifier }),
      ...sessionActions({
        connection,
        accounts,
        sessions,
        limits,
        policy: config,
        publishPrincipalChanged,
      }),
      ...principalActions({ credentials: new CredentialLookup(connection), sessions, policy: config }),
      ...keyActions({ connection, keys, accounts, mode, publishPrincipalChanged }),
      ...keyUsageActions({ keys, usage: new KeyUsageLog(connection) }),
      ...administrationActions({
        connection,
        accounts,
        agreements,
        companies,
        administrationLock,
        notifier,
        policy: config,
        limits: config,
        publishPrincipalChanged,
      }),
      ...agreementActions({ connection, agreements, accounts, publishPrincipalChanged }),
    },
    loaders: { ...companyLoaders(companies), ...keyLoaders(keys) },
    connection,
    outbox,
    backgroundWork: [
      {
        async start() {
          await administrationLock.ensureExists();
          await agreements.ensureFirst(firstAgreement(new Date()));
          await createFirstAdministrator({
            connection,
            accounts,
            outbox,
            config,
            print: (line) => console.info(line),
          });
        },
        stop: () => undefined,
      },
      jobs,
      { start: () => undefined, stop: () => mailer.close() },
    ],
  });
}
