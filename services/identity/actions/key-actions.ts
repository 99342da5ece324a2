/**
 * Handlers of API keys for their owner: list, read, create, change, rotate, revoke; only in browser sessions. The
 * list of a key's usage is in `report-actions.ts`.
 */
import { randomBytes } from 'node:crypto';
import type { keyEndpoints } from '../../../shared/contracts/identity/keys.ts';
import { displayPartsOf, formatApiKey, hashApiKey } from '../../../shared/kernel/auth/api-key-format.ts';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { type KeyResources, keyEtag } from '../keys/access.ts';
import { grantOf, MAX_KEYS_PER_ACCOUNT, normalizeGrant, parseExpiry } from '../keys/key-rules.ts';
import { type KeyRecord, presentKey } from '../keys/model.ts';
import type { KeyChange } from '../keys/repository.ts';
import type { IdentityService } from '../open-identity.ts';

type KeyContracts = Omit<typeof keyEndpoints, 'account.keys.usage'>;

/** The details of a key in audit entries. */
const keyAuditDetails = ({ name, permissions, expires_at }: KeyRecord) => ({
  name,
  permissions,
  expires_at: expires_at?.toISOString() ?? null,
});

export const keyActions = (service: IdentityService): Handlers<KeyContracts, KeyResources> => ({
  async 'account.keys.list'({ limit, offset }, ctx) {
    const { rows, total } = await service.keys.listOwn(ctx.account.id, { limit, offset });
    return { keys: rows.map(presentKey), total, limit, offset };
  },

  async 'account.keys.get'({ id }, ctx) {
    const key = await service.keys.findOwn(ctx.account.id, id);
    if (!key) throw notFound();
    return presentKey(key);
  },

  async 'account.keys.create'({ name, permissions, preset, expires_at }, ctx) {
    const { connection, keys, accounts, mode } = service;
    const now = new Date();
    const secret = formatApiKey(mode, randomBytes(32));
    const { prefix, lastFour } = displayPartsOf(secret);
    const key: KeyRecord = {
      _id: await keys.nextId(),
      user_id: ctx.account.id,
      name,
      hash: hashApiKey(secret),
      previous: null,
      prefix,
      last_four: lastFour,
      permissions: grantOf({ permissions, preset }, ctx.userPrincipal),
      expires_at: parseExpiry(expires_at, now),
      created_at: now,
      revoked_at: null,
    };
    await inTransaction(connection, async (session) => {
      if (!(await accounts.reserveKeySlot(session, key.user_id, MAX_KEYS_PER_ACCOUNT))) {
        const detail = `An account can have at most ${MAX_KEYS_PER_ACCOUNT} keys. Revoke one you no longer use.`;
        throw apiError('KEY_LIMIT_REACHED', detail, { metadata: { limit: MAX_KEYS_PER_ACCOUNT } });
      }
      await keys.insert(session, key);
      await ctx.audit(session, {
        resource: { type: 'key', id: key._id },
        details: { before: null, after: keyAuditDetails(key) },
      });
    });
    return { ...presentKey(key), secret };
  },

  async 'account.keys.update'({ id, name, permissions, expires_at }, ctx) {
    const { connection, keys, publishPrincipalChanged } = service;
    const change: KeyChange = {
      ...(name === undefined ? {} : { name }),
      ...(permissions === undefined ? {} : { permissions: normalizeGrant(permissions) }),
      ...(expires_at === undefined ? {} : { expires_at: parseExpiry(expires_at, new Date()) }),
    };
    const userId = ctx.account.id;
    if (Object.keys(change).length === 0)
      throw apiError('NOTHING_TO_CHANGE', 'Send name, permissions or expires_at.');
    const changed = await inTransaction(connection, async (session) => {
      const before = await keys.change(session, userId, id, change);
      if (!before) throw notFound();
      assertIfMatch(ctx.ifMatch, keyEtag(before));
      const after = { ...before, ...change };
      await ctx.audit(session, {
        resource: { type: 'key', id },
        details: { before: keyAuditDetails(before), after: keyAuditDetails(after) },
      });
      return after;
    });
    await publishPrincipalChanged(userId);
    return presentKey(changed);
  },

  async 'account.keys.rotate'({ id, overlap_seconds }, ctx, current) {
    const { connection, keys, mode, publishPrincipalChanged } = service;
    const userId = ctx.account.id;
    const now = new Date();
    const secret = formatApiKey(mode, randomBytes(32));
    const { prefix, lastFour } = displayPartsOf(secret);
    // At most one earlier secret works along with the new one: rotating again ends an overlap.
    const previous =
      overlap_seconds > 0
        ? { hash: current.hash, until: new Date(now.getTime() + overlap_seconds * 1000) }
        : null;
    const rotated = await inTransaction(connection, async (session) => {
      const key = await keys.rotate(session, current, {
        hash: hashApiKey(secret),
        previous,
        prefix,
        last_four: lastFour,
      });
      if (!key) {
        throw apiError(
          'EDIT_CONFLICT',
          'This key was rotated or revoked concurrently. Fetch it again before rotating it.',
        );
      }
      await ctx.audit(session, {
        resource: { type: 'key', id },
        details: { name: key.name, overlap_seconds },
      });
      return key;
    });
    await publishPrincipalChanged(userId);
    return { ...presentKey(rotated), secret };
  },

  async 'account.keys.revoke'({ id }, ctx) {
    const userId = ctx.account.id;
    const revoked = await inTransaction(service.connection, async (session) => {
      const key = await service.keys.revoke(session, userId, id, new Date());
      if (!key) throw notFound();
      await service.accounts.releaseKeySlot(session, userId);
      await ctx.audit(session, {
        resource: { type: 'key', id },
        details: { before: keyAuditDetails(key), after: null },
      });
      return key;
    });
    await service.publishPrincipalChanged(userId);
    return presentKey(revoked);
  },
});
