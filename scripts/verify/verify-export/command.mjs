/**
 * Command line of the offline verifier: reads its arguments, verifies each file and the chain, prints the results and
 * gives the exit code.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { verifyChain } from './chain.mjs';
import { verifyFile } from './files.mjs';
import { canonical, decode, nameOf, quote } from './json.mjs';
import { attachedKeys, isPdf } from './pdf.mjs';
import { Refused } from './refusals.mjs';

const USAGE = `Usage: npm run verify-export FILE... [-- --keys keys.json]

Verifies exports and proofs of published project revisions, and the exports attached to PDFs of them, offline. Several exports of one project are also
checked against each other: each certificate names the one before it.

  --keys FILE   the response of GET /api/certificates/keys; default: keys.json in the folder of each file,
                for a PDF without one the key attached to it
  --help        prints this

Exit 0: verified. Exit 1: refused, with the reason. Exit 2: not checked.`;

/** Whoever sends a file can send a key that signed it. */
const compareKey = (place) =>
  `compare the key: its list ${place} and may come from whoever made both. Its keyid must be one that you got from the issuer another way.`;
const COMPARE_KEY = compareKey('lay next to the file');
const COMPARE_ATTACHED_KEY = compareKey('is attached to the file');

/** The pages are not signed: whoever passes a PDF on can change them. */
const ATTACHED =
  'export.json, which is attached to the PDF, is what was verified. Nothing signs the pages: what counts is in the export';

/** Blanks are not signed: anybody who passes a file on can make one. */
const WITHHELD = 'the file says that a moderator withheld the words, which nothing signs';

const MALFORMED = 'a member that the format requires is missing, or is of another type.';

/** Resolves a path against the folder in which npm was called: npm changes into the folder of the package. */
const fromCaller = (path) => (process.env.INIT_CWD ? resolve(process.env.INIT_CWD, path) : path);

/** A line without characters that a terminal would obey: a file must not decide how its result looks. */
const toLine = (text) => text.replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd');
const print = (text) => console.log(toLine(text));
const printError = (text) => console.error(toLine(text));

/** Null for a command line that is not understood. */
function readArguments(argv) {
  const args = [...argv];
  const at = args.indexOf('--keys');
  const keysFile = at < 0 ? null : args.splice(at, 2)[1];
  const isUnderstood =
    args.length > 0 && keysFile !== undefined && !args.some((name) => name.startsWith('--'));
  return isUnderstood ? { files: args, keysFile } : null;
}

/** Verifies the files of a command line. @returns its exit code */
export function main(argv) {
  if (argv.includes('--help') || argv.includes('-h')) {
    console.log(USAGE);
    return 0;
  }
  const args = readArguments(argv);
  if (args === null) {
    console.error(USAGE);
    return 2;
  }
  const codes = [];
  const verified = [];
  for (const name of args.files) {
    const { code, certificate } = verifyOne(name, args.keysFile);
    codes.push(code);
    if (certificate) verified.push({ name, certificate });
  }
  if (verified.length > 1) codes.push(reportChain(verified));
  if (codes.includes(1)) return 1;
  return codes.includes(2) ? 2 : 0;
}

/** Verifies one file and prints the result. */
function verifyOne(name, keysFile) {
  const path = fromCaller(name);
  const keysPath = keysFile === null ? join(dirname(path), 'keys.json') : fromCaller(keysFile);
  let bytes;
  let keysBytes;
  try {
    if (!existsSync(path)) {
      printError(`file-missing: there is no file ${path}.`);
      return { code: 2 };
    }
    bytes = readFileSync(path);
    keysBytes = existsSync(keysPath) ? readFileSync(keysPath) : null;
  } catch (error) {
    printError(`file-unreadable: ${error.message}.`);
    return { code: 2 };
  }
  try {
    const isAttached = keysBytes === null && keysFile === null && isPdf(bytes);
    keysBytes ??= isAttached ? attachedKeys(bytes) : null;
    if (keysBytes === null) {
      printError(
        `keys-missing: there is no file ${keysPath}. Save the response of GET /api/certificates/keys there, over a connection you trust, or name one with --keys FILE (npm run verify-export FILE -- --keys keys.json).`,
      );
      return { code: 2 };
    }
    const result = verifyFile(bytes, decode(keysBytes, 'the keys file'));
    print(`VERIFIED  ${name}`);
    if (isPdf(bytes)) print(`  file      ${ATTACHED}`);
    printCertificate(result.certificate);
    if (result.leaf) printProof(result);
    else printExport(result);
    const keysName = isAttached ? 'the file itself' : (keysFile ?? join(dirname(name), 'keys.json'));
    print(`  key       ${result.certificate.keyid}, from ${keysName}`);
    if (isAttached) print(`  WARNING   ${COMPARE_ATTACHED_KEY}`);
    else if (dirname(path) === dirname(keysPath)) print(`  WARNING   ${COMPARE_KEY}`);
    return { code: 0, certificate: result.certificate };
  } catch (error) {
    printRefusal(name, error);
    return { code: 1 };
  }
}

/** A file that breaks the checks is malformed. What the language says of that helps nobody. */
function printRefusal(name, error) {
  printError(`REFUSED  ${name}`);
  const reason = error instanceof Refused ? error.reason : 'malformed';
  printError(`  ${reason}: ${error instanceof TypeError ? MALFORMED : error.message}`);
}

function printCertificate({ project, revision, issued_at }) {
  print(`  project   ${nameOf(project.name)} (${nameOf(project.id)})`);
  const { code, name, id } = revision;
  print(`  revision  ${nameOf(code)} ${quote(name)} (${nameOf(id)}), issued ${issued_at}`);
}

function printExport({ certificate, shown, sealed, withheld }) {
  print(`  content   sha256 ${certificate.content_sha256}; shows ${shown} of ${sealed} datasheets`);
  if (withheld.length > 0)
    print(`  not shown ${withheld.length} sections: ${WITHHELD}: ${withheld.join(', ')}`);
}

function printProof({ leaf, clause, value }) {
  if (clause) {
    const { name, standard_id, standard_revision } = leaf.standard;
    const text = clause.wording === null ? `not shown: ${WITHHELD}` : canonical(clause.wording);
    print(
      `  standard  ${nameOf(name)} (${nameOf(standard_id)}), revision ${nameOf(standard_revision?.code)}`,
    );
    print(`  clause    ${nameOf(clause.address)} ${text}`);
  } else if (value) {
    const { id, name, revision } = leaf.datasheet;
    print(`  sheet     ${nameOf(name)} (${nameOf(id)}), revision ${nameOf(revision?.code)}`);
    print(`  value     ${canonical(value)}`);
  } else {
    const { part, ...shown } = leaf;
    print(`  ${nameOf(part).padEnd(8)}  ${canonical(shown)}`);
  }
}

/** Checks the chain of the verified files and prints the result. */
function reportChain(verified) {
  try {
    const { links, notes } = verifyChain(verified);
    if (links + notes.length > 0) print(`CHAIN  ${links} ${links === 1 ? 'link' : 'links'} verified`);
    for (const note of notes) print(`  not checked: ${note}`);
    return 0;
  } catch (error) {
    printRefusal('the chain', error);
    return 1;
  }
}
