/** What a verified certificate has. What it says is signed; of names nothing but that is known. */
export interface VerifiedCertificate {
  project: { id: unknown; name: unknown };
  revision: { id: unknown; code: unknown; name: unknown };
  content_sha256: string;
  issued_at: string;
  keyid: string;
}

export interface VerifiedExport {
  certificate: VerifiedCertificate;
  /** Places whose words a moderator withheld. */
  withheld: string[];
  /** Datasheets that the file shows, and that were sealed. */
  shown: number;
  sealed: number;
}

export interface VerifiedProof {
  certificate: VerifiedCertificate;
  leaf: { part: unknown; standard?: unknown; datasheet?: unknown };
  clause?: { address?: unknown; wording: { content: string; toc_content: string; label?: string } | null };
  value?: object;
}

export type VerifiedFile = VerifiedExport | VerifiedProof;

/** Verifies an export, alone or attached to a PDF, or a proof. @throws {Refused} with its reason */
export function verifyFile(bytes: Uint8Array, keysText: string): VerifiedFile;
