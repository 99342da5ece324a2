/** Keys under which the bytes of files are stored. */
import { randomBytes } from 'node:crypto';

const KEY_PATTERN = /^[0-9a-f]{48}$/;

/** A new random key of 192 bits, which reveals nothing about the file and cannot be guessed. */
export const newStorageKey = (): string => randomBytes(24).toString('hex');

/** Whether a string is a storage key, and so not a path. */
export const isStorageKey = (word: string): boolean => KEY_PATTERN.test(word);

/** The pattern of a key, for schemas. */
export const STORAGE_KEY_PATTERN = KEY_PATTERN.source;
