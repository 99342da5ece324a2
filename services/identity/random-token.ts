/** Tokens that are told once and kept as a hash: of browser sessions and of mails. 32 random bytes need no slower hash. */
import { createHash, randomBytes } from 'node:crypto';

const TOKEN_PATTERN = /^[A-Za-z0-9_-]{43}$/;

/** A secret of 256 random bits, as text for an address or a cookie. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Whether a text can be one of our tokens at all; garbage costs no look-up. */
export const isToken = (text: string): boolean => TOKEN_PATTERN.test(text);

/** What is kept of a token: SHA-256, in hex. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
