/**
 * Shapes of storage quotas (decision Y8): who owns stored bytes, how many an owner may store, and how many it does. A
 * company owns the standards and projects of its own; an account those that belong to no company.
 */
import { id, integer, nullable, object, oneOf } from './schema.ts';

/** Whose stored bytes count together. */
export const quotaOwner = object({ type: oneOf('company', 'user'), id });

/** In bytes; `limit` null: none. */
export const storageUse = object({ limit: nullable(integer), used: integer });
