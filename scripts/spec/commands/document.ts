/** `spec document`: a revision of a standard, or the manual of a project, as a Word file or PDF. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { applyReference, UnusableReferenceError } from '../../../shared/documents/docx/apply-reference.ts';
import { UsageError } from '../../console/command-line.ts';
import { type Command, readArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { normaliseServer } from '../credentials.ts';
import { EXIT, SpecError } from '../errors.ts';
import { readId, saveDownload } from '../save-download.ts';

const HELP = `spec document ID [FILE]: writes the current revision of a standard as a Word file. Nothing is overwritten.

  --project         ID is a project: its manual, with the chosen values
  --format FORMAT   docx (default) or pdf
  --revision ID     another revision
  --compare-to ID   with the changes since that revision, in docx as tracked changes
  --reference FILE  of docx: a Word file whose styles, headers, footers, pages and theme the document gets
  --url URL         the service, if you have keys for several
  --help            this text

FILE is the name that the service gives the document if it is not given.`;

const options = {
  project: { type: 'boolean' },
  format: { type: 'string' },
  revision: { type: 'string' },
  'compare-to': { type: 'string' },
  reference: { type: 'string' },
  url: { type: 'string' },
} as const;

export const document: Command = {
  name: 'document',
  summary: 'a standard or project as a Word file or PDF, with the letterhead of the office',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments('document', args, options, 2);
    const [given, file] = positionals;
    const id = readId(given, 'Which document? Give the id of its standard, such as spec document 7.');
    const format = values.format ?? 'docx';
    if (format !== 'docx' && format !== 'pdf') throw new UsageError('--format is docx or pdf.');
    if (values.reference !== undefined && format !== 'docx')
      throw new UsageError('--reference is the look of a Word file: leave out --format pdf.');
    const reference =
      values.reference === undefined ? null : readFileSync(resolve(terminal.folder, values.reference));
    const revisionId = readOptionalId(values.revision, '--revision');
    const compareTo = readOptionalId(values['compare-to'], '--compare-to');
    const service = connect(terminal, values.url === undefined ? null : normaliseServer(values.url));
    const asked = {
      id,
      format,
      ...(revisionId === undefined ? {} : { revisionId }),
      ...(compareTo === undefined ? {} : { compareTo }),
    } as const;
    const response = await service.download(
      values.project ? 'projects.document' : 'standards.document',
      asked,
    );
    await saveDownload(terminal, response, { name: file, otherwise: `document.${format}` }, (bytes) =>
      reference ? withLook(bytes, reference, values.reference ?? '') : bytes,
    );
    return EXIT.done;
  },
};

const readOptionalId = (text: string | undefined, option: string): number | undefined =>
  text === undefined ? undefined : readId(text, `${option} is the id of a revision.`);

function withLook(bytes: Uint8Array, reference: Uint8Array, name: string): Uint8Array {
  try {
    return applyReference(bytes, reference);
  } catch (error) {
    if (!(error instanceof UnusableReferenceError)) throw error;
    throw new SpecError(`${name} cannot be the reference: ${error.message}.`);
  }
}
