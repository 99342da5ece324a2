/**
 * Loader of one specification of `test/corpora/elements`, with its fields, as a valid document. For the
 * demo, tests and benchmarks.
 */
import { readFileSync } from 'node:fs';
import { readDocument } from './read-document.ts';
import type { ValidDocument } from './valid-document.ts';

/** @param elementsFile name in `elements` without `.json`; `fieldsFile` the same in `fields` */
export function loadCorpus(elementsFile: string, fieldsFile?: string): ValidDocument {
  const read = (path: string) => readFileSync(new URL(`../../../test/corpora/${path}.json`, import.meta.url));
  const fields = fieldsFile === undefined ? {} : { fieldsFile: read(`fields/${fieldsFile}`) };
  return readDocument({ file: read(`elements/${elementsFile}`), ...fields }).document;
}
