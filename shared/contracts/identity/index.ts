/**
 * All contracts of the identity service in one object. Registration, sign-in and sign-out are endpoints of
 * the gateway: see `session.ts`.
 */
import { administrationEndpoints } from './administration.ts';
import { agreementEndpoints } from './agreement.ts';
import { companyEndpoints } from './companies.ts';
import { inboxEndpoints } from './inbox.ts';
import { identityInternalActions } from './internal.ts';
import { invitationEndpoints } from './invitations.ts';
import { keyEndpoints } from './keys.ts';
import { mailTokenEndpoints } from './mail-tokens.ts';
import { notificationEndpoints } from './notifications.ts';
import { ownSessionEndpoints } from './own-sessions.ts';
import { permissionEndpoints } from './permissions.ts';

export const identity = {
  ...permissionEndpoints,
  ...mailTokenEndpoints,
  ...notificationEndpoints,
  ...inboxEndpoints,
  ...ownSessionEndpoints,
  ...keyEndpoints,
  ...companyEndpoints,
  ...invitationEndpoints,
  ...agreementEndpoints,
  ...administrationEndpoints,
  ...identityInternalActions,
} as const;
