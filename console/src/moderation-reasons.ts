/**
 * The reasons of moderation in words, in the order in which a moderator looks for one. Also any code of the service
 * in words.
 */
import type { EndpointParams } from '../../shared/rest-client/endpoint-types.ts';

type Reason = EndpointParams<'wiki.moderation.archive'>['reason_code'];

export const REASON_CHOICES = [
  ['suspected_copy', 'suspected copy of another work'],
  ['copyright_notice', 'notice of a copyright holder'],
  ['counter_notice', 'counter notice'],
  ['legal_compulsion', 'legal compulsion'],
  ['spam', 'spam'],
  ['vandalism', 'vandalism'],
  ['test_content', 'test content'],
  ['out_of_scope', 'out of scope'],
  ['merged_into', 'merged into another one'],
  ['other', 'other: say it in the note'],
] as const satisfies readonly (readonly [Reason, string])[];

/** The reason that was chosen. */
export const reasonOf = (value: unknown): Reason =>
  REASON_CHOICES.find(([code]) => code === value)?.[0] ?? 'other';

/** A code of the service, such as a reason or an action, as words. */
export const wordsOf = (code: string): string => code.replaceAll('_', ' ');
