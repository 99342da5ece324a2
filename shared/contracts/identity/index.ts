/** The contracts of identity. */
import { administrationEndpoints } from './administration.ts';
import { agreementEndpoints } from './agreement.ts';
import { companyEndpoints } from './companies.ts';
import { identityInternal } from './internal.ts';
import { keyEndpoints } from './keys.ts';
import { notificationEndpoints } from './notifications.ts';
import { permissionEndpoints } from './permissions.ts';
import { proofEndpoints } from './proofs.ts';

/** What identity answers. Registering, signing in and out are answered by the gateway: see `session.ts`. */
export const identity = {
  ...permissionEndpoints,
  ...proofEndpoints,
  ...notificationEndpoints,
  ...keyEndpoints,
  ...companyEndpoints,
  ...agreementEndpoints,
  ...administrationEndpoints,
  ...identityInternal,
} as const;
