/** The roles in a company in words. */
import type { CompanyRole } from '../../../../shared/contracts/permissions.ts';

export const ROLE_WORDS: Readonly<Record<CompanyRole, string>> = {
  CompanyAdmin: 'administrator',
  CompanyEditor: 'editor',
  CompanyViewer: 'viewer',
};
