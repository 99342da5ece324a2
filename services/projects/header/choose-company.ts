/** Giving a project without a company to one: the creator's choice, in a browser session (document 1, Authentication rule 7; P15). */
import type { Call } from '../../../shared/kernel/call.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { ProjectRecord } from '../access/model.ts';
import { requireOwnCompany } from './companies.ts';

/** Whether the call came from somebody's browser rather than a key, a connected app or the assistant. */
export const isBrowserSession = ({ principal }: Call): boolean =>
  principal.kind === 'user' && principal.credential.type === 'session' && principal.channel === 'http';

/** A key or connected app may neither choose the company nor see which there are. */
export const delegatedAccessRefused = (): Error =>
  fail('DELEGATED_ACCESS_REFUSED', 'The project has no company yet. Its creator has to choose one in a browser session.', {
    metadata: { reason: 'project_needs_company' },
  });

/** @throws DELEGATED_ACCESS_REFUSED, PERMISSION_DENIED for anybody but the creator, COMPANY_NOT_ALLOWED */
export function requireCompanyChoice(companyId: number, head: ProjectRecord, call: Call, path: string): void {
  if (!isBrowserSession(call)) throw delegatedAccessRefused();
  if (head.created_by.userId !== call.user.user.id) {
    throw fail('PERMISSION_DENIED', 'Only the creator of the project may choose its company.', {
      metadata: { reason: 'project_needs_company' },
    });
  }
  requireOwnCompany(companyId, call, path);
}
