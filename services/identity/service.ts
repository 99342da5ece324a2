/** The identity service: accounts, companies, sessions, keys, the contributor agreement, and who a caller is. */
import type { ServiceSchema } from 'moleculer';
import { Jobs } from '../../shared/kernel/background/jobs.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { Counters } from '../../shared/kernel/database/counters.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { accountActions } from './accounts/actions.ts';
import { checkFirstAdministrator, makeFirstAdministrator } from './accounts/first-administrator.ts';
import { Accounts } from './accounts/repository.ts';
import { administrationActions } from './administration/actions.ts';
import { SiteAdministration } from './administration/model.ts';
import { agreementActions } from './agreement/actions.ts';
import { firstAgreement } from './agreement/first-agreement.ts';
import { Agreements } from './agreement/repository.ts';
import { companyActions, companyLoaders } from './companies/actions.ts';
import { Departures } from './companies/departures.ts';
import { Invitations } from './companies/invitations.ts';
import { Members } from './companies/members.ts';
import { Companies } from './companies/repository.ts';
import { usageActions } from './key-usage/actions.ts';
import { KeyUsage } from './key-usage/repository.ts';
import { keyActions, keyLoaders } from './keys/actions.ts';
import { Keys } from './keys/repository.ts';
import { openMailer } from './mail/mailer.ts';
import { Post } from './mail/post.ts';
import { announcer } from './news.ts';
import { notificationActions } from './notifications/actions.ts';
import { Notices } from './notifications/notices.ts';
import { Notifications } from './notifications/repository.ts';
import { permissionActions } from './permissions/actions.ts';
import { principalActions } from './principals/actions.ts';
import { Credentials } from './principals/repository.ts';
import { proofActions } from './proofs/actions.ts';
import { MailTokens } from './proofs/mail-tokens.ts';
import { sessionActions } from './sessions/actions.ts';
import { LoginLimits } from './sessions/login-limits.ts';
import { Sessions } from './sessions/repository.ts';

/**
 * The service of this node: its collections and handlers, the first administrator and agreement, the post.
 * @throws where the database cannot be opened; ConfigError where the first administrator is not named
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const { config } = node;
  const connection = await node.openDatabase('identity');
  const outbox = new Outbox(connection);
  const counters = new Counters(connection);
  const accounts = new Accounts(connection, counters);
  await checkFirstAdministrator({ accounts, config });
  const companies = new Companies(connection, counters);
  const invitations = new Invitations(connection);
  const members = new Members({ accounts, companies, invitations });
  const keys = new Keys(connection, counters);
  const sessions = new Sessions(connection);
  const agreements = new Agreements(connection);
  const limits = new LoginLimits(connection);
  const announce = announcer(node);
  const tokens = new MailTokens(connection);
  const jobs = new Jobs(connection);
  const departures = new Departures(jobs, node);
  const mailer = openMailer(config);
  const warn = (line: string): void => node.log.warn(line);
  const post = new Post({ connection, jobs, accounts, tokens, mailer, site: config.baseUrl, warn });
  const notifications = new Notifications(connection, counters);
  const administration = new SiteAdministration(connection);
  const notices = new Notices(notifications, post);
  // A key tells where it belongs: one of a public site reads `live`, one of a laptop or a test bed reads `test`.
  const mode = config.baseUrl?.startsWith('https://') ? 'live' : 'test';

  return defineService(node, {
    name: 'identity',
    handlers: {
      ...permissionActions(config.rateLimits),
      ...accountActions({ connection, accounts, companies, members, sessions, post, policy: config }),
      ...proofActions({ connection, accounts, companies, members, sessions, tokens, limits, post, announce }),
      ...companyActions({ connection, companies, accounts, members, invitations, departures, notices, announce }),
      ...notificationActions({ connection, accounts, notifications, notices }),
      ...sessionActions({ connection, accounts, sessions, limits, policy: config, announce }),
      ...principalActions({ credentials: new Credentials(connection), sessions, policy: config }),
      ...keyActions({ connection, keys, accounts, mode, announce }),
      ...usageActions({ keys, usage: new KeyUsage(connection) }),
      ...administrationActions({
        connection,
        accounts,
        agreements,
        companies,
        administration,
        notices,
        policy: config,
        limits: config,
        announce,
      }),
      ...agreementActions({ connection, agreements, accounts, announce }),
    },
    loaders: { ...companyLoaders(companies), ...keyLoaders(keys) },
    connection,
    outbox,
    background: [
      {
        async start() {
          await administration.found();
          await agreements.found(firstAgreement(new Date()));
          await makeFirstAdministrator({ connection, accounts, outbox, config, print: (line) => console.info(line) });
        },
        stop: () => undefined,
      },
      jobs,
      { start: () => undefined, stop: () => mailer.close() },
    ],
  });
}
