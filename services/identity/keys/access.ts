/**
 * Loader of an API key for its owner; a revoked key or one of another account is not found. Also the ETag of
 * `account.keys.get`.
 */
import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import type { ResourceLoaders } from '../../../shared/kernel/service/implement-action.ts';
import type { KeyRecord } from './model.ts';
import { presentKey } from './present.ts';
import type { Keys } from './repository.ts';

/** The resource that is loaded and authorized before a handler runs. */
export interface KeyResources {
  key: KeyRecord;
}

/** Loads a key for its owner. Revoked keys cannot be changed. */
export const keyLoaders = (keys: Keys): ResourceLoaders<KeyResources> => ({
  async key(id, call) {
    const key = typeof id === 'number' ? await keys.findOwn(call.account.id, id) : null;
    return key && key.revoked_at === null
      ? { value: key, subject: { kind: 'site' }, version: () => keyEtag(key) }
      : null;
  },
});

/** The ETag of `account.keys.get`. */
export const keyEtag = (key: KeyRecord): string => contentEtag(presentKey(key));
