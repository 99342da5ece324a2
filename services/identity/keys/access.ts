/**
 * Resource loader of an API key for its owner, used by the changes of a key; a revoked one is 404 there. Reads also
 * find revoked keys (`../actions/key-actions.ts`). Also the ETag of a key.
 */
import { contentEtag } from '../../../shared/kernel/conditional-requests/etags.ts';
import type { ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import { type KeyRecord, presentKey } from './model.ts';
import type { Keys } from './repository.ts';

/** The resource that is loaded and authorized before a handler runs. */
export interface KeyResources {
  key: KeyRecord;
}

/** Loads a key for its owner. Revoked keys cannot be changed. */
export const keyLoaders = (keys: Keys): ResourceLoaders<KeyResources> => ({
  async key(id, ctx) {
    const key = typeof id === 'number' ? await keys.findOwn(ctx.account.id, id) : null;
    return key && key.revoked_at === null
      ? { value: key, subject: { kind: 'site' }, version: () => keyEtag(key) }
      : null;
  },
});

/** The ETag of a key, as `account.keys.get` shows it. */
export const keyEtag = (key: KeyRecord): string => contentEtag(presentKey(key));
