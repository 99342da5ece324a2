/** Hashing and verification of passwords: argon2id, 19 MiB, two passes, one lane. */
import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

const ARGON2_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Keyboards differ: an "é" may arrive as one character or as two. */
const normalizePassword = (password: string): string => password.normalize('NFKC');

/** The argon2id hash of a password, with its salt and cost in PHC form. */
export const hashPassword = (password: string): Promise<string> =>
  hash(normalizePassword(password), ARGON2_COST);

let dummyHash: Promise<string> | null = null;

/**
 * Whether the password matches the hash. Without a hash (there is no such account) it verifies a dummy hash
 * and fails, so that the response time does not reveal whether the account exists.
 */
export async function verifyPassword(password: string, passwordHash: string | null): Promise<boolean> {
  dummyHash ??= hashPassword(randomBytes(32).toString('hex'));
  const matches = await verify(passwordHash ?? (await dummyHash), normalizePassword(password));
  return passwordHash !== null && matches;
}
