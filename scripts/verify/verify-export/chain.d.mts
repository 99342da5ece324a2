import type { VerifiedCertificate } from './files.d.mts';

/** Checks the certificates of verified files against each other. @throws {Refused} chain-forked, chain-broken */
export function verifyChain(files: readonly { name: string; certificate: VerifiedCertificate }[]): {
  links: number;
  notes: string[];
};
