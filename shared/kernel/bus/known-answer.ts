/**
 * An answer that the asking node has already does not cross the bus again (hardening A5 "sealed bytes cached at the gateway"). The service
 * still decides and answers anew every time; only when the text is the very same does it say so instead of sending it.
 */
import { createHash } from 'node:crypto';

/** SHA-256 of a text or its bytes, as both sides name an answer. */
export const digestOf = (text: string | Buffer): string => createHash('sha256').update(text).digest('base64url');

/** What travels instead of an answer that is known. */
interface Spared {
  $known: string;
}

/** The answer, or word that it is the one of this digest. @param known what the caller said that it has */
export function spare(known: unknown, answer: unknown): unknown {
  if (typeof known !== 'string') return answer;
  return digestOf(JSON.stringify(answer)) === known ? ({ $known: known } satisfies Spared) : answer;
}

/** Whether this came instead of the answer of that digest. */
export const isSpared = (body: unknown, known: string): boolean =>
  typeof body === 'object' && body !== null && '$known' in body && body.$known === known;
