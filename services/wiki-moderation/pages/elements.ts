/** A wiki revision as structured elements (document 2, Wiki reads). Revisions are sealed, so what was parsed once stays true. */
import { LRUCache } from 'lru-cache';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Asker, MarkupReader } from '../../../shared/markup/reader.ts';
import type { ParseOutcome } from '../../../shared/markup/reader-task.ts';
import { toProblems } from './source.ts';

/** Parsed revisions by id, bounded by the characters of their sources. */
const parsed = new LRUCache<string, ParseOutcome>({ maxSize: 8_000_000, max: 500 });

/**
 * The outline of a stored revision.
 * @throws UNPARSEABLE_SOURCE with the findings, for a text of an older grammar
 */
export async function readStored(reader: MarkupReader, asker: Asker, revisionId: string, content: string): Promise<ParseOutcome> {
  const known = parsed.get(revisionId);
  const markup = known ?? (await reader.parse(content, asker));
  if (!known) parsed.set(revisionId, markup, { size: content.length + 1 });
  if (markup.errors.length > 0) {
    throw fail('UNPARSEABLE_SOURCE', 'This revision cannot be read as a standard. Correct its text in a new revision.', {
      errors: toProblems(markup.errors),
    });
  }
  return markup;
}
