/** Tests of what the offline verifier accepts, and of the reason that it gives for each kind of forgery. */
import assert from 'node:assert/strict';
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { anonymous, lead } from '../../../test/people.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { JS_VERIFIER } from '../../../test/world/verifiers.ts';
import { generateKeyPair, PAYLOAD_TYPE, preAuthenticationEncoding, signEnvelope } from './dsse-envelope.ts';

type Export = ResultOf<EndpointMap['projects.export']>;
interface Keys {
  keys: Record<string, unknown>[];
}

// The verifier is one plain file without types, so that it can be handed over alone.
const verifier: {
  verifyExport(bytes: Uint8Array, keysText: string): { withheld: string[]; shown: number; sealed: number };
} = await import(JS_VERIFIER);

/** Why an export is refused; null when it verifies. */
function reasonOf(text: string | Uint8Array, keys: Keys): string | null {
  try {
    verifier.verifyExport(typeof text === 'string' ? Buffer.from(text) : text, JSON.stringify(keys));
    return null;
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : 'malformed';
  }
}

function changeSignature({ signature }: Required<Export>, change: Record<string, unknown>): void {
  for (const one of signature.signatures) Object.assign(one, change);
}

const copyOf = <T>(value: T): T => structuredClone(value);

describe('the offline verifier (H39)', () => {
  const site = ProjectsWorld.use();
  let exported: Required<Export>;
  let other: Required<Export>;
  let keys: Keys;

  const withSignature = ({ certificate, signature, content, ...shown }: Export): Required<Export> => {
    assert.ok(certificate && signature && content !== undefined);
    return { ...shown, certificate, signature, content };
  };
  beforeAll(async () => {
    const one = await site.createFilledProject('Verified', 2);
    const two = await site.createFilledProject('Another', 1);
    for (const { projectId } of [one, two]) await site.publish(projectId);
    exported = withSignature(
      await site.node.call(lead, 'projects.export', { id: one.projectId, isVerbose: true }),
    );
    other = withSignature(await site.node.call(lead, 'projects.export', { id: two.projectId }));
    keys = { keys: (await site.node.call(anonymous, 'certificates.keys', {})).keys };
  });

  const refused = (change: (file: Required<Export>) => void, trusted: Keys = keys): string | null => {
    const file = copyOf(exported);
    change(file);
    return reasonOf(JSON.stringify(file), trusted);
  };
  const trustedWith = (more: Record<string, unknown>): Keys => ({
    keys: keys.keys.map((key) => ({ ...key, ...more })),
  });
  /** The file as somebody would forge it who holds this signing key. */
  const resigned = (
    certificate: string,
    keyid = exported.certificate.keyid,
    more: Partial<Required<Export>> = {},
  ) => {
    const pair = generateKeyPair();
    const file: Required<Export> = {
      ...copyOf(exported),
      ...more,
      signature: signEnvelope(certificate, { ...pair, keyid }),
    };
    return { text: JSON.stringify(file), pair };
  };

  it('accepts what was exported, whole or in part, compact or indented', async () => {
    assert.equal(reasonOf(JSON.stringify(exported), keys), null);
    assert.equal(reasonOf(JSON.stringify(other, null, 2), keys), null);
    const part = copyOf(exported);
    part.datasheets.pop();
    assert.deepEqual(verifier.verifyExport(Buffer.from(JSON.stringify(part)), JSON.stringify(keys)), {
      certificate: exported.certificate,
      withheld: [],
      shown: 1,
      sealed: 2,
    });
  });

  it('names the sections that show no words now, and refuses words or a salt in their place (P12)', () => {
    const withhold = (change: object): Required<Export> => {
      const file = copyOf(exported);
      const section = file.sections.find(({ address }) => address !== null);
      assert.ok(section);
      const { salt: _, ...row } = section;
      const heading_path = [...row.heading_path.slice(0, -1), 'Withheld clause'];
      file.sections = file.sections.map((shown) =>
        shown === section
          ? { ...row, heading_path, scope_statement: '', withheld: true, ...change }
          : shown.heading_path.length > row.heading_path.length &&
              shown.address?.startsWith(`${row.address}.`)
            ? {
                ...shown,
                heading_path: [...heading_path, ...shown.heading_path.slice(row.heading_path.length)],
              }
            : shown,
      );
      return file;
    };
    const { withheld } = verifier.verifyExport(
      Buffer.from(JSON.stringify(withhold({}))),
      JSON.stringify(keys),
    );
    assert.equal(withheld.length, 1);
    assert.match(withheld[0] ?? '', /^1 of standard \d+$/);
    for (const change of [{ scope_statement: 'Free' }, { salt: 'a'.repeat(64) }, { heading_path: ['Free'] }])
      assert.equal(reasonOf(JSON.stringify(withhold(change)), keys), 'shown-differs');
  });

  it('refuses a changed byte anywhere', () => {
    const bytes = Buffer.from(JSON.stringify(exported));
    const step = Math.max(1, Math.floor(bytes.length / 1_500));
    for (let at = 0; at < bytes.length; at += step) {
      const changed = Buffer.from(bytes);
      // The lowest bit of a character makes another of its kind; a digit stays a digit, a letter a letter.
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.notEqual(
        reasonOf(changed, keys),
        null,
        `byte ${at}: ${bytes.subarray(at - 20, at + 20).toString()}`,
      );
    }
  });

  it('gives each kind of forgery its own reason', () => {
    const unknown = 'f'.repeat(64);
    const seen: Record<string, string | null> = {
      'wrong-payload-type': refused((file) => (file.signature.payloadType = 'application/json')),
      'unknown-key': refused((file) => changeSignature(file, { keyid: unknown })),
      'algorithm-not-allowed': refused((file) => Object.assign(file.signature, { alg: 'none' })),
      'bad-signature': refused((file) => changeSignature(file, { sig: Buffer.alloc(64).toString('base64') })),
      'envelope-malformed': refused((file) => (file.signature.signatures = [])),
      'not-signed': refused((file) => Object.assign(file, { signature: undefined })),
      'content-of-another-revision': refused((file) => (file.content = other.content)),
      'content-changed': refused((file) => (file.content = file.content.replace('"Verified"', '"Forged"'))),
      'certificate-differs': refused((file) => (file.certificate.project.name = 'Forged')),
      'shown-differs': refused((file) =>
        Object.assign(file.datasheets[0]?.values[0] ?? {}, { user_value: 'forged' }),
      ),
      'unexpected-member': refused((file) => Object.assign(file, { note: 'trust me' })),
      'key-compromised': refused(() => {}, trustedWith({ compromised_since: '2020-01-01T00:00:00.000Z' })),
      'key-compromised-later': refused(
        () => {},
        trustedWith({ compromised_since: '2999-01-01T00:00:00.000Z' }),
      ),
      'key-expired': refused(() => {}, trustedWith({ not_after: '2020-01-01T00:00:00.000Z' })),
    };
    for (const [expected, reason] of Object.entries(seen)) assert.equal(reason, expected);
  });

  it('refuses alg none in a signature and an unsigned payload', () => {
    const beside = refused((file) => changeSignature(file, { alg: 'none' }));
    assert.equal(beside, 'algorithm-not-allowed');
    assert.equal(
      refused((file) => changeSignature(file, { sig: '' })),
      'bad-signature',
    );
  });

  it('refuses an RSA key under the same keyid, and another Ed25519 key under it', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const rsa = trustedWith({ pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() });
    const body = Buffer.from(toCanonicalJson(exported.certificate));
    const sig = sign('sha256', preAuthenticationEncoding(PAYLOAD_TYPE, body), privateKey).toString('base64');
    assert.equal(
      refused((file) => changeSignature(file, { sig }), rsa),
      'key-not-ed25519',
    );
    const { text, pair } = resigned(toCanonicalJson(exported.certificate));
    assert.equal(reasonOf(text, trustedWith({ pem: pair.public_pem })), 'keyid-mismatch');
    assert.equal(reasonOf(text, keys), 'bad-signature');
  });

  it('refuses a key twice in one object: in the file, the content and the certificate', () => {
    const text = JSON.stringify(exported);
    assert.equal(reasonOf(text.replace('"project":', '"project":{},"project":'), keys), 'duplicate-key');
    assert.equal(
      reasonOf(text.replace('"project":', '"pro\\u006aect":{},"project":'), keys),
      'duplicate-key',
    );
    assert.equal(
      refused(
        (file) => (file.content = file.content.replace('{"datasheets"', '{"datasheets":[],"datasheets"')),
      ),
      'duplicate-key',
    );
    const { keyid, ...pair } = generateKeyPair();
    const doubled = toCanonicalJson(exported.certificate).replace(
      '{"acknowledged"',
      '{"acknowledged":[],"acknowledged"',
    );
    const forged = { ...copyOf(exported), signature: signEnvelope(doubled, { keyid, ...pair }) };
    assert.equal(
      reasonOf(JSON.stringify(forged), { keys: [{ keyid, pem: pair.public_pem }] }),
      'duplicate-key',
    );
  });

  it('refuses a certificate that describes its content otherwise, even when signed', () => {
    const { keyid, ...pair } = generateKeyPair();
    const trusted: Keys = { keys: [{ keyid, pem: pair.public_pem }] };
    const reasonWhenSealed = (
      change: (certificate: Required<Export>['certificate']) => void,
    ): string | null => {
      const certificate = { ...copyOf(exported.certificate), keyid };
      change(certificate);
      const signature = signEnvelope(toCanonicalJson(certificate), { keyid, ...pair });
      return reasonOf(JSON.stringify({ ...exported, certificate, signature }), trusted);
    };
    const foreign = exported.certificate.keyid;
    assert.deepEqual(
      {
        same: reasonWhenSealed(() => {}),
        code: reasonWhenSealed((certificate) => (certificate.revision.code = '2')),
        fingerprints: reasonWhenSealed((certificate) => (certificate.fingerprints = [])),
        schema: reasonWhenSealed((certificate) => (certificate.schema_version = 3)),
        otherSchema: reasonWhenSealed((certificate) => (certificate.schema_version = 1)),
        noTree: reasonWhenSealed((certificate) => Object.assign(certificate, { content_tree: undefined })),
        keyid: reasonWhenSealed((certificate) => (certificate.keyid = foreign)),
        issuedAt: reasonWhenSealed((certificate) => (certificate.issued_at = 'soon')),
      },
      {
        same: null,
        code: 'certificate-content-disagree',
        fingerprints: 'certificate-content-disagree',
        schema: 'unknown-schema',
        otherSchema: 'unknown-schema',
        noTree: 'certificate-malformed',
        keyid: 'keyid-mismatch',
        issuedAt: 'certificate-malformed',
      },
    );
  });

  it('refuses a forged scope statement, a datasheet shown twice and a forged template', () => {
    assert.equal(
      refused((file) => Object.assign(file.sections[0] ?? {}, { scope_statement: 'Forged' })),
      'shown-differs',
    );
    for (const change of [{ heading_path: ['Forged'] }, { heading_path: [] }, { salt: 'f'.repeat(64) }])
      assert.equal(
        refused((file) => Object.assign(file.sections[0] ?? {}, change)),
        'shown-differs',
      );
    for (const change of [
      { proof_seed: 'f'.repeat(64) },
      { scope: 'Forged' },
      { values: [] },
      { name: 'Forged' },
    ])
      assert.equal(
        refused((file) => Object.assign(file.datasheets[0] ?? {}, change)),
        'shown-differs',
      );
    assert.equal(
      refused((file) => Object.assign(file.datasheets[0]?.values[0] ?? {}, { section: '9' })),
      'shown-differs',
    );
    assert.equal(
      refused((file) => file.datasheets.push(copyOf(file.datasheets[0] ?? assert.fail()))),
      'shown-differs',
    );
    assert.equal(
      refused((file) => Object.assign(file.datasheets[0]?.template?.[0] ?? {}, { options: ['x'] })),
      'shown-differs',
    );
  });

  it('a keyid is the hash of its key, and the signature is DSSE over Ed25519', () => {
    const [{ pem } = { pem: '' }] = keys.keys;
    const der = Buffer.from(String(pem).replace(/-----[^-]+-----|\s/g, ''), 'base64');
    assert.equal(createHash('sha256').update(der).digest('hex'), exported.certificate.keyid);
    assert.equal(exported.signature.payloadType, PAYLOAD_TYPE);
    const encoded = preAuthenticationEncoding('http://example.com/HelloWorld', Buffer.from('hello world'));
    assert.equal(encoded.toString(), 'DSSEv1 29 http://example.com/HelloWorld 11 hello world');
    assert.equal(createPrivateKey(generateKeyPair().private_pem).asymmetricKeyType, 'ed25519');
  });
});
