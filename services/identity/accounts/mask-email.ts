/** Emails as the directory of the moderators shows them. Pure. */

const MASK = '***';

/**
 * An email with the first character of both parts and the last label of the domain: `a***@e***.org`. It tells
 * namesakes apart and reaches nobody.
 */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  const dot = domain.lastIndexOf('.');
  const end = dot > 0 ? domain.slice(dot) : '';
  return `${firstCharacter(email.slice(0, at))}${MASK}@${firstCharacter(domain)}${MASK}${end}`;
}

/** A whole character, also beyond the basic plane. */
const firstCharacter = (text: string): string => [...text.slice(0, 2)][0] ?? '';
