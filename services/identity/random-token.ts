/**
 * Random tokens for browser sessions and for links in mails: their creation, form and hash. Only hashes are stored;
 * 32 random bytes need no slow hash.
 */
import { randomBytes } from 'node:crypto';
import { sha256 } from '../../shared/hash.ts';

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** A secret of 256 random bits, as text for a URL or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text has the form of a token; other texts need no query. */
export const isToken = (text: string): boolean => TOKEN_PATTERN.test(text);

/** The stored hash of a token: SHA-256, in hex. */
export const hashToken = (token: string): string => sha256(token);
