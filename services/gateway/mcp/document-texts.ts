/**
 * Removes the texts of whole documents from the answers of writes that are too large: a part of such a text looks
 * whole, and saved back it would delete the rest.
 */
import { isRecord } from '../../../shared/kernel/json/is-record.ts';

/** Members with the text of a document. */
const DOCUMENT_MEMBERS: ReadonlySet<string> = new Set([
  'markdown',
  'content',
  'elements',
  'datasheet_elements',
]);

/** The tool that reads the text of a write's answer in parts. */
const READERS: ReadonlyMap<string, string> = new Map([
  ['standards_edit', 'standards_workingCopy_get'],
  ['standards_workingCopy_save', 'standards_workingCopy_get'],
  ['standards_merge', 'standards_workingCopy_get'],
  ['wiki_standards_create', 'wiki_standards_get'],
  ['wiki_standards_update', 'wiki_standards_get'],
  ['wiki_standards_revert', 'wiki_standards_get'],
  ['datasheets_create', 'datasheets_get'],
]);

export const isDocumentText = (member: string): boolean => DOCUMENT_MEMBERS.has(member);

/** What to call for the text that an answer of this tool leaves out. */
export const readerSentence = (tool: string, what = 'the text'): string =>
  `Read ${what} with ${READERS.get(tool) ?? 'a tool that reads'}.`;

/** The body without texts of documents, its own and those of its members; items of lists stay as they are. */
export function withoutDocumentTexts(body: unknown): unknown {
  if (!isRecord(body)) return body;
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, member]): [string, unknown][] =>
      isDocumentText(name) ? [] : [[name, withoutDocumentTexts(member)]],
    ),
  );
}
