/**
 * Storage keys of file bytes: creation and check. Random, so that a key reveals nothing about the file and
 * cannot be guessed.
 */
import { randomBytes } from 'node:crypto';

const KEY_PATTERN = /^[0-9a-f]{48}$/;

/** A new random key of 192 bits. */
export const newStorageKey = (): string => randomBytes(24).toString('hex');

/** Whether a string is a storage key, and so not a path. */
export const isStorageKey = (word: string): boolean => KEY_PATTERN.test(word);

/** The pattern of a key, for schemas. */
export const STORAGE_KEY_PATTERN = KEY_PATTERN.source;
