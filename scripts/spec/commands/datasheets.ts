/** `spec datasheets`: the datasheets of a project as a workbook or CSV, and the changes of such a file back. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DISPOSITION_WORDS } from '../../../shared/documents/disposition-words.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { toText } from '../../../shared/rest-client/json.ts';
import { UsageError } from '../../console/command-line.ts';
import { formatCount } from '../../console/progress.ts';
import { type Command, readArguments } from '../command.ts';
import { connect } from '../connect.ts';
import { normaliseServer } from '../credentials.ts';
import { EXIT } from '../errors.ts';
import { readId, saveDownload } from '../save-download.ts';
import type { Terminal } from '../terminal.ts';

const HELP = `spec datasheets export PROJECT [FILE]: writes the datasheets of a project as an Excel workbook. Nothing is overwritten.
spec datasheets import PROJECT FILE: saves the cells that were changed in it, all or none.

  --format FORMAT      of export: xlsx (default) or csv
  --dry-run            of import: only lists the changes, and saves nothing
  --severity SEVERITY  of import: of the new revisions: MAJOR, MINOR (default) or PATCH
  --summary TEXT       of import: what was changed
  --url URL            the service, if you have keys for several
  --help               this text

FILE is the name that the service gives the file if it is not given. Exit 0: done; 1: refused; 2: others set the same
fields to something else since the export.`;

const options = {
  format: { type: 'string' },
  'dry-run': { type: 'boolean' },
  severity: { type: 'string' },
  summary: { type: 'string' },
  url: { type: 'string' },
} as const;

type Imported = EndpointResult<'datasheets.import'>;
type State = Imported['datasheets'][number]['changes'][number]['to'];

export const datasheets: Command = {
  name: 'datasheets',
  summary: 'the datasheets of a project as a spreadsheet, and its changes back',
  help: HELP,
  async run(args, terminal) {
    const { values, positionals } = readArguments('datasheets', args, options, 3);
    const [action, project, file] = positionals;
    if (action !== 'export' && action !== 'import')
      throw new UsageError('Say export or import, such as spec datasheets export 7.');
    const id = readId(project, `Which project? Give its id, such as spec datasheets ${action} 7.`);
    const { format = 'xlsx', severity = 'MINOR', summary } = values;
    if (format !== 'xlsx' && format !== 'csv') throw new UsageError('--format is xlsx or csv.');
    if (severity !== 'MAJOR' && severity !== 'MINOR' && severity !== 'PATCH')
      throw new UsageError('--severity is MAJOR, MINOR or PATCH.');
    const service = connect(terminal, values.url === undefined ? null : normaliseServer(values.url));
    if (action === 'export') {
      const response = await service.download('datasheets.export', { id, format });
      await saveDownload(terminal, response, { name: file, otherwise: `datasheets.${format}` });
      return EXIT.done;
    }
    if (file === undefined) throw new UsageError('Which file? Such as spec datasheets import 7 FILE.xlsx.');
    const result = await service.call('datasheets.import', {
      id,
      spreadsheet: readFileSync(resolve(terminal.folder, file)).toString('base64'),
      severity,
      ...(summary === undefined ? {} : { summary }),
      ...(values['dry-run'] ? { dryRun: true } : {}),
    });
    report(terminal, result);
    const outcome = values['dry-run']
      ? 'nothing was saved: --dry-run'
      : result.changed === 0
        ? 'nothing to save'
        : 'saved';
    terminal.print(`${file}: ${outcome}.`);
    return EXIT.done;
  },
};

function report(
  terminal: Terminal,
  { changed, datasheets: sheets, unchanged, notInFile, ignored }: Imported,
): void {
  terminal.print(
    `${formatCount(changed, 'field')} changed in ${formatCount(sheets.length, 'datasheet')}, ${unchanged} unchanged.`,
  );
  for (const { name, changes } of sheets)
    for (const { address, label, from, to } of changes)
      terminal.print(`  ${name}: ${address} ${label}: ${inWords(from)} → ${inWords(to)}`);
  for (const { name } of notInFile) terminal.print(`  not in the file, unchanged: ${name}`);
  for (const { path, message } of ignored) terminal.print(`  ${toText(path)}: ${message}`);
}

function inWords(state: State): string {
  if (state === null) return '(no field)';
  const { value, disposition, disposition_note: note } = state;
  if (disposition !== 'specified')
    return `[${DISPOSITION_WORDS[disposition]}]${note === null ? '' : ` ${note}`}`;
  const text = Array.isArray(value) ? value.join('; ') : String(value ?? '');
  return text === '' ? '(empty)' : `"${text}"`;
}
