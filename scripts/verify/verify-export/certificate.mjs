/**
 * Opens the signed certificate of an export or proof: finds the key that it names among the trusted keys, verifies
 * the DSSE envelope, and checks the members that every certificate has and that the key was valid at its time.
 */
import { createPublicKey, verify } from 'node:crypto';
import {
  canonical,
  decode,
  fromBase64,
  isHash,
  isObject,
  isTime,
  nameOf,
  parseStrictly,
  quote,
  same,
  sha256,
} from './json.mjs';
import { refuse } from './refusals.mjs';
import { isTreeHead } from './trees.mjs';

const SCHEMA_VERSION = 2;
const PAYLOAD_TYPE = 'application/vnd.css.certificate+json;v=1';

/** The trusted key with this keyid. It must be Ed25519, and its keyid must be its hash. */
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
      `No trusted key has the keyid ${nameOf(keyid)}. Fetch the keys anew from the issuer.`,
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
  if (schema !== SCHEMA_VERSION)
    refuse(
      'unknown-schema',
      `This verifier knows certificates of the schema version ${SCHEMA_VERSION} only.`,
    );
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
    isTreeHead(content_tree) &&
    Array.isArray(fingerprints) &&
    Array.isArray(acknowledged) &&
    (previous === null || isHash(previous)) &&
    isTime(issued_at);
  if (!isWhole) refuse('certificate-malformed', 'The certificate lacks a member, or one is not well-formed.');
}

/** The certificate of a file, after the checks of its signature and its key. */
export function openCertificate(file, keysText) {
  const { certificate, entry, keyid } = openEnvelope(file.signature, keysText);
  checkCertificate(certificate, file.certificate, keyid);
  checkKeyInTime(entry, certificate);
  return certificate;
}
