/** The contracts of identity. */
import { administrationEndpoints } from './administration.ts';
import { agreementEndpoints } from './agreement.ts';
import { companyEndpoints } from './companies.ts';
import { emailTokenEndpoints } from './email-tokens.ts';
import { identityInternalActions } from './internal.ts';
import { keyEndpoints } from './keys.ts';
import { notificationEndpoints } from './notifications.ts';
import { permissionEndpoints } from './permissions.ts';

/** What identity answers. Registering, signing in and out are answered by the gateway: see `session.ts`. */
export const identity = {
  ...permissionEndpoints,
  ...emailTokenEndpoints,
  ...notificationEndpoints,
  ...keyEndpoints,
  ...companyEndpoints,
  ...agreementEndpoints,
  ...administrationEndpoints,
  ...identityInternalActions,
} as const;
