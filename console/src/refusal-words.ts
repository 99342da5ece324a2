/**
 * Replaces sentences of the service that tell a program what to send by words for who reads a page; all others stay
 * as they are. Pure.
 */

const WORDS: readonly (readonly [said: RegExp, words: string])[] = [
  // Publishing under moderation notices.
  [/, or acknowledge them: send acknowledgeHolds .*$/, ', or acknowledge each of them below.'],
  [
    /^The moderation notices are not those of this token\..*$/,
    'The moderation notices have changed. Read them below, and acknowledge them again.',
  ],
  [/^acknowledgeHolds must list .*$/, 'Acknowledge each standard under a moderation notice below.'],
  // Somebody was faster.
  [/ Read it again and send the new ETag as If-Match\.$/, ' Load the page again, and repeat your change.'],
  [/ Send resolvedConflicts with conflictVersion, or read the working copy again\./, ''],
  [/; over HTTP, .*$/, '.'],
  // What has to be typed or chosen.
  [/Send the exact name of the standard as confirmName\./, 'Type the exact name of the standard.'],
  [/ Send theirs, mine or combine for each\./, ' Choose for each what counts.'],
  [/ Send one for each: .*$/, ' Choose one for each.'],
  [/ Send another name as newName\.$/, ' Choose another name.'],
  [/^Read the current agreement with .*$/, 'The agreement has changed. Load the page again, and read it.'],
  [/ Upload it with POST .*$/, ' Insert it with “Insert an image”.'],
  // What somebody may not do.
  [
    /^This requires the permission (.*?)\. GET \/api\/whoami .*$/,
    'You may not do this. It needs the permission $1: ask who administers the company or leads the project.',
  ],
  [/; GET \/api\/whoami lists .*$/, '.'],
  [/^Sign in with POST .*$/, 'Sign in again.'],
  // Where a program does what is said.
  [/(?: with|:) (?:GET|POST|PUT|PATCH|DELETE) \/[^\s,;]*?(?=[.,;]?(?:\s|$))/g, ''],
];

/** A sentence of the service in words of the pages. */
export function inPageWords(sentence: string): string {
  return WORDS.reduce((text, [said, words]) => text.replace(said, words), sentence);
}
