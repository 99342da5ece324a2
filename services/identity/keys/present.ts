/** View of a key for its owner. */
import type { keyView } from '../../../shared/contracts/identity/keys.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { KeyRecord } from './model.ts';

/** Without the secret. */
export const presentKey = (key: KeyRecord): Infer<typeof keyView> => ({
  id: key._id,
  name: key.name,
  prefix: key.prefix,
  last_four: key.last_four,
  permissions: key.permissions,
  expires_at: key.expires_at?.toISOString() ?? null,
  created_at: key.created_at.toISOString(),
  previous_secret_until:
    key.previous && key.previous.until > new Date() ? key.previous.until.toISOString() : null,
  revoked_at: key.revoked_at?.toISOString() ?? null,
});
