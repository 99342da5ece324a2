#!/usr/bin/env node
/**
 * Verifier of signed exports of published project revisions. One file, no dependencies, no network, no
 * service:
 *
 *   npm run verify-export FILE            keys from keys.json in the folder of FILE
 *   npm run verify-export FILE -- --keys keys.json
 *
 * Paths are relative to the folder in which npm was called.
 *
 * keys.json is the response of GET /api/certificates/keys, saved once over a connection you trust: the source
 * of the keys decides what verifies. Exit 0: verified. Exit 1: refused, with a reason. Exit 2: not checked.
 *
 * Order of the checks: the DSSE envelope (Ed25519 over the certificate's bytes and their type; the key is
 * chosen by keyid from keys.json, never by the file), the key itself, the certificate, the SHA-256 of
 * `content`, and the readable parts of the file (project, revision, sections, datasheets), which must equal
 * `content`.
 */
import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const PAYLOAD_TYPE = 'application/vnd.css.certificate+json;v=1';
const MEMBERS = ['project', 'revision', 'sections', 'datasheets', 'certificate', 'signature', 'content'];

/** The refusal of an export: `reason` is stable, the message is for people. */
export class Refused extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}
const refuse = (reason, message) => {
  throw new Refused(reason, message);
};

// ---- reading ------------------------------------------------------------------------------------

function decode(bytes, what) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return refuse('not-utf8', `${what} is not UTF-8 text.`);
  }
}

function parse(text, what) {
  try {
    return JSON.parse(text);
  } catch (error) {
    return refuse('not-json', `${what} is not JSON: ${error.message}`);
  }
}

/**
 * Refuses JSON with a key twice in one object: JSON.parse keeps the last one silently, and another reader the
 * first.
 */
function refuseDuplicateKeys(text, what) {
  const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/g;
  const open = [];
  for (const [word] of text.matchAll(token)) {
    const inside = open[open.length - 1];
    if (word === '{') open.push({ keys: new Set(), expectsKey: true });
    else if (word === '[') open.push(null);
    else if (word === '}' || word === ']') open.pop();
    else if (inside && word === ',') inside.expectsKey = true;
    else if (inside?.expectsKey) {
      const key = word.includes('\\') ? JSON.parse(word) : word.slice(1, -1);
      if (inside.keys.has(key)) refuse('duplicate-key', `${what} contains the duplicate key ${word}.`);
      inside.keys.add(key);
      inside.expectsKey = false;
    }
  }
}

/** JSON without duplicate keys, which readers interpret differently. */
function parseStrictly(text, what) {
  const value = parse(text, what);
  refuseDuplicateKeys(text, what);
  return value;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** RFC 8785 of a parsed JSON value. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

/** Whether two parsed JSON values are equal, regardless of the order of keys. */
function same(left, right) {
  if (left === right) return left !== undefined;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right)) {
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, at) => same(item, right[at]))
    );
  }
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && same(left[key], right[key]))
  );
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** Bytes of canonical base64, so that no character can change unnoticed. */
function fromBase64(text, reason, what) {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : null;
  if (!bytes || bytes.toString('base64') !== text) refuse(reason, `${what} is not plain base64.`);
  return bytes;
}

// ---- the steps ----------------------------------------------------------------------------------

/** The pinned key with this keyid. It must be Ed25519, and its keyid must be its hash. */
function chooseKey(keysText, keyid) {
  const list = parseStrictly(keysText, 'the keys file');
  const keys = Array.isArray(list) ? list : list?.keys;
  if (!Array.isArray(keys))
    refuse('keys-unreadable', 'The keys file is not a response of GET /api/certificates/keys.');
  const named = keys.filter((key) => isObject(key) && key.keyid === keyid);
  if (named.length === 0)
    refuse(
      'unknown-key',
      `No pinned key has the keyid ${keyid}. Fetch the keys anew if you trust the sender.`,
    );
  if (named.length > 1) refuse('ambiguous-key', `The keys file has two keys with the keyid ${keyid}.`);
  const [entry] = named;
  let key;
  try {
    key = createPublicKey(entry.pem ?? { key: entry.jwk, format: 'jwk' });
  } catch {
    refuse('keys-unreadable', `The key ${keyid} cannot be read.`);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    refuse('key-not-ed25519', `The key ${keyid} is ${key.asymmetricKeyType}; only Ed25519 is accepted.`);
  }
  if (sha256(key.export({ type: 'spki', format: 'der' })) !== keyid) {
    refuse('keyid-mismatch', `The key listed as ${keyid} is another key: a keyid is the hash of its key.`);
  }
  return { key, entry };
}

function checkKeyInTime(entry, certificate) {
  const issued = Date.parse(certificate.issued_at);
  if (Number.isNaN(issued)) refuse('certificate-malformed', 'The certificate has no valid issue time.');
  if (entry.compromised_since !== undefined && entry.compromised_since !== null) {
    if (!(Date.parse(entry.compromised_since) > issued)) {
      refuse(
        'key-compromised',
        `The key leaked on ${entry.compromised_since}, before this certificate was issued.`,
      );
    }
    refuse(
      'key-compromised-later',
      `The key leaked on ${entry.compromised_since}. The certificate says it is older, but a thief can back-date one.`,
    );
  }
  if (entry.not_after && !(Date.parse(entry.not_after) >= issued)) {
    refuse('key-expired', `The key was retired on ${entry.not_after}, before this certificate was issued.`);
  }
}

/** The certificate in the envelope, after verification of its signature. */
function openEnvelope(signature, keysText) {
  if (!isObject(signature)) refuse('envelope-malformed', 'signature is not a DSSE envelope.');
  const { payloadType, payload, signatures, ...unknownMembers } = signature;
  const [first, ...others] = Array.isArray(signatures) ? signatures : [];
  if (!isObject(first) || others.length > 0)
    refuse('envelope-malformed', 'The envelope must carry exactly one signature.');
  const { keyid, sig, ...unknownInSignature } = first;
  for (const [member, value] of Object.entries({ ...unknownMembers, ...unknownInSignature })) {
    if (member === 'alg')
      refuse(
        'algorithm-not-allowed',
        `The file asks for the algorithm ${JSON.stringify(value)}; it may not choose one.`,
      );
    refuse('unexpected-member', `The envelope has a member ${JSON.stringify(member)} that is not allowed.`);
  }
  if (payloadType !== PAYLOAD_TYPE)
    refuse('wrong-payload-type', `The payload type is ${JSON.stringify(payloadType)}, not ${PAYLOAD_TYPE}.`);
  const { key, entry } = chooseKey(keysText, keyid);
  const body = fromBase64(payload, 'envelope-malformed', 'The payload');
  const signatureBytes = fromBase64(sig, 'bad-signature', 'The signature');
  const type = Buffer.from(payloadType);
  const signed = Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${body.length} `),
    body,
  ]);
  if (signatureBytes.length !== 64 || !verify(null, signed, key, signatureBytes)) {
    refuse(
      'bad-signature',
      'The signature does not match the certificate: it was changed, or signed with another key.',
    );
  }
  const text = decode(body, 'the certificate');
  const certificate = parseStrictly(text, 'the certificate');
  if (canonical(certificate) !== text)
    refuse('certificate-not-canonical', 'The signed certificate is not canonical JSON.');
  return { certificate, entry, keyid };
}

function checkCertificate(certificate, shown, keyid) {
  if (!isObject(certificate) || certificate.schema_version !== 1) {
    refuse('unknown-schema', 'This verifier knows certificates of schema version 1 only.');
  }
  if (!same(certificate, shown))
    refuse('certificate-differs', 'The certificate shown is not the one that was signed.');
  if (certificate.keyid !== keyid)
    refuse('keyid-mismatch', 'The certificate names another key than its envelope.');
  const {
    project,
    revision,
    content_sha256: hash,
    fingerprints,
    acknowledged,
    previous_certificate_sha256: previous,
  } = certificate;
  const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
  const isWhole =
    isObject(project) &&
    isObject(revision) &&
    isHash(hash) &&
    Array.isArray(fingerprints) &&
    Array.isArray(acknowledged) &&
    (previous === null || isHash(previous));
  if (!isWhole) refuse('certificate-malformed', 'The certificate lacks a field.');
}

/** The sealed content, after its check against the certificate. */
function openContent(text, certificate) {
  if (typeof text !== 'string') refuse('content-missing', 'content is not a string.');
  const content = parse(text, 'content');
  // Canonical text has no duplicate keys.
  const isCanonical = canonical(content) === text;
  if (!isCanonical) refuseDuplicateKeys(text, 'content');
  if (sha256(Buffer.from(text, 'utf8')) !== certificate.content_sha256) {
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
  const { id, code, name } = content.revision;
  const fingerprints = content.standards.map(({ standard_id, standard_revision, content_hash }) => ({
    standard_id,
    standard_revision_id: standard_revision.id,
    code: standard_revision.code,
    content_hash,
  }));
  const { project } = content;
  const agrees =
    same({ id: project.id, name: project.name }, certificate.project) &&
    same({ id, code, name }, certificate.revision) &&
    same(fingerprints, certificate.fingerprints);
  if (!agrees) refuse('certificate-content-disagree', 'The certificate does not match the content.');
  return content;
}

const differs = (path, message) => refuse('shown-differs', `${path}: ${message}`);

/** Checks that the readable parts of the file equal the signed content. */
function checkShown(file, content, certificate) {
  if (!same(file.project, content.project)) differs('project', 'not the signed header.');
  if (!isObject(file.revision)) differs('revision', 'missing.');
  const { content_hash: hash, ...revision } = file.revision;
  if (!same(revision, content.revision)) differs('revision', 'not the signed revision.');
  if (hash !== certificate.content_sha256) differs('revision.content_hash', 'not the certified hash.');
  const sections = checkSections(file.sections, content.sections);
  if (!Array.isArray(file.datasheets)) differs('datasheets', 'missing.');
  const sealed = new Map(content.datasheets.map((sheet) => [sheet.id, sheet]));
  const templates = new Map(content.standards.map(({ standard_id, template }) => [standard_id, template]));
  file.datasheets.forEach((shown, index) => {
    const path = `datasheets[${index}]`;
    const original = isObject(shown) ? sealed.get(shown.id) : undefined;
    if (!original) differs(path, 'not a datasheet of this revision, or shown twice.');
    sealed.delete(shown.id);
    const { template, ...sheet } = shown;
    if (!same(sheet, original))
      differs(path, `${JSON.stringify(original.name)} differs from the signed datasheet.`);
    if (template !== undefined && !same(template, templates.get(original.standard.id))) {
      differs(`${path}.template`, 'not the signed template.');
    }
  });
  return sections;
}

/**
 * @returns the number of sections whose text is withheld now, and of those whose text was withheld when
 * signed and is not certified
 */
function checkSections(shown, sealed) {
  let withheldNow = 0;
  let uncertified = 0;
  if (!Array.isArray(shown) || shown.length !== sealed.length) differs('sections', 'not the signed list.');
  shown.forEach((row, index) => {
    const path = `sections[${index}]`;
    if (!isObject(row)) differs(path, 'not a section.');
    const { scope_statement: text, withheld, ...place } = row;
    const { scope_statement_sha256: hash, ...original } = sealed[index];
    if (!same(place, original)) differs(path, 'not the signed section.');
    if (withheld !== undefined) {
      if (withheld !== true || text !== '') differs(path, 'a withheld scope statement shows no text.');
      withheldNow += 1;
    } else if (typeof text !== 'string' || (hash !== null && sha256(Buffer.from(text, 'utf8')) !== hash)) {
      differs(path, 'not the signed scope statement.');
    } else if (hash === null) uncertified += 1;
  });
  return { withheldNow, uncertified };
}

/**
 * Verifies an export.
 * @param {Uint8Array} bytes the file
 * @param {string} keysText the pinned keys, a response of GET /api/certificates/keys
 * @returns the certificate, and counts of sections and datasheets
 * @throws {Refused} with its reason
 */
export function verifyExport(bytes, keysText) {
  const file = parseStrictly(decode(bytes, 'the export'), 'the export');
  if (!isObject(file)) refuse('not-an-export', 'The file is not an export.');
  const missing = ['certificate', 'signature', 'content'].filter((member) => file[member] === undefined);
  if (missing.length > 0) {
    refuse(
      'not-signed',
      `The file has no ${missing.join(', ')}: only exports of published revisions are signed.`,
    );
  }
  for (const member of Object.keys(file)) {
    if (!MEMBERS.includes(member))
      refuse('unexpected-member', `The file has a member ${JSON.stringify(member)} that is not signed.`);
  }
  const { certificate, entry, keyid } = openEnvelope(file.signature, keysText);
  checkCertificate(certificate, file.certificate, keyid);
  checkKeyInTime(entry, certificate);
  const content = openContent(file.content, certificate);
  const sections = checkShown(file, content, certificate);
  return { certificate, sections, shown: file.datasheets.length, sealed: content.datasheets.length };
}

// ---- the command --------------------------------------------------------------------------------

/** Resolves a path against the folder in which npm was called: npm changes into the folder of the package. */
const fromCaller = (path) => (process.env.INIT_CWD ? resolve(process.env.INIT_CWD, path) : path);

function main(argv) {
  const args = [...argv];
  const at = args.indexOf('--keys');
  const keysFile = at < 0 ? null : args.splice(at, 2)[1];
  const [file, ...others] = args;
  if (!file || others.length > 0 || keysFile === undefined) {
    console.error('Usage: npm run verify-export FILE [-- --keys keys.json]');
    return 2;
  }
  const path = fromCaller(file);
  const keysPath = keysFile === null ? join(dirname(path), 'keys.json') : fromCaller(keysFile);
  for (const needed of [path, keysPath]) {
    if (existsSync(needed)) continue;
    console.error(
      needed === path
        ? `file-missing: there is no file ${path}.`
        : `keys-missing: there is no file ${keysPath}. Save the response of GET /api/certificates/keys there, over a connection you trust, or name one with --keys FILE.`,
    );
    return 2;
  }
  try {
    const { certificate, sections, shown, sealed } = verifyExport(
      readFileSync(path),
      readFileSync(keysPath, 'utf8'),
    );
    const { project, revision, issued_at, keyid, content_sha256 } = certificate;
    console.log(`VERIFIED  ${file}`);
    console.log(`  project   ${project.name} (${project.id})`);
    console.log(`  revision  ${revision.code} "${revision.name}" (${revision.id}), issued ${issued_at}`);
    console.log(`  content   sha256 ${content_sha256}; shows ${shown} of ${sealed} datasheets`);
    const { withheldNow, uncertified } = sections;
    if (withheldNow > 0)
      console.log(`  withheld  ${withheldNow} sections show no text, which is withheld by moderation`);
    if (uncertified > 0)
      console.log(
        `  WARNING   ${uncertified} sections show text that was withheld when signed: it is not certified`,
      );
    console.log(`  key       ${keyid}, from ${keysFile ?? join(dirname(file), 'keys.json')}`);
    return 0;
  } catch (error) {
    if (!(error instanceof Refused)) {
      // A file that breaks the checks is malformed.
      console.error(`REFUSED  ${file}\n  malformed: ${error.message}`);
      return 1;
    }
    console.error(`REFUSED  ${file}\n  ${error.reason}: ${error.message}`);
    return 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
