/**
 * `npm run import`: creates a standard over REST from a document in a format of `documents/`, publishes it
 * with `--publish`, and prints what was changed; `--dry-run` only prints. With `--edition-of` it is the next edition of
 * a standard that exists (`edition/`).
 */
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { runStep } from '../console/progress.ts';
import { printLines } from '../console/terminal-text.ts';
import { readDocument } from './documents/read-document.ts';
import { describeRun, runEdition, toJsonRun } from './edition/run-edition.ts';
import { describeError, exitCodeOf } from './errors.ts';
import { HELP, type ImportOptions, readOptions } from './options.ts';
import { describeDocument, describeOutcome, toJsonReport } from './report.ts';
import { runQuietly, sendDocument } from './send-document.ts';

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) printLines(HELP.split('\n'), console.log);
  else await run(options);
} catch (error) {
  printLines(describeError(error), console.error);
  process.exitCode = exitCodeOf(error);
}

async function run({
  file,
  fieldsFile,
  format,
  sheet,
  target,
  edition,
  json,
  ...options
}: ImportOptions): Promise<void> {
  const read = readDocument({
    file: readFileSync(file),
    ...(fieldsFile === null ? {} : { fieldsFile: readFileSync(fieldsFile) }),
    ...(format === null ? {} : { format }),
    ...(sheet === null ? {} : { sheet }),
    fileName: basename(file, extname(file)),
  });
  const name = options.name ?? read.document.title;
  if (!json) printLines(describeDocument(name, read), console.log);
  const showStep = process.stdout.isTTY && !json ? runStep : runQuietly;
  if (edition !== null) {
    const report = (lines: string[]) => (json ? undefined : printLines(lines, console.log));
    const done = await runEdition(read, edition, showStep, report);
    const lines = json
      ? JSON.stringify(toJsonRun(done, edition), null, 2).split('\n')
      : describeRun(done, edition);
    return printLines(lines, console.log);
  }
  const outcome =
    target === null
      ? null
      : await sendDocument(name, read.document, target, showStep, () =>
          console.error('The service does not answer; waiting for it, up to a minute …'),
        );
  const lines = json
    ? JSON.stringify(toJsonReport(name, read, outcome), null, 2).split('\n')
    : outcome
      ? describeOutcome(outcome)
      : ['Nothing was sent: --dry-run.'];
  printLines(lines, console.log);
}
