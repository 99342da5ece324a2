/**
 * Fits title and description of a document to the limits of a standard: those that are too long are shortened, and a
 * document without a title gets its file name.
 */
import type { ReportChange } from './import-change.ts';
import type { ValidDocument } from './valid-document.ts';

/** Limits of `POST /api/standards`, in characters. */
const MAX_NAME = 300;
const MAX_DESCRIPTION = 20_000;

/** @param fileName the title of a document without one */
export function nameDocument(document: ValidDocument, fileName: string, report: ReportChange): ValidDocument {
  const shorten = (member: string, text: string, max: number): string => {
    const characters = [...text];
    if (characters.length <= max) return text;
    const to = `${characters.slice(0, max - 1).join('')}…`;
    report({ rule: 'text-shortened', source: member, address: null, from: text, to });
    return to;
  };
  return {
    ...document,
    title: shorten('title', document.title.trim() || fileName, MAX_NAME),
    description: shorten('description', document.description, MAX_DESCRIPTION),
  };
}
