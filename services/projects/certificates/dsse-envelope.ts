/**
 * DSSE with Ed25519: signs the exact bytes of a certificate and their type, generates key pairs, and gives
 * public keys as JWK.
 */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sha256 } from '../../../shared/hash.ts';
import type { DsseEnvelope } from './model.ts';

export const PAYLOAD_TYPE = 'application/vnd.css.certificate+json;v=1';

/** The bytes that DSSE signs: type and body, each prefixed with its length, so that neither can pass for the other. */
export function preAuthenticationEncoding(payloadType: string, payload: Buffer): Buffer {
  const type = Buffer.from(payloadType, 'utf8');
  return Buffer.concat([
    Buffer.from(`DSSEv1 ${type.length} `),
    type,
    Buffer.from(` ${payload.length} `),
    payload,
  ]);
}

/** The envelope of a certificate's canonical text. */
export function signEnvelope(certificate: string, key: { keyid: string; private_pem: string }): DsseEnvelope {
  const payload = Buffer.from(certificate, 'utf8');
  const signature = sign(
    null,
    preAuthenticationEncoding(PAYLOAD_TYPE, payload),
    createPrivateKey(key.private_pem),
  );
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: key.keyid, sig: signature.toString('base64') }],
  };
}

/** A new key pair with its id. */
export function generateKeyPair(): { keyid: string; private_pem: string; public_pem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    keyid: keyIdOf(publicKey),
    private_pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    public_pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** A key id is the hash of the key, so that a list of keys cannot give a key the id of another. */
const keyIdOf = (key: KeyObject): string => sha256(key.export({ type: 'spki', format: 'der' }));

/** The public key as a JSON Web Key. */
export function toJwk(public_pem: string): { kty: 'OKP'; crv: 'Ed25519'; x: string } {
  const { x } = createPublicKey(public_pem).export({ format: 'jwk' });
  if (x === undefined) throw new Error('not an Ed25519 key');
  return { kty: 'OKP', crv: 'Ed25519', x };
}
