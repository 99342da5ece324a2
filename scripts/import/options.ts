/** Command line of `npm run import`: help text, options with their types, and their validation. */
import { resolve } from 'node:path';
import type { SUBJECT_TYPES } from '../../shared/contracts/common-shapes.ts';
import { assertServiceUrl, parseOptions, UsageError } from '../console/command-line.ts';
import { type DocumentFormat, FORMATS } from './documents/read-document.ts';

export const HELP = `npm run import -- FILE --to URL --key KEY [OPTIONS]: creates a standard from a document, or with --edition-of
saves it as the next edition of one.

FILE is markup (as GET /api/standards/ID?format=markdown gives it), JSON such as {"title": "…", "elements": […]}, an
OSCAL catalogue in JSON, a SpecsIntact section (.SEC), a Word document (.docx), or an IDS, a ReqIF file, or a list in
CSV or Excel (.xlsx) whose first row names its columns; docs/import.md has what becomes of each.
  --to URL            the service, such as http://127.0.0.1:3000
  --key KEY           a key with standard:read, standard:view_drafts, standard:create, standard:update, category:read,
                      category:create and, with --publish, standard:revision:save; or set IMPORT_KEY, which other users cannot see
  --name NAME         name of the standard; otherwise the title of the document, else the name of the file
  --scope SCOPE       company (default), user, global or project:ID
  --category NAME|ID  category to file it in, created if it does not exist; otherwise the one that the document names,
                      else "Imported standards"
  --library NAME|ID   library; otherwise the default library of the scope
  --publish           publish the first revision
  --fields FILE       the fields of a JSON document, when they are in a file of their own
  --sheet NAME        the sheet of an Excel file; otherwise its first visible one with rows
  --format FORMAT     ${FORMATS.join(', ')}; otherwise recognised by the content
  --styles FILE       what the styles of a Word file are, as YAML or JSON: Body Copy: clause 3
  --tracked           a Word file with tracked changes becomes two revisions: the text before, published, and the text with
                      the changes, as the working copy or with --publish as the next revision
  --dry-run           only read the document and report what would be changed; needs neither URL nor key
  --json              the report as JSON on standard output

  --edition-of ID         saves the document into the working copy of this standard. Its clauses keep their identities, and with
                          them the values of datasheets: by their text, printed number and place. --dry-run, which then
                          needs URL and key, reports what is kept, moved, new, deleted and uncertain, and stores nothing
  --into ID               a Word file of this standard (GET /api/standards/ID/document?format=docx) that was edited comes back into
                          its working copy: the clauses that were edited, and no others; also with the options below
  --identities-out FILE   writes what is uncertain into a new file, to be settled by hand
  --identities FILE       the settled file: which clause an element is, or that it is new
  --confirm-replace       unpublished changes, or more than half of the clauses or fields, may be replaced
  --help              this text

Run the same command again after an interruption: it goes on where it stopped.
Exit codes: 0 done, 1 refused by the service, 64 wrong command line, 65 unusable document, 66 file not readable,
69 service not reachable, 75 service became unreachable or 130 Ctrl-C (run it again), 77 key not accepted or without a permission.`;

/** Scope of the standard. */
export interface ImportScope {
  subject_type: (typeof SUBJECT_TYPES)[number];
  subject_id?: number;
}

export interface ImportOptions {
  help: boolean;
  file: string;
  fieldsFile: string | null;
  stylesFile: string | null;
  /** Tracked changes of a Word file become a revision of their own. */
  isTracked: boolean;
  format: DocumentFormat | null;
  sheet: string | null;
  /** Null for a dry run. */
  target: ImportTarget | null;
  name: string | null;
  json: boolean;
  /** Instead of a new standard; null for one. */
  edition: ExistingStandardTarget | null;
  /** The standard into which a Word file made of it comes back; null for none. */
  into: ExistingStandardTarget | null;
}

/** The standard into whose working copy the document is saved. */
export interface ExistingStandardTarget {
  base: string;
  key: string;
  standardId: number;
  /** Paths. */
  identities: string | null;
  identitiesOut: string | null;
  confirmReplace: boolean;
  publish: boolean;
  dryRun: boolean;
}

/** The service and the place of the standard in it. */
export interface ImportTarget {
  base: string;
  key: string;
  scope: ImportScope;
  /** Name or id; null: the one that the document names, or the default one. */
  category: string | null;
  library: string | null;
  publish: boolean;
}

/**
 * Reads the command line. Paths are relative to the folder in which npm was called.
 * @throws UsageError naming the wrong option
 */
export function readOptions(args: string[], env: NodeJS.ProcessEnv): ImportOptions {
  const { values, positionals } = parse(args);
  const [file, ...rest] = positionals;
  if (values.help === true) return { ...NOTHING, help: true };
  if (file === undefined) throw new UsageError('Which file? See npm run import -- --help.');
  if (rest.length > 0) throw new UsageError(`Only one file can be imported at a time, not also ${rest[0]}.`);
  const at = (path: string): string => resolve(env.INIT_CWD ?? process.cwd(), path);
  const existing = EXISTING.filter((name) => values[name] !== undefined);
  assertTogether(values, existing);
  const [mode] = existing;
  return {
    help: false,
    file: at(file),
    fieldsFile: values.fields === undefined ? null : at(values.fields),
    stylesFile: values.styles === undefined ? null : at(values.styles),
    isTracked: values.tracked === true,
    format: readFormat(values.format),
    sheet: values.sheet ?? null,
    target: mode !== undefined || values['dry-run'] === true ? null : readTarget(values, env),
    edition: mode === 'edition-of' ? readExistingStandard(mode, values, env, at) : null,
    into: mode === 'into' ? readExistingStandard(mode, values, env, at) : null,
    name: values.name ?? null,
    json: values.json === true,
  };
}

const NOTHING: ImportOptions = {
  help: false,
  file: '',
  fieldsFile: null,
  stylesFile: null,
  isTracked: false,
  format: null,
  sheet: null,
  target: null,
  name: null,
  json: false,
  edition: null,
  into: null,
};

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const options = {
    to: text,
    key: text,
    name: text,
    scope: text,
    category: text,
    library: text,
    fields: text,
    styles: text,
    tracked: flag,
    format: text,
    sheet: text,
    'edition-of': text,
    into: text,
    identities: text,
    'identities-out': text,
    'confirm-replace': flag,
    publish: flag,
    'dry-run': flag,
    json: flag,
    help: { type: 'boolean', short: 'h' },
  } as const;
  return parseOptions('npm run import', { args, options, allowPositionals: true });
}

type Values = ReturnType<typeof parse>['values'];

/** Options that name a standard that exists. */
const EXISTING = ['edition-of', 'into'] as const;
type Existing = (typeof EXISTING)[number];

/** Options of a new standard alone, and of one that exists alone. */
const OF_NEW = ['name', 'scope', 'category', 'library', 'tracked'] as const;
const OF_EXISTING = ['identities', 'identities-out', 'confirm-replace'] as const;

/** What these read is a Word file that says all of it. */
const MEANINGLESS = {
  into: ['format', 'fields', 'sheet', 'styles'],
  tracked: ['format', 'fields', 'sheet'],
} as const;

function assertTogether(values: Values, [mode, other]: readonly Existing[]): void {
  for (const reading of ['into', 'tracked'] as const) {
    const ignored = MEANINGLESS[reading].find((name) => values[name] !== undefined);
    if (values[reading] !== undefined && ignored !== undefined)
      throw new UsageError(
        `--${reading} reads a Word file, for which --${ignored} has no meaning. Leave it out.`,
      );
  }
  if (other !== undefined) throw new UsageError(`--${mode} and --${other} cannot be meant together.`);
  const wrong = (mode === undefined ? OF_EXISTING : OF_NEW).find((name) => values[name] !== undefined);
  if (wrong === undefined) return;
  throw new UsageError(
    mode === undefined
      ? `--${wrong} needs --edition-of ID or --into ID.`
      : `--${wrong} is of a new standard, and --${mode} names one that exists.`,
  );
}

function readService({ to, key }: Values, env: NodeJS.ProcessEnv): { base: string; key: string } {
  if (to === undefined) throw new UsageError('Where to? Give --to URL, or --dry-run to only see the report.');
  assertServiceUrl('to', to);
  const given = key ?? env.IMPORT_KEY ?? '';
  if (given === '') throw new UsageError('Give --key KEY, or set IMPORT_KEY.');
  return { base: to, key: given };
}

function readTarget(values: Values, env: NodeJS.ProcessEnv): ImportTarget {
  const { scope = 'company', category = null, library = null, publish = false } = values;
  return { ...readService(values, env), scope: readScope(scope), category, library, publish };
}

function readExistingStandard(
  mode: Existing,
  values: Values,
  env: NodeJS.ProcessEnv,
  at: (path: string) => string,
): ExistingStandardTarget {
  const { [mode]: id = '', identities, 'identities-out': identitiesOut, publish = false } = values;
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new UsageError(`--${mode} ${id} is not the id of a standard.`);
  return {
    ...readService(values, env),
    standardId: Number(id),
    identities: identities === undefined ? null : at(identities),
    identitiesOut: identitiesOut === undefined ? null : at(identitiesOut),
    confirmReplace: values['confirm-replace'] === true,
    publish,
    dryRun: values['dry-run'] === true,
  };
}

function readScope(text: string): ImportScope {
  const project = /^project:([1-9]\d*)$/.exec(text)?.[1];
  if (project !== undefined) return { subject_type: 'project', subject_id: Number(project) };
  if (text === 'company' || text === 'user' || text === 'global') return { subject_type: text };
  throw new UsageError(`--scope ${text} is not company, user, global or project:ID.`);
}

function readFormat(text: string | undefined): DocumentFormat | null {
  const known = FORMATS.find((format) => format === text);
  if (text !== undefined && known === undefined)
    throw new UsageError(`--format ${text} is not one of ${FORMATS.join(', ')}.`);
  return known ?? null;
}
