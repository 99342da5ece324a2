/**
 * `npm run import`: creates a standard over REST from a document in a format of `documents/`, publishes it
 * with `--publish`, and prints what was changed; `--dry-run` only prints. With `--edition-of` it is the next edition of
 * a standard that exists (`edition/`), with `--into` a Word file of one that comes back (`into/`), with `--tracked` a Word
 * file whose changes are a revision of their own (`tracked/`).
 */
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { runStep } from '../console/progress.ts';
import { printLines } from '../console/terminal-text.ts';
import { type ReadDocument, readDocument } from './documents/read-document.ts';
import { assertImagesThere, settleImages } from './documents/source-images.ts';
import { readStyleFile } from './documents/word/style-file.ts';
import { findUnmappedStyles } from './documents/word/unmapped-styles.ts';
import { describeRun, runEdition, toJsonRun } from './edition/run-edition.ts';
import { describeError, exitCodeOf } from './errors.ts';
import { describeIntoRun, runInto } from './into/run-into.ts';
import { HELP, type ImportOptions, readOptions } from './options.ts';
import { describeDocument, describeOutcome, describeStyles, toJsonReport } from './report.ts';
import { runQuietly, sendDocument } from './send-document.ts';
import { readTrackedFile } from './tracked/read-tracked.ts';
import { describeTracked, describeTrackedOutcome, runTracked } from './tracked/run-tracked.ts';

const NOT_SENT = ['Nothing was sent: --dry-run.'];

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) printLines(HELP.split('\n'), console.log);
  else await run(options);
} catch (error) {
  printLines(describeError(error), console.error);
  process.exitCode = exitCodeOf(error);
}

async function run(options: ImportOptions): Promise<void> {
  const { edition, into, json } = options;
  const showStep = process.stdout.isTTY && !json ? runStep : runQuietly;
  const report = (lines: string[]) => (json ? undefined : printLines(lines, console.log));
  const finish = (lines: string[], outcome: object) =>
    printLines(json ? JSON.stringify(outcome, null, 2).split('\n') : lines, console.log);
  const file = readFileSync(options.file);
  if (into !== null) {
    const done = await runInto(file, into, showStep, report);
    if (done.conflicts.length > 0) process.exitCode = 1;
    return finish(describeIntoRun(done), done);
  }
  const fileName = basename(options.file, extname(options.file));
  const roles =
    options.stylesFile === null ? undefined : readStyleFile(readFileSync(options.stylesFile, 'utf8'));
  if (options.isTracked) {
    const tracked = readTrackedFile(file, fileName, roles);
    const name = options.name ?? tracked.after.title;
    const read: ReadDocument = {
      format: 'docx',
      document: tracked.after,
      changes: tracked.changes,
      images: tracked.images,
    };
    report(describeDocument(name, read));
    report(describeTracked(tracked));
    const { target } = options;
    const outcome = target === null ? null : await runTracked(name, tracked, target, showStep);
    return finish(outcome === null ? NOT_SENT : describeTrackedOutcome(outcome), {
      ...toJsonReport(name, read, null),
      tracked: tracked.tracked,
      standard: outcome,
    });
  }
  const { fieldsFile, format, sheet } = options;
  const found = readDocument({
    file,
    ...(fieldsFile === null ? {} : { fieldsFile: readFileSync(fieldsFile) }),
    ...(format === null ? {} : { format }),
    ...(sheet === null ? {} : { sheet }),
    fileName,
    roles,
  });
  // The next edition is settled with the images that the standard has.
  const read =
    edition === null && found.format === 'docx'
      ? { ...found, ...settleImages(found.document, found.images) }
      : found;
  if (edition === null) assertImagesThere(read.document, read.images);
  const name = options.name ?? read.document.title;
  report(describeDocument(name, read));
  if (edition !== null) {
    const done = await runEdition(read, edition, showStep, report);
    return finish(describeRun(done, edition), toJsonRun(done, edition));
  }
  await sendNew(name, read, options, showStep, (lines, outcome) => {
    const styles = outcome === null && read.format === 'docx' ? findUnmappedStyles(file, roles) : [];
    const all = {
      ...toJsonReport(name, read, outcome),
      ...(styles.length > 0 ? { unmappedStyles: styles } : {}),
    };
    finish([...describeStyles(styles), ...lines], all);
  });
}

async function sendNew(
  name: string,
  read: ReadDocument,
  { target }: ImportOptions,
  showStep: typeof runQuietly,
  finish: (lines: string[], outcome: Awaited<ReturnType<typeof sendDocument>> | null) => void,
): Promise<void> {
  if (target === null) return finish(NOT_SENT, null);
  const outcome = await sendDocument(name, read, target, showStep, () =>
    console.error('The service does not answer; waiting for it, up to a minute …'),
  );
  finish(describeOutcome(outcome), outcome);
}
