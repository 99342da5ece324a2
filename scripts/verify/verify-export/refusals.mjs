/** Table of every reason for which the verifier refuses a file, and the error with a reason. */

/** Every reason of a refusal; docs/verification.md says what each means. */
export const REASONS = [
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
  'no-export-attached',
  'not-an-export',
  'not-json',
  'not-signed',
  'not-unicode',
  'not-utf8',
  'pdf-unreadable',
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
export class Refused extends Error {
  constructor(reason, message) {
    super(message);
    this.reason = reason;
  }
}

/** Refuses a file. @throws {Refused} */
export const refuse = (reason, message) => {
  throw new Refused(reason, message);
};
