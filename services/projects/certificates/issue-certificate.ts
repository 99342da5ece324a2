/**
 * Builder of the signed certificate of a published revision, as the record stored with its compressed content, and the
 * reader of such a record. Uses no database.
 */
import type { certificate as certificateShape } from '../../../shared/contracts/projects/export.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { sha256 } from '../../../shared/hash.ts';
import { compressText, decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import { computeTreeHead, hashLeaves } from '../../../shared/proof-tree.ts';
import { toCanonicalJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { writeContent } from './content-parts.ts';
import { signEnvelope } from './dsse-envelope.ts';
import type { CertificateRecord, SigningKeyRecord } from './model.ts';
import { type RevisionContent, SCHEMA_VERSION } from './revision-content.ts';

type Certificate = Infer<typeof certificateShape>;

/**
 * Issues the signed certificate of a revision's content.
 * @param content its datasheets have their keys in canonical order
 * @param previous hash of the certificate of the project's last published revision, null for its first
 * @param acknowledged the moderation notices under which it is published
 */
export function issueCertificate(
  content: RevisionContent,
  key: Pick<SigningKeyRecord, '_id' | 'private_pem'>,
  previous: string | null,
  issuedAt: Date,
  acknowledged: Certificate['acknowledged'] = [],
): { record: CertificateRecord; content_sha256: string } {
  const { text, parts } = writeContent(content);
  const content_sha256 = sha256(text);
  const { project, revision, standards } = content;
  const certificate: Certificate = {
    schema_version: SCHEMA_VERSION,
    project: { id: project.id, name: project.name },
    revision: { id: revision.id, code: revision.code, name: revision.name },
    content_sha256,
    content_tree: computeTreeHead(hashLeaves(content.proof_seed, parts)),
    fingerprints: standards.map(({ standard_id, standard_revision, content_hash }) => ({
      standard_id,
      standard_revision_id: standard_revision.id,
      code: standard_revision.code,
      content_hash,
    })),
    acknowledged,
    previous_certificate_sha256: previous,
    keyid: key._id,
    issued_at: issuedAt.toISOString(),
  };
  const canonical = toCanonicalJson(certificate);
  return {
    content_sha256,
    record: {
      _id: revision.id,
      project_id: project.id,
      content: compressText(text),
      certificate: canonical,
      certificate_sha256: sha256(canonical),
      previous_sha256: previous,
      signature: signEnvelope(canonical, { keyid: key._id, private_pem: key.private_pem }),
    },
  };
}

/** Reads a stored certificate; `text` is the canonical content. */
export function readCertificate(record: CertificateRecord): {
  text: string;
  content: RevisionContent;
  certificate: Certificate;
} {
  const text = decompressText(record.content);
  // Written only by issueCertificate and never changed, so both have the shapes it wrote.
  const content: RevisionContent = JSON.parse(text);
  const certificate: Certificate = JSON.parse(record.certificate);
  return { text, content, certificate };
}
