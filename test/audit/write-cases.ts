/**
 * One successful write for each mutating endpoint, for the suites of the audit trail, query plans and dry
 * runs.
 */
import { ACCOUNT_WRITES } from './account-writes.ts';
import { DOCUMENT_WRITES } from './document-writes.ts';
import { MEMBER_WRITES } from './member-writes.ts';
import { MODERATION_WRITES } from './moderation-writes.ts';
import { PROJECT_WRITES } from './project-writes.ts';
import type { WriteCases } from './write-case.ts';

export const WRITE_CASES: WriteCases = {
  ...ACCOUNT_WRITES,
  ...DOCUMENT_WRITES,
  ...PROJECT_WRITES,
  ...MEMBER_WRITES,
  ...MODERATION_WRITES,
};
