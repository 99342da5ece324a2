/**
 * What the verifier takes from node:crypto, for browsers: `console/build.ts` puts it in its place. Hashes are computed at
 * once; a browser checks a signature in its own time, so that `verify` knows only what was checked before.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { Buffer } from 'buffer';

export function hash(_algorithm: 'sha256', data: string | Uint8Array, encoding: 'hex' | 'buffer' = 'hex') {
  const digest = Buffer.from(sha256(typeof data === 'string' ? new TextEncoder().encode(data) : data));
  return encoding === 'hex' ? digest.toString('hex') : digest;
}

/** Of a key in the form of SubjectPublicKeyInfo: the bytes that say that it is Ed25519. */
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

interface PublicKey {
  asymmetricKeyType: string;
  export(): Buffer;
}

/** @throws Error for what is no key */
export function createPublicKey(source: unknown): PublicKey {
  const der = typeof source === 'string' ? readPem(source) : readJwk(source);
  const isEd25519 =
    der.length === ED25519.length + KEY_BYTES && ED25519.equals(der.subarray(0, ED25519.length));
  return { asymmetricKeyType: isEd25519 ? 'ed25519' : 'of another kind', export: () => der };
}

function readPem(pem: string): Buffer {
  const text = /^-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+?)\s+-----END PUBLIC KEY-----\s*$/.exec(
    pem,
  )?.[1];
  if (text === undefined) throw new Error('no public key');
  return Buffer.from(text.replace(/\s/g, ''), 'base64');
}

function readJwk(source: unknown): Buffer {
  const jwk: unknown = Reflect.get(Object(source), 'key');
  const [kty, crv, x]: unknown[] = ['kty', 'crv', 'x'].map((name) => Reflect.get(Object(jwk), name));
  if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') throw new Error('no public key');
  return Buffer.concat([ED25519, Buffer.from(x.replace(/-/g, '+').replace(/_/g, '/'), 'base64')]);
}

/** A signature that the browser has to check before the verification can go on. */
export class SignatureUnchecked extends Error {
  readonly signed: Uint8Array;
  readonly spki: Uint8Array;
  readonly signature: Uint8Array;

  constructor(signed: Uint8Array, spki: Uint8Array, signature: Uint8Array) {
    super('the signature is not checked yet');
    [this.signed, this.spki, this.signature] = [signed, spki, signature];
  }
}

const known = new Map<string, boolean>();

const nameOf = (signed: Uint8Array, spki: Uint8Array, signature: Uint8Array): string =>
  [signed, spki, signature].map((bytes) => Buffer.from(sha256(bytes)).toString('hex')).join(' ');

/** @throws SignatureUnchecked before `checkSignature` has checked it */
export function verify(_algorithm: null, signed: Uint8Array, key: PublicKey, signature: Uint8Array): boolean {
  const spki = key.export();
  const isValid = known.get(nameOf(signed, spki, signature));
  if (isValid === undefined) throw new SignatureUnchecked(signed, spki, signature);
  return isValid;
}

/** Lets the browser check a signature. @throws DOMException where it does not know Ed25519 */
export async function checkSignature({ signed, spki, signature }: SignatureUnchecked): Promise<void> {
  // Copies: a browser takes no bytes that others could change.
  const key = await crypto.subtle.importKey('spki', Uint8Array.from(spki), 'Ed25519', false, ['verify']);
  const isValid = await crypto.subtle.verify(
    'Ed25519',
    key,
    Uint8Array.from(signature),
    Uint8Array.from(signed),
  );
  known.set(nameOf(signed, spki, signature), isValid);
}
