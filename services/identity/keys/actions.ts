/** Making, listing and revoking keys; the kernel has refused every caller that is no browser session. */
import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { keyEndpoints } from '../../../shared/contracts/identity/keys.ts';
import { hashKey, type KeyMode, shownPartsOf, writeKey } from '../../../shared/kernel/callers/key-text.ts';
import { etagOf } from '../../../shared/kernel/conditional.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import { assertMatches } from '../../../shared/kernel/if-match.ts';
import type { Handlers, Loaders } from '../../../shared/kernel/implement.ts';
import type { Accounts } from '../accounts/repository.ts';
import type { Announce } from '../news.ts';
import type { KeyRecord } from './model.ts';
import { presentKey } from './present.ts';
import type { KeyChange, Keys } from './repository.ts';
import { KEY_LIMIT, readExpiry, readGrant } from './rules.ts';

interface KeyParts {
  connection: Connection;
  keys: Keys;
  accounts: Accounts;
  /** What the keys of this deployment are called. */
  mode: KeyMode;
  announce: Announce;
}

type KeyContracts = Omit<typeof keyEndpoints, 'account.keys.usage'>;

export interface KeyResources {
  key: KeyRecord;
}

/** A key is a resource to its owner alone; a revoked one cannot be changed. */
export const keyLoaders = (keys: Keys): Loaders<KeyResources> => ({
  async key(id, call) {
    const key = typeof id === 'number' ? await keys.find(call.user.user.id, id) : null;
    return key && key.revoked_at === null ? { value: key, subject: { kind: 'site' }, version: () => versionOf(key) } : null;
  },
});

/** The ETag of `account.keys.get`. */
const versionOf = (key: KeyRecord): string => etagOf(presentKey(key));

/** What an audit entry tells of a key. */
const told = ({ name, permissions, expires_at }: KeyRecord) => ({
  name,
  permissions,
  expires_at: expires_at?.toISOString() ?? null,
});

/** The handlers of keys: made, listed, changed, rotated, revoked (A12, A16). */
export const keyActions = (parts: KeyParts): Handlers<KeyContracts, KeyResources> => ({
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
      previous: null,
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
        details: { before: null, after: told(key) },
      });
    });
    return { ...presentKey(key), secret };
  },

  async 'account.keys.update'({ id, name, permissions, expires_at }, call) {
    const { connection, keys, announce } = parts;
    const change: KeyChange = {
      ...(name === undefined ? {} : { name }),
      ...(permissions === undefined ? {} : { permissions: readGrant(permissions) }),
      ...(expires_at === undefined ? {} : { expires_at: readExpiry(expires_at, new Date()) }),
    };
    const userId = call.user.user.id;
    if (Object.keys(change).length === 0) throw fail('NOTHING_TO_CHANGE', 'Send name, permissions or expires_at.');
    const changed = await inTransaction(connection, async (session) => {
      const before = await keys.change(session, userId, id, change);
      if (!before) throw notFound();
      assertMatches(call.ifMatch, versionOf(before));
      const after = { ...before, ...change };
      await call.audit(session, { resource: { type: 'key', id }, details: { before: told(before), after: told(after) } });
      return after;
    });
    await announce(userId);
    return presentKey(changed);
  },

  async 'account.keys.rotate'({ id, overlap_seconds }, call, known) {
    const { connection, keys, mode, announce } = parts;
    const userId = call.user.user.id;
    const now = new Date();
    const secret = writeKey(mode, randomBytes(32));
    const { prefix, lastFour } = shownPartsOf(secret);
    // One earlier secret at most works beside the new one: rotating again ends whatever overlapped before.
    const previous = overlap_seconds > 0 ? { hash: known.hash, until: new Date(now.getTime() + overlap_seconds * 1000) } : null;
    const rotated = await inTransaction(connection, async (session) => {
      const key = await keys.rotate(session, known, { hash: hashKey(secret), previous, prefix, last_four: lastFour });
      if (!key) {
        throw fail('EDIT_CONFLICT', 'This key was rotated or revoked at the same moment. Read it again before you rotate it.');
      }
      await call.audit(session, { resource: { type: 'key', id }, details: { name: key.name, overlap_seconds } });
      return key;
    });
    await announce(userId);
    return { ...presentKey(rotated), secret };
  },

  async 'account.keys.revoke'({ id }, call) {
    const userId = call.user.user.id;
    const revoked = await inTransaction(parts.connection, async (session) => {
      const key = await parts.keys.revoke(session, userId, id, new Date());
      if (!key) throw notFound();
      await parts.accounts.freeKeySlot(session, userId);
      await call.audit(session, { resource: { type: 'key', id }, details: { before: told(key), after: null } });
      return key;
    });
    await parts.announce(userId);
    return presentKey(revoked);
  },
});
