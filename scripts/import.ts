/**
 * `npm run import`: creates a standard over REST from a document in markup, JSON or OSCAL, and prints what
 * was changed; `--dry-run` only prints.
 */
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { readDocument } from './documents/read-document.ts';
import { runStep } from './embedded-servers/progress.ts';
import { describeError, exitCodeOf } from './import/errors.ts';
import { HELP, type ImportOptions, readOptions } from './import/options.ts';
import { describeDocument, describeOutcome, toJsonReport } from './import/report.ts';
import { runQuietly, sendDocument } from './import/send-document.ts';

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) console.log(HELP);
  else await run(options);
} catch (error) {
  for (const line of describeError(error)) console.error(line);
  process.exitCode = exitCodeOf(error);
}

async function run({ file, fieldsFile, format, target, json, ...options }: ImportOptions): Promise<void> {
  const read = readDocument({
    file: readFileSync(file),
    ...(fieldsFile === null ? {} : { fieldsFile: readFileSync(fieldsFile) }),
    ...(format === null ? {} : { format }),
    fileName: basename(file, extname(file)),
  });
  const name = options.name ?? read.document.title;
  if (!json) console.log(describeDocument(name, read).join('\n'));
  const showStep = process.stdout.isTTY && !json ? runStep : runQuietly;
  const outcome = target === null ? null : await sendDocument(name, read.document, target, showStep);
  if (json) console.log(JSON.stringify(toJsonReport(name, read, outcome), null, 2));
  else console.log(outcome ? describeOutcome(outcome) : 'Nothing was sent: --dry-run.');
}
