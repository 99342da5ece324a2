/** `npm run import`: makes a standard from a document in markup, in JSON or in OSCAL, through REST. */
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { type ReadDocument, readDocument } from './documents/read-document.ts';
import { runStep } from './embedded-servers/progress.ts';
import { describeError, exitCodeOf } from './import/errors.ts';
import { findLibrary, findOrCreateCategory } from './import/filing.ts';
import { type ImportOutcome, importStandard, type RunStep } from './import/import-standard.ts';
import { HELP, type ImportOptions, type ImportTarget, readOptions } from './import/options.ts';
import { describeDocument, describeOutcome, toJsonReport } from './import/report.ts';
import { RetryingCaller } from './import/retrying-caller.ts';
import { RestClient } from './rest-client/client.ts';

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) console.log(HELP);
  else await run(options);
} catch (error) {
  for (const line of describeError(error)) console.error(line);
  process.exitCode = exitCodeOf(error);
}

async function run(options: ImportOptions): Promise<void> {
  const { file, fieldsFile, format, target, json } = options;
  const read = readDocument({
    file: readFileSync(file),
    ...(fieldsFile === null ? {} : { fieldsFile: readFileSync(fieldsFile) }),
    ...(format === null ? {} : { format }),
    fileName: basename(file, extname(file)),
  });
  const name = options.name ?? read.document.title;
  if (!json) console.log(describeDocument(name, read).join('\n'));
  const outcome = target === null ? null : await send(name, read, target, json ? quietly : runStep);
  if (json) console.log(JSON.stringify(toJsonReport(name, read, outcome), null, 2));
  else console.log((outcome ? describeOutcome(outcome) : ['Nothing was sent: --dry-run.']).join('\n'));
}

/** @throws ApiError, ServiceAwayError, NameInUseError, UsageError */
async function send(
  name: string,
  { document }: ReadDocument,
  target: ImportTarget,
  showStep: RunStep,
): Promise<ImportOutcome> {
  const client = new RestClient(target.base, { key: target.key });
  // A wrong URL or key is told at once; later on a service that is away is waited for.
  const { user } = await client.call('discovery.whoami');
  const api = new RetryingCaller(client);
  const { scope } = target;
  const category = target.category ?? document.category ?? null;
  const about = {
    name,
    description: document.description,
    category_id: await findOrCreateCategory(api, scope, category),
    library_id: await findLibrary(api, scope, target.library),
    ...scope,
  };
  const order = { document, about, publish: target.publish, userId: user.id };
  return importStandard(api, order, process.stdout.isTTY ? showStep : quietly);
}

/** A step without a line about it: for files and for programs that read the output. */
function quietly<T>(_: string, work: () => Promise<T>): Promise<T> {
  return work();
}
