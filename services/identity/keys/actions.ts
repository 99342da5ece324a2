/** Making, listing and revoking keys; the kernel has refused every caller that is no browser session. */
import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { keyEndpoints } from '../../../shared/contracts/identity/keys.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { hashKey, type KeyMode, shownPartsOf, writeKey } from '../../../shared/kernel/key-text.ts';
import { inTransaction } from '../../../shared/kernel/mongo.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { Announce } from '../news.ts';
import type { KeyRecord } from './model.ts';
import { presentKey } from './present.ts';
import type { Keys } from './repository.ts';
import { KEY_LIMIT, readExpiry, readGrant } from './rules.ts';

interface KeyParts {
  connection: Connection;
  keys: Keys;
  accounts: Accounts;
  /** What the keys of this deployment are called. */
  mode: KeyMode;
  announce: Announce;
}

export const keyActions = (parts: KeyParts): Handlers<typeof keyEndpoints, Record<never, never>> => ({
  async 'account.keys.list'({ limit, offset }, call) {
    const { rows, total } = await parts.keys.page(call.user.user.id, limit, offset);
    return { keys: rows.map(presentKey), total, limit, offset };
  },

  async 'account.keys.get'({ id }, call) {
    const key = await parts.keys.find(call.user.user.id, id);
    if (!key) throw notFound();
    return presentKey(key);
  },

  async 'account.keys.create'({ name, permissions, expires_at }, call) {
    const { connection, keys, accounts, mode } = parts;
    const now = new Date();
    const secret = writeKey(mode, randomBytes(32));
    const { prefix, lastFour } = shownPartsOf(secret);
    const key: KeyRecord = {
      _id: await keys.nextId(),
      user_id: call.user.user.id,
      name,
      hash: hashKey(secret),
      prefix,
      last_four: lastFour,
      permissions: readGrant(permissions),
      expires_at: readExpiry(expires_at, now),
      created_at: now,
      revoked_at: null,
    };
    await inTransaction(connection, async (session) => {
      if (!(await accounts.takeKeySlot(session, key.user_id, KEY_LIMIT))) {
        throw fail('KEY_LIMIT_REACHED', `An account has at most ${KEY_LIMIT} keys. Revoke one that is not used any more.`, {
          metadata: { limit: KEY_LIMIT },
        });
      }
      await keys.add(session, key);
      await call.audit(session, {
        resource: { type: 'key', id: key._id },
        details: { name, permissions: key.permissions, expires_at: key.expires_at?.toISOString() ?? null },
      });
    });
    return { ...presentKey(key), secret };
  },

  async 'account.keys.revoke'({ id }, call) {
    const userId = call.user.user.id;
    const revoked = await inTransaction(parts.connection, async (session) => {
      const key = await parts.keys.revoke(session, userId, id, new Date());
      if (!key) throw notFound();
      await parts.accounts.freeKeySlot(session, userId);
      await call.audit(session, { resource: { type: 'key', id }, details: { name: key.name } });
      return key;
    });
    await parts.announce(userId);
    return presentKey(revoked);
  },
});
