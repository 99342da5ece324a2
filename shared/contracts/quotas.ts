/**
 * Shapes of storage quotas (decision Y8): who owns stored bytes, how many an owner may store, and how many it does. A
 * company owns the standards and projects of its own; an account those that belong to no company.
 */
import * as s from './schema.ts';

/** Whose stored bytes count together. */
export const quotaOwner = s.object({ type: s.oneOf('company', 'user'), id: s.id });

/** In bytes; `limit` null: none. */
export const storageUse = s.named('StorageUse', s.object({ limit: s.nullable(s.integer), used: s.integer }));
