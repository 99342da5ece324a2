/** Verifies one file, an export (alone or attached to a PDF) or a proof: no member is unsigned, then its certificate, its content and what is shown. */
import { openCertificate } from './certificate.mjs';
import {
  canonical,
  decode,
  isObject,
  parse,
  parseStrictly,
  quote,
  refuseDuplicateKeys,
  same,
  sha256,
  toBytes,
} from './json.mjs';
import { attachedExport, isPdf } from './pdf.mjs';
import { refuse } from './refusals.mjs';
import { checkSections, datasheetCheck, openInner } from './shown-content.mjs';
import { differs, textsOfParts } from './signed-parts.mjs';
import { checkInclusion, headOfTree } from './trees.mjs';

const MEMBERS = ['project', 'revision', 'sections', 'datasheets', 'certificate', 'signature', 'content'];
const PROOF_MEMBERS = ['proof', 'clause', 'value', 'certificate', 'signature'];

/** The signed content, after its check against the certificate. */
function openContent(text, certificate) {
  if (typeof text !== 'string') refuse('content-missing', 'content is not a string.');
  const content = parse(text, 'content');
  // Canonical text has no duplicate keys.
  const isCanonical = canonical(content) === text;
  if (!isCanonical) refuseDuplicateKeys(text, 'content');
  if (sha256(toBytes(text, 'content')) !== certificate.content_sha256) {
    const { project, revision } = isObject(content) ? content : {};
    if (project?.id !== certificate.project.id || revision?.id !== certificate.revision.id) {
      refuse('content-of-another-revision', 'The certificate is of one revision and the content of another.');
    }
    refuse(
      'content-changed',
      'content was changed after it was signed: its SHA-256 is not the certified one.',
    );
  }
  if (!isCanonical) refuse('content-not-canonical', 'content is not canonical JSON.');
  if (!isDescribed(content, certificate))
    refuse('certificate-content-disagree', 'The certificate does not match the content.');
  return content;
}

/** Whether the certificate says of the content what is in it. */
function isDescribed(content, certificate) {
  const { project } = content;
  const { id, code, name } = content.revision;
  const fingerprints = content.standards.map(({ standard_id, standard_revision, content_hash }) => ({
    standard_id,
    standard_revision_id: standard_revision.id,
    code: standard_revision.code,
    content_hash,
  }));
  return (
    content.schema_version === certificate.schema_version &&
    same({ id: project.id, name: project.name }, certificate.project) &&
    same({ id, code, name }, certificate.revision) &&
    same(fingerprints, certificate.fingerprints) &&
    same(headOfTree(content.proof_seed, textsOfParts(content)), certificate.content_tree)
  );
}

/** Checks that the readable parts of the file are what the signed content says. */
function checkShown(file, content, certificate) {
  if (!same(file.project, content.project)) differs('project', 'not the signed header.');
  if (!isObject(file.revision)) differs('revision', 'missing.');
  const { content_hash: hash, acknowledged = [], ...revision } = file.revision;
  if (!same(revision, content.revision)) differs('revision', 'not the signed revision.');
  if (!same(acknowledged, certificate.acknowledged))
    differs('revision.acknowledged', 'not the certified acknowledgments.');
  if (hash !== certificate.content_sha256) differs('revision.content_hash', 'not the certified hash.');
  if (!Array.isArray(file.sections) || file.sections.length !== content.sections.length)
    differs('sections', 'not the signed list.');
  const withheld = checkSections(file.sections, content.sections);
  checkDatasheets(file.datasheets, content, datasheetCheck(content));
  return withheld;
}

function checkDatasheets(datasheets, content, checkDatasheet) {
  if (!Array.isArray(datasheets)) differs('datasheets', 'missing.');
  const signed = new Map(content.datasheets.map((sheet) => [sheet.id, sheet]));
  const templates = new Map(content.standards.map(({ standard_id, template }) => [standard_id, template]));
  datasheets.forEach((shown, index) => {
    const path = `datasheets[${index}]`;
    const original = isObject(shown) ? signed.get(shown.id) : undefined;
    if (!original) differs(path, 'not a datasheet of this revision, or shown twice.');
    signed.delete(shown.id);
    const { template, ...sheet } = shown;
    checkDatasheet(path, sheet, original);
    if (template !== undefined && !same(template, templates.get(original.standard.id)))
      differs(`${path}.template`, 'not the signed template.');
  });
}

/** Refuses members that nothing signs. */
function checkMembers(file, allowed) {
  for (const member of Object.keys(file)) {
    if (!allowed.includes(member))
      refuse('unexpected-member', `The file has a member ${quote(member)} that is not signed.`);
  }
}

function openExport(file, keysText) {
  const missing = ['certificate', 'signature', 'content'].filter((member) => file[member] === undefined);
  if (missing.length > 0) {
    refuse(
      'not-signed',
      `The file has no ${missing.join(', ')}: only exports of published revisions are signed.`,
    );
  }
  checkMembers(file, MEMBERS);
  const certificate = openCertificate(file, keysText);
  const content = openContent(file.content, certificate);
  const withheld = checkShown(file, content, certificate);
  return { certificate, withheld, shown: file.datasheets.length, sealed: content.datasheets.length };
}

function openProof(file, keysText) {
  const missing = ['certificate', 'signature'].filter((member) => file[member] === undefined);
  if (missing.length > 0) refuse('not-signed', `The proof has no ${missing.join(', ')}.`);
  checkMembers(file, PROOF_MEMBERS);
  const certificate = openCertificate(file, keysText);
  checkInclusion(file.proof, certificate.content_tree, 'proof-broken', 'The proof');
  const { leaf } = file.proof;
  return { certificate, leaf, ...openInner(file, leaf) };
}

function openFile(bytes) {
  const file = parseStrictly(decode(bytes, 'the export'), 'the export');
  if (!isObject(file)) refuse('not-an-export', 'The file is neither an export nor a proof.');
  return file;
}

/**
 * Verifies an export.
 * @param {Uint8Array} bytes the file
 * @param {string} keysText the trusted keys, a response of GET /api/certificates/keys
 * @returns the certificate, what is withheld, and how many datasheets are shown and sealed
 * @throws {Refused} with its reason
 */
export const verifyExport = (bytes, keysText) => openExport(openFile(bytes), keysText);

/**
 * Verifies an export, alone or attached to a PDF, or a proof.
 * @param {Uint8Array} bytes the file
 * @param {string} keysText the trusted keys
 * @returns what `verifyExport` returns; for a proof the certificate, the part, and the clause or value if any
 * @throws {Refused} with its reason
 */
export function verifyFile(bytes, keysText) {
  if (isPdf(bytes)) return openExport(openFile(attachedExport(bytes)), keysText);
  const file = openFile(bytes);
  return file.proof === undefined ? openExport(file, keysText) : openProof(file, keysText);
}
