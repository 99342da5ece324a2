/**
 * The identity service: accounts, companies, sessions, keys, agreement, administration, mail, notifications,
 * and the principal of a credential.
 */
import type { ServiceSchema } from 'moleculer';
import type { Node } from '../../shared/kernel/node/node.ts';
import { defineService } from '../../shared/kernel/service/define-service.ts';
import { createFirstAdministrator } from './accounts/first-administrator.ts';
import { accountActions } from './actions/account-actions.ts';
import { administrationActions } from './actions/administration-actions.ts';
import { agreementActions } from './actions/agreement-actions.ts';
import { companyActions } from './actions/company-actions.ts';
import { inboxActions } from './actions/inbox-actions.ts';
import { keyActions } from './actions/key-actions.ts';
import { notificationActions } from './actions/notification-actions.ts';
import { ownInvitationActions } from './actions/own-invitation-actions.ts';
import { ownSessionActions } from './actions/own-session-actions.ts';
import { passwordChangeActions } from './actions/password-change-actions.ts';
import { passwordResetActions } from './actions/password-reset-actions.ts';
import { principalActions } from './actions/principal-actions.ts';
import { registrationActions } from './actions/registration-actions.ts';
import { reportActions } from './actions/report-actions.ts';
import { sessionActions } from './actions/session-actions.ts';
import { firstAgreement } from './agreement/first-agreement.ts';
import { companyLoaders } from './companies/access.ts';
import { defineJobs } from './jobs.ts';
import { keyLoaders } from './keys/access.ts';
import { openIdentity } from './open-identity.ts';
import { permissionActions } from './permissions/actions.ts';
import { storageUseActions } from './quotas/storage-use.ts';

/**
 * Creates the service: collections, handlers, mail, first administrator and agreement.
 * @throws when the database cannot be opened; ConfigError when the first administrator is not configured
 */
export async function createService(node: Node): Promise<ServiceSchema> {
  const { config } = node;
  const service = await openIdentity(node);
  defineJobs(service, node);
  const { connection, outbox, accounts, companies, keys, agreements, jobs, refusals, mailer } = service;
  return defineService(node, {
    name: 'identity',
    handlers: {
      ...permissionActions(config),
      ...storageUseActions(config.quotas),
      ...accountActions(service),
      ...registrationActions(service),
      ...passwordResetActions(service),
      ...companyActions(service),
      ...ownInvitationActions(service),
      ...notificationActions(service),
      ...inboxActions(service),
      ...sessionActions(service),
      ...ownSessionActions(service),
      ...passwordChangeActions(service),
      ...principalActions(service),
      ...keyActions(service),
      ...reportActions(service),
      ...administrationActions(service),
      ...agreementActions(service),
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
