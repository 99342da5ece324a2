/**
 * Rules on the first owner company of a project: its creator alone chooses it, in a browser session, and only
 * the creator's own (document 1, Authentication rule 7; P15).
 */
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { ProjectRecord } from '../access/model.ts';
import { assertOwnCompany } from './header-companies.ts';

/** Whether the call came from a browser session, not with a key or from a connected app or the assistant. */
export const isBrowserSession = ({ principal }: Call): boolean =>
  principal.kind === 'user' && principal.credential.type === 'session' && principal.channel === 'http';

/** A key or connected app may neither choose the company nor list the candidates. */
export const delegatedAccessRefused = (): Error =>
  apiError(
    'DELEGATED_ACCESS_REFUSED',
    'The project does not belong to a company yet. Its creator must choose one in a browser session.',
    {
      metadata: { reason: 'project_needs_company' },
    },
  );

/** @throws DELEGATED_ACCESS_REFUSED, PERMISSION_DENIED for anybody but the creator, COMPANY_NOT_ALLOWED */
export function assertMayChooseCompany(
  companyId: number,
  head: ProjectRecord,
  call: Call,
  path: string,
): void {
  if (!isBrowserSession(call)) throw delegatedAccessRefused();
  if (head.created_by.userId !== call.account.id) {
    throw apiError('PERMISSION_DENIED', 'Only the creator of the project may choose its company.', {
      metadata: { reason: 'project_needs_company' },
    });
  }
  assertOwnCompany(companyId, call, path);
}
