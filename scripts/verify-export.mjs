#!/usr/bin/env node
/**
 * Verifier of signed exports of published project revisions, and of proofs of one clause or value of them.
 * One file, no dependencies, no network, no service; `--help` prints its usage. The format of the files and
 * the rules are in docs/verification.md; scripts/verify_export.py is a second verifier of the same.
 *
 * keys.json is the response of GET /api/certificates/keys, saved once over a connection you trust: the source
 * of the keys decides what verifies.
 *
 * Order of the checks: the DSSE envelope (Ed25519 over the certificate's bytes and their type; the key is
 * chosen by keyid from keys.json, never by the file), the key itself, the certificate; for an export the
 * SHA-256 of `content` and the readable parts of the file (project, revision, sections, datasheets), which
 * must be what `content` says; for a proof the way from the part shown to the root in the certificate; for
 * several files the chain of their certificates.
 *
 * Written by scripts/write-verify-export.ts from the parts in scripts/verify-export/: change those.
 */
import { createPublicKey, hash, verify } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

// ---- refusals ----------------------------------------------------------------------------------

/** Every reason for which a file is refused, and the error with a reason. */

/** Every reason of a refusal; docs/verification.md says what each means. */
const REASONS = [
  'algorithm-not-allowed',
  'ambiguous-key',
  'bad-signature',
  'certificate-content-disagree',
  'certificate-differs',
  'certificate-malformed',
  'certificate-not-canonical',
  'chain-broken',
  'chain-forked',
  'clause-differs',
  'clause-proof-broken',
  'content-changed',
  'content-missing',
  'content-not-canonical',
  'content-of-another-revision',
  'duplicate-key',
  'envelope-malformed',
  'key-compromised',
  'key-compromised-later',
  'key-expired',
  'key-not-ed25519',
  'keyid-mismatch',
  'keys-unreadable',
  'malformed',
  'no-tree',
  'not-an-export',
  'not-json',
  'not-signed',
  'not-unicode',
  'not-utf8',
  'proof-broken',
  'proof-malformed',
  'shown-differs',
  'unexpected-member',
  'unknown-key',
  'unknown-schema',
  'value-proof-broken',
  'wrong-payload-type',
];

/** The refusal of an export: `reason` is stable, the message is for people. */
class Refused extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/** Refuses a file. @throws {Refused} */
const refuse = (reason, message) => {
  throw new Refused(reason, message);
};

// ---- json --------------------------------------------------------------------------------------

/**
 * Strict reading of JSON, its canonical text (RFC 8785), checks of its values, hashes and base64. Nothing here
 * calls itself once for each level of a file before the levels are counted, and no regular expression runs over a
 * whole file: either would end with a full stack.
 */

/** The text of UTF-8 bytes. */
function decode(bytes, what) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    // A text that is too long for this program is no fault of the file.
    if (error.code !== 'ERR_ENCODING_INVALID_ENCODED_DATA') throw error;
    return refuse('not-utf8', `${what} is not UTF-8 text.`);
  }
}

/** More levels than any export has; readers of JSON differ in how many they read. */
const MAX_DEPTH = 100;

/** The place of the quote that ends a string; at or behind the end of a text where none does. */
function endOfString(text, start) {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/**
 * Reads the structure of a JSON text from left to right.
 * @param visit called with each bracket, brace, comma, or quote that begins a string, its place, and that of its end
 */
function readStructure(text, visit) {
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const end = sign === '"' ? endOfString(text, at) : at;
    if ('"{}[],'.includes(sign)) visit(sign, at, end);
    at = end;
  }
}

/** Refuses a text with more levels than `MAX_DEPTH`, before anything reads it that calls itself for each level. */
function refuseManyLevels(text, what) {
  let depth = 0;
  readStructure(text, (sign) => {
    if (sign === '{' || sign === '[') depth += 1;
    else if (sign === '}' || sign === ']') depth -= 1;
    if (depth > MAX_DEPTH) refuse('not-json', `${what} has more than ${MAX_DEPTH} levels.`);
  });
}

/** The value of a JSON text. */
function parse(text, what) {
  refuseManyLevels(text, what);
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
  const open = [];
  readStructure(text, (sign, start, end) => {
    const inside = open[open.length - 1];
    if (sign === '{') open.push({ keys: new Set(), expectsKey: true });
    else if (sign === '[') open.push(null);
    else if (sign === '}' || sign === ']') open.pop();
    else if (inside && sign === ',') inside.expectsKey = true;
    else if (inside?.expectsKey) {
      const key = JSON.parse(text.slice(start, end + 1));
      if (inside.keys.has(key)) refuse('duplicate-key', `${what} has the member ${quote(key)} twice.`);
      inside.keys.add(key);
      inside.expectsKey = false;
    }
  });
}

/** JSON without duplicate keys, which readers interpret differently. */
function parseStrictly(text, what) {
  const value = parse(text, what);
  refuseDuplicateKeys(text, what);
  return value;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The longest part of a value of a file that a message has. */
const MAX_QUOTE = 120;

/** A value of a file for people, in JSON: cut where it is long, and in words where it is missing. */
function quote(value) {
  if (value === undefined) return 'missing';
  const text = JSON.stringify(value);
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

/** A name or id of a file for people: a text as it is. */
function nameOf(value) {
  return typeof value === 'string' && value.length <= MAX_QUOTE ? value : quote(value);
}

/** RFC 8785 of a parsed JSON value. */
function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const keys = Object.keys(value);
  // Those of canonical text are sorted as they are read.
  if (keys.some((key, at) => at > 0 && keys[at - 1] > key)) keys.sort();
  let text = '';
  for (const key of keys) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonical(value[key])}`;
  return `{${text}}`;
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

/** SHA-256 as hexadecimal digits. */
const sha256 = (data) => hash('sha256', data);
const isHash = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/** A time as the service writes it; such texts sort as the times they mean. */
const isTime = (value) =>
  typeof value === 'string' &&
  /^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]\.[0-9]{3}Z$/.test(
    value,
  );

/** UTF-8 bytes. A lone surrogate has none, and a reader that replaces it would hash another text. */
function toBytes(text, what) {
  if (!text.isWellFormed()) refuse('not-unicode', `${what} contains half of a surrogate pair.`);
  return Buffer.from(text, 'utf8');
}

/** Bytes of canonical base64, so that no character can change unnoticed. */
function fromBase64(text, reason, what) {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'base64') : null;
  if (!bytes || bytes.toString('base64') !== text) refuse(reason, `${what} is not plain base64.`);
  return bytes;
}

// ---- trees -------------------------------------------------------------------------------------

/**
 * Merkle trees (RFC 9162, section 2.1) with salted leaves: their heads, and checks that a part is in one. Also
 * salted hashes of wordings.
 */

/** Size and root of a tree. */
const isTreeHead = (value) => isObject(value) && isCount(value.size) && isHash(value.root_sha256);
const digest = (...parts) => hash('sha256', Buffer.concat(parts), 'buffer');
// What is hashed begins with its kind. Kinds 3 and 5 give seeds and salts, which no verifier derives.
const [LEAF, NODE, SALT, , WORDING] = [0, 1, 2, 3, 4].map((kind) => Buffer.from([kind]));
const hashLeaf = (salt, text) => digest(LEAF, salt, toBytes(text, 'a part'));
const hashNode = (left, right) => digest(NODE, left, right);

/** The salt of leaf number `index`. */
function saltOf(seed, index) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(index));
  return digest(SALT, seed, bytes);
}

/** The largest power of two below n. */
function splitOf(n) {
  let split = 1;
  while (split * 2 < n) split *= 2;
  return split;
}

/** The root over the hashes of leaves. */
function rootOf(hashes) {
  if (hashes.length < 2) return hashes[0] ?? digest();
  const split = splitOf(hashes.length);
  return hashNode(rootOf(hashes.slice(0, split)), rootOf(hashes.slice(split)));
}

/** The root to which a path leads from a leaf; null for a path of the wrong length. */
function rootFrom(hash, index, size, path) {
  if (size === 1) return path.length === 0 ? hash : null;
  const rest = path.slice(0, -1);
  const [last] = path.slice(-1);
  if (last === undefined) return null;
  const split = splitOf(size);
  const isLeft = index < split;
  const below = isLeft
    ? rootFrom(hash, index, split, rest)
    : rootFrom(hash, index - split, size - split, rest);
  if (below === null) return null;
  return isLeft ? hashNode(below, last) : hashNode(last, below);
}

/** Size and root of the tree over the canonical texts of its parts. @param {string} seed hexadecimal */
function headOfTree(seed, texts) {
  const bytes = Buffer.from(seed, 'hex');
  const hashes = texts.map((text, index) => hashLeaf(saltOf(bytes, index), text));
  return { size: hashes.length, root_sha256: rootOf(hashes).toString('hex') };
}

/** The salted hash of a heading and the text under it. @param {string} salt hexadecimal */
const hashWording = (salt, { content, toc_content }) =>
  digest(
    WORDING,
    Buffer.from(salt, 'hex'),
    toBytes(canonical({ content, toc_content }), 'a wording'),
  ).toString('hex');

/**
 * Checks that a clause is in the tree of a standard.
 * @throws {Refused} proof-malformed, unexpected-member, or clause-proof-broken
 */
function checkClause(proof, { part, standard }) {
  if (part !== 'standard' || !isObject(standard) || !isTreeHead(standard.clauses))
    refuse('proof-malformed', 'A clause is proved in the tree of a standard.');
  checkInclusion(proof, standard.clauses, 'clause-proof-broken', 'The clause');
  if (proof.leaf.part !== 'clause') refuse('proof-malformed', 'The leaf of clause is another part.');
}

/**
 * Checks that the leaf of a proof is in a tree.
 * @throws {Refused} proof-malformed, unexpected-member, or with `reason` when it is not
 */
function checkInclusion(proof, head, reason, what) {
  const { leaf, index, salt, path, ...unknown } = isObject(proof) ? proof : {};
  const isWhole =
    isObject(leaf) && isCount(index) && isHash(salt) && Array.isArray(path) && path.every(isHash);
  if (!isWhole) refuse('proof-malformed', `${what} lacks a member, or one is not well-formed.`);
  const [member] = Object.keys(unknown);
  if (member !== undefined)
    refuse('unexpected-member', `${what} has a member ${quote(member)} that is not allowed.`);
  const root =
    index < head.size && path.length <= 64
      ? rootFrom(
          hashLeaf(Buffer.from(salt, 'hex'), canonical(leaf)),
          index,
          head.size,
          path.map((hash) => Buffer.from(hash, 'hex')),
        )
      : null;
  if (root?.toString('hex') !== head.root_sha256)
    refuse(
      reason,
      `${what} does not lead to the certified root: the part, its place or its path was changed.`,
    );
}

// ---- certificate -------------------------------------------------------------------------------

/**
 * Opens the signed certificate of a file: finds the pinned key, verifies the DSSE envelope, and checks what is in
 * every certificate and that the key was valid at its time.
 */

const PAYLOAD_TYPE = 'application/vnd.css.certificate+json;v=1';

/** The pinned key with this keyid. It must be Ed25519, and its keyid must be its hash. */
function chooseKey(keysText, keyid) {
  if (typeof keyid !== 'string')
    refuse('unknown-key', `The envelope names no key: the keyid of its signature is ${quote(keyid)}.`);
  const list = parseStrictly(keysText, 'the keys file');
  const keys = Array.isArray(list) ? list : list?.keys;
  if (!Array.isArray(keys))
    refuse('keys-unreadable', 'The keys file is not a response of GET /api/certificates/keys.');
  const named = keys.filter((key) => isObject(key) && key.keyid === keyid);
  if (named.length === 0)
    refuse(
      'unknown-key',
      `No pinned key has the keyid ${nameOf(keyid)}. Fetch the keys anew from the issuer.`,
    );
  if (named.length > 1)
    refuse('ambiguous-key', `The keys file has two keys with the keyid ${nameOf(keyid)}.`);
  const [entry] = named;
  let key;
  try {
    key = createPublicKey(entry.pem ?? { key: entry.jwk, format: 'jwk' });
  } catch {
    refuse('keys-unreadable', `The key ${nameOf(keyid)} cannot be read.`);
  }
  if (key.asymmetricKeyType !== 'ed25519') {
    refuse(
      'key-not-ed25519',
      `The key ${nameOf(keyid)} is ${key.asymmetricKeyType}; only Ed25519 is accepted.`,
    );
  }
  if (sha256(key.export({ type: 'spki', format: 'der' })) !== keyid) {
    refuse(
      'keyid-mismatch',
      `The key listed as ${nameOf(keyid)} is another key: a keyid is the hash of its key.`,
    );
  }
  return { key, entry };
}

function checkKeyInTime({ not_after, compromised_since }, { issued_at }) {
  for (const time of [not_after, compromised_since]) {
    if (time !== undefined && time !== null && !isTime(time))
      refuse('keys-unreadable', `A time of the key is ${quote(time)}, not like ${issued_at}.`);
  }
  if (compromised_since) {
    if (compromised_since <= issued_at) {
      refuse(
        'key-compromised',
        `The key leaked on ${compromised_since}, before this certificate was issued.`,
      );
    }
    refuse(
      'key-compromised-later',
      `The key leaked on ${compromised_since}. The certificate says it is older, but a thief can back-date one.`,
    );
  }
  if (not_after && not_after < issued_at)
    refuse('key-expired', `The key was retired on ${not_after}, before this certificate was issued.`);
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
        `The file asks for the algorithm ${quote(value)}; it may not choose one.`,
      );
    refuse('unexpected-member', `The envelope has a member ${quote(member)} that is not allowed.`);
  }
  if (payloadType !== PAYLOAD_TYPE)
    refuse('wrong-payload-type', `The payload type is ${quote(payloadType)}, not ${PAYLOAD_TYPE}.`);
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
  const schema = isObject(certificate) ? certificate.schema_version : null;
  if (schema !== 1 && schema !== 2)
    refuse('unknown-schema', 'This verifier knows certificates of the schema versions 1 and 2 only.');
  if (!same(certificate, shown))
    refuse('certificate-differs', 'The certificate shown is not the one that was signed.');
  if (certificate.keyid !== keyid)
    refuse('keyid-mismatch', 'The certificate names another key than its envelope.');
  const { project, revision, content_sha256, content_tree, fingerprints, acknowledged, issued_at } =
    certificate;
  const { previous_certificate_sha256: previous } = certificate;
  const isWhole =
    isObject(project) &&
    isObject(revision) &&
    isHash(content_sha256) &&
    ((schema === 1 && content_tree === undefined) || isTreeHead(content_tree)) &&
    Array.isArray(fingerprints) &&
    Array.isArray(acknowledged) &&
    ((schema === 1 && previous === undefined) || previous === null || isHash(previous)) &&
    isTime(issued_at);
  if (!isWhole) refuse('certificate-malformed', 'The certificate lacks a member, or one is not well-formed.');
}

/** The certificate of a file, after the checks of its signature and its key. */
function openCertificate(file, keysText) {
  const { certificate, entry, keyid } = openEnvelope(file.signature, keysText);
  checkCertificate(certificate, file.certificate, keyid);
  checkKeyInTime(entry, certificate);
  return certificate;
}

// ---- parts -------------------------------------------------------------------------------------

/** What both schemas share: the canonical texts of the parts of the signed content, and refusals of what is shown. */

/** Refuses what is shown at this place of the file. */
const differs = (path, message) => refuse('shown-differs', `${path}: ${message}`);

/** The place of a section whose words are withheld, for people. */
const nameSection = ({ standard_id, section_id, address }) =>
  standard_id === null
    ? `section ${nameOf(section_id)}`
    : `${nameOf(address ?? 'the top')} of standard ${nameOf(standard_id)}`;

/**
 * The canonical texts of the parts of the signed content, in their order.
 * @param textsOfDatasheet gives those of one datasheet
 */
function textsOfParts(
  { proof_seed: _, sections, standards, datasheets, files, ...document },
  textsOfDatasheet,
) {
  const texts = [`{"document":${canonical(document)},"part":"document"}`];
  for (const section of sections) texts.push(`{"part":"section","section":${canonical(section)}}`);
  for (const { template, ...standard } of standards) {
    texts.push(`{"part":"standard","standard":${canonical(standard)}}`);
    const { standard_id, name, standard_revision } = standard;
    const named = canonical({ standard_id, name, standard_revision });
    for (const field of template)
      texts.push(`{"field":${canonical(field)},"part":"field","standard":${named}}`);
  }
  // One by one: the arguments of a call are on the stack, and a datasheet may have a million values.
  for (const datasheet of datasheets) for (const text of textsOfDatasheet(datasheet)) texts.push(text);
  for (const file of files) texts.push(`{"file":${canonical(file)},"part":"file"}`);
  return texts;
}

// ---- first-schema ------------------------------------------------------------------------------

/**
 * Checks of what certificates of schema version 1 sign: content with headings and values in words. Revisions
 * published now have version 2.
 */

const FIRST_SCHEMA = {
  proofMembers: ['proof', 'clause', 'certificate', 'signature'],

  textsOf: (content) => textsOfParts(content, textsOfDatasheet),

  /**
   * Checks the sections shown: their scope statements have the certified hash.
   * @returns the places whose text is withheld now, and the number of sections whose text was withheld when
   * signed and is not certified
   */
  checkSections(shown, signed) {
    const withheldNow = [];
    let uncertified = 0;
    shown.forEach((row, index) => {
      const path = `sections[${index}]`;
      if (!isObject(row)) differs(path, 'not a section.');
      const { scope_statement: text, withheld, ...place } = row;
      const { scope_statement_sha256: hash, ...original } = signed[index];
      if (!same(place, original)) differs(path, 'not the signed section.');
      if (withheld !== undefined) {
        if (withheld !== true || text !== '') differs(path, 'a withheld scope statement shows no text.');
        withheldNow.push(nameSection(original));
      } else if (typeof text !== 'string' || (hash !== null && sha256(toBytes(text, path)) !== hash)) {
        differs(path, 'not the signed scope statement.');
      } else if (hash === null) uncertified += 1;
    });
    return { withheld: withheldNow, uncertified };
  },

  /** The check of one datasheet shown: it equals the one in the content. */
  datasheetCheck: () => (path, shown, original) => {
    if (!same(shown, original)) differs(path, `${quote(original.name)} differs from the signed datasheet.`);
  },

  /** The clause of a proof, whose tree is named by the leaf of its standard. */
  openInner({ clause }, leaf) {
    if (clause === undefined) return {};
    if (!isObject(clause)) refuse('proof-malformed', 'clause is not an object.');
    const { wording, ...proof } = clause;
    checkClause(proof, leaf);
    if (wording !== null && !isObject(wording)) refuse('proof-malformed', 'wording is not an object.');
    if (wording !== null && sha256(toBytes(canonical(wording), 'wording')) !== proof.leaf.hash)
      refuse('clause-differs', 'The wording shown is not the signed one.');
    return { clause: { ...proof.leaf, wording } };
  },
};

function textsOfDatasheet({ values, ...datasheet }) {
  const { id, name, revision, standard, standard_revision } = datasheet;
  const named = canonical({ id, name, revision, standard, standard_revision });
  return [
    `{"datasheet":${canonical(datasheet)},"part":"datasheet"}`,
    ...values.map((value) => `{"datasheet":${named},"part":"value","value":${canonical(value)}}`),
  ];
}

// ---- second-schema -----------------------------------------------------------------------------

/**
 * Checks of what certificates of schema version 2 sign: salted hashes and trees of what is shown beside the content.
 */

/** What stands in place of a heading that is withheld. */
const WITHHELD_HEADING = 'Withheld clause';

const SECOND_SCHEMA = {
  proofMembers: ['proof', 'clause', 'value', 'certificate', 'signature'],

  textsOf: (content) =>
    textsOfParts(content, (datasheet) => [`{"datasheet":${canonical(datasheet)},"part":"datasheet"}`]),

  /**
   * Checks the sections shown: each stands under its signed parent, and its heading and text have the signed
   * hash under the salt shown, or are withheld.
   * @returns the places that are withheld
   */
  checkSections(shown, signed) {
    const withheldNow = [];
    const paths = [];
    shown.forEach((row, index) => {
      const path = `sections[${index}]`;
      if (!isObject(row)) differs(path, 'not a section.');
      const { heading_path, scope_statement: content, withheld, salt, ...place } = row;
      const { parent, wording_sha256, ...original } = signed[index];
      if (!same(place, original)) differs(path, 'not the signed section.');
      const above = parent === null ? [] : paths[parent];
      if (!Array.isArray(heading_path) || !same(heading_path.slice(0, -1), above))
        differs(path, 'not under its signed heading.');
      paths.push(heading_path);
      const toc_content = heading_path.at(-1);
      if (withheld !== undefined) {
        const isBlank = toc_content === WITHHELD_HEADING && content === '' && salt === undefined;
        if (withheld !== true || !isBlank) differs(path, 'a withheld section shows no words and no salt.');
        withheldNow.push(nameSection(original));
        return;
      }
      const isWhole = typeof toc_content === 'string' && typeof content === 'string' && isHash(salt);
      if (!isWhole || hashWording(salt, { content, toc_content }) !== wording_sha256)
        differs(path, 'not the signed heading and scope statement.');
    });
    return { withheld: withheldNow, uncertified: 0 };
  },

  /** The check of one datasheet shown: with its scope and values it has the signed tree. */
  datasheetCheck({ sections }) {
    const addresses = new Map(sections.map(({ standard_id }) => [standard_id, new Set()]));
    for (const { standard_id, address } of sections)
      if (address !== null) addresses.get(standard_id).add(address);
    return (path, shown, { tree, ...original }) => {
      const { scope, values, proof_seed, ...place } = shown;
      const name = quote(original.name);
      if (!same(place, original)) differs(path, `${name} differs from the signed datasheet.`);
      if (!isHash(proof_seed) || !Array.isArray(values) || !values.every(isObject))
        differs(path, `${name} lacks its seed or its values.`);
      const known = addresses.get(original.standard.id) ?? new Set();
      values.forEach(({ section, address }, index) => {
        if (section !== findSection(address, known))
          differs(`${path}.values[${index}]`, 'not in its signed section.');
      });
      if (!same(headOfTree(proof_seed, textsOfTree(original, scope, values)), tree))
        differs(path, `${name} differs from the signed datasheet.`);
    };
  },

  /** The clause or value of a proof, in the tree that is named by the leaf of its standard or datasheet. */
  openInner({ clause, value }, leaf) {
    if (clause !== undefined && value !== undefined)
      refuse('proof-malformed', 'A proof has a clause or a value, not both.');
    if (clause !== undefined) return { clause: openClause(clause, leaf) };
    if (value !== undefined) return { value: openValue(value, leaf) };
    return {};
  },
};

/** The nearest section at or above an address; null without one. */
function findSection(address, sections) {
  let at = typeof address === 'string' ? address : '';
  while (at !== '' && !sections.has(at)) at = at.slice(0, Math.max(0, at.lastIndexOf('.')));
  return at === '' ? null : at;
}

/** The parts of the tree of a datasheet: its record, and each value without its section. */
function textsOfTree({ id, revision, standard, standard_revision }, scope, values) {
  const record = {
    datasheet_id: id,
    revision_id: revision.id,
    code: revision.code,
    scope: scope ?? null,
    standard_id: standard.id,
    standard_revision_id: standard_revision.id,
  };
  return [
    `{"part":"record","record":${canonical(record)}}`,
    ...values.map(({ section: _, ...value }) => `{"part":"value","value":${canonical(value)}}`),
  ];
}

function openClause(shown, outer) {
  if (!isObject(shown)) refuse('proof-malformed', 'clause is not an object.');
  const { wording, ...proof } = shown;
  checkClause(proof, outer);
  const { leaf } = proof;
  if (wording === null) return { ...leaf, wording };
  const { content, toc_content, salt, ...unknown } = isObject(wording) ? wording : {};
  const isWhole = typeof content === 'string' && typeof toc_content === 'string' && isHash(salt);
  if (!isWhole || Object.keys(unknown).length > 0)
    refuse('proof-malformed', 'wording is not a heading, a text and their salt.');
  if (hashWording(salt, { content, toc_content }) !== leaf.hash)
    refuse('clause-differs', 'The wording shown is not the signed one.');
  return { ...leaf, wording: { kind: leaf.kind, toc_content, content } };
}

function openValue(proof, { part, datasheet }) {
  if (part !== 'datasheet' || !isObject(datasheet) || !isTreeHead(datasheet.tree))
    refuse('proof-malformed', 'A value is proved in the tree of a datasheet.');
  checkInclusion(proof, datasheet.tree, 'value-proof-broken', 'The value');
  // The tree has the record of the datasheet too.
  if (proof.leaf.part !== 'value' || !isObject(proof.leaf.value))
    refuse('proof-malformed', 'The leaf of value is another part.');
  return proof.leaf.value;
}

// ---- files -------------------------------------------------------------------------------------

/** Verifies an export or a proof: the steps in their order. */

const MEMBERS = ['project', 'revision', 'sections', 'datasheets', 'certificate', 'signature', 'content'];

const schemaOf = ({ schema_version }) => (schema_version === 1 ? FIRST_SCHEMA : SECOND_SCHEMA);

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
    (certificate.content_tree === undefined ||
      same(headOfTree(content.proof_seed, schemaOf(certificate).textsOf(content)), certificate.content_tree))
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
  const sections = schemaOf(certificate).checkSections(file.sections, content.sections);
  checkDatasheets(file.datasheets, content, schemaOf(certificate).datasheetCheck(content));
  return sections;
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
  const sections = checkShown(file, content, certificate);
  return { certificate, sections, shown: file.datasheets.length, sealed: content.datasheets.length };
}

function openProof(file, keysText) {
  const missing = ['certificate', 'signature'].filter((member) => file[member] === undefined);
  if (missing.length > 0) refuse('not-signed', `The proof has no ${missing.join(', ')}.`);
  checkMembers(file, SECOND_SCHEMA.proofMembers);
  const certificate = openCertificate(file, keysText);
  checkMembers(file, schemaOf(certificate).proofMembers);
  if (certificate.content_tree === undefined)
    refuse('no-tree', 'The certificate is of a revision published before proofs existed.');
  checkInclusion(file.proof, certificate.content_tree, 'proof-broken', 'The proof');
  const { leaf } = file.proof;
  return { certificate, leaf, ...schemaOf(certificate).openInner(file, leaf) };
}

function openFile(bytes) {
  const file = parseStrictly(decode(bytes, 'the export'), 'the export');
  if (!isObject(file)) refuse('not-an-export', 'The file is neither an export nor a proof.');
  return file;
}

/**
 * Verifies an export.
 * @param {Uint8Array} bytes the file
 * @param {string} keysText the pinned keys, a response of GET /api/certificates/keys
 * @returns the certificate, what is withheld, and counts of sections and datasheets
 * @throws {Refused} with its reason
 */
const verifyExport = (bytes, keysText) => openExport(openFile(bytes), keysText);

/**
 * Verifies an export or a proof.
 * @param {Uint8Array} bytes the file
 * @param {string} keysText the pinned keys
 * @returns what `verifyExport` returns; for a proof the certificate, the part, and the clause or value if any
 * @throws {Refused} with its reason
 */
function verifyFile(bytes, keysText) {
  const file = openFile(bytes);
  return file.proof === undefined ? openExport(file, keysText) : openProof(file, keysText);
}

// ---- chain -------------------------------------------------------------------------------------

/**
 * Checks the certificates of several verified files against each other: each names the hash of the one before it.
 */

const CODE = /^[1-9][0-9]{0,14}$/;
const revisionOf = ({ name, certificate: { revision } }) => `revision ${nameOf(revision.code)} (${name})`;

/**
 * Checks the chain of verified certificates, each project for itself: every one names the hash of the one
 * before it.
 * @param {{name: string, certificate: object}[]} files verified files, in any order
 * @returns {{links: number, notes: string[]}} the number of links that hold, and why others were not checked
 * @throws {Refused} chain-forked or chain-broken, with the revisions of the link
 */
function verifyChain(files) {
  const hashes = new Map(files.map((file) => [sha256(canonical(file.certificate)), file]));
  const projects = new Map();
  for (const [hash, file] of hashes) {
    const { project, revision } = file.certificate;
    if (typeof revision.code !== 'string' || !CODE.test(revision.code))
      refuse('chain-broken', `${revisionOf(file)} has a code that is no number, so it has no place.`);
    const id = quote(project.id);
    const codes = projects.get(id) ?? new Map();
    const other = codes.get(revision.code);
    if (other)
      refuse('chain-forked', `Project ${id}: ${revisionOf(other.file)} and ${revisionOf(file)} differ.`);
    projects.set(id, codes.set(revision.code, { file, hash }));
  }
  const notes = [];
  let links = 0;
  for (const [project, codes] of projects) {
    const sorted = [...codes].sort(([left], [right]) => Number(left) - Number(right));
    for (const [code, { file }] of sorted) {
      const note = checkLink(project, file, codes.get(String(Number(code) - 1)), hashes);
      if (note === null) links += 1;
      else if (note !== '') notes.push(note);
    }
  }
  return { links, notes };
}

/** @returns null for a link that holds, empty for the first revision, else why the link was not checked */
function checkLink(project, file, before, hashes) {
  const { previous_certificate_sha256: previous, revision } = file.certificate;
  const broken = (why) => refuse('chain-broken', `Project ${project}: ${revisionOf(file)} ${why}`);
  if (previous === undefined)
    return `${revisionOf(file)} names no certificate before it: it is an old export`;
  if (revision.code === '1') return previous === null ? '' : broken('is the first, but names one before it.');
  if (previous === null) return broken('names none before it, but is not the first.');
  if (before) return before.hash === previous ? null : broken(`does not follow ${revisionOf(before.file)}.`);
  const named = hashes.get(previous);
  if (named) return broken(`follows ${revisionOf(named)}, which is not the one before it.`);
  return `${revisionOf(file)} follows a revision that is not among these files`;
}

// ---- command -----------------------------------------------------------------------------------

/**
 * The command: reads its arguments, verifies each file and the chain, prints the results and gives the exit code.
 */

const USAGE = `Usage: npm run verify-export FILE... [-- --keys keys.json]

Verifies exports and proofs of published project revisions, offline. Several exports of one project are also
checked against each other: each certificate names the one before it.

  --keys FILE   the response of GET /api/certificates/keys; default: keys.json in the folder of each file
  --help        prints this

Exit 0: verified. Exit 1: refused, with the reason. Exit 2: not checked.`;

/** Whoever sends a file can send a key that signed it. */
const COMPARE_KEY =
  'compare the key: its list lay beside the file and may come from whoever made both. Its keyid must be one that you got from the issuer another way.';

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
function main(argv) {
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
  for (const needed of [path, keysPath]) {
    if (existsSync(needed)) continue;
    printError(
      needed === path
        ? `file-missing: there is no file ${path}.`
        : `keys-missing: there is no file ${keysPath}. Save the response of GET /api/certificates/keys there, over a connection you trust, or name one with --keys FILE.`,
    );
    return { code: 2 };
  }
  let bytes;
  let keysBytes;
  try {
    bytes = readFileSync(path);
    keysBytes = readFileSync(keysPath);
  } catch (error) {
    printError(`file-unreadable: ${error.message}.`);
    return { code: 2 };
  }
  try {
    const result = verifyFile(bytes, decode(keysBytes, 'the keys file'));
    print(`VERIFIED  ${name}`);
    printCertificate(result.certificate);
    if (result.leaf) printProof(result);
    else printExport(result);
    print(`  key       ${result.certificate.keyid}, from ${keysFile ?? join(dirname(name), 'keys.json')}`);
    if (dirname(path) === dirname(keysPath)) print(`  WARNING   ${COMPARE_KEY}`);
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

function printExport({ certificate, shown, sealed, sections: { withheld, uncertified } }) {
  print(`  content   sha256 ${certificate.content_sha256}; shows ${shown} of ${sealed} datasheets`);
  if (withheld.length > 0)
    print(`  not shown ${withheld.length} sections: ${WITHHELD}: ${withheld.join(', ')}`);
  if (uncertified > 0)
    print(`  WARNING   ${uncertified} sections show text that was withheld when signed: it is not certified`);
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

// ---- main --------------------------------------------------------------------------------------

/** What the verifier exports to a program that imports it, and its start as a command. */

export { checkInclusion, REASONS, Refused, verifyChain, verifyExport, verifyFile };

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = main(process.argv.slice(2));
