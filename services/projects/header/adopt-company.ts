/** The change that gives a project without a company to one, in its open draft too. */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { type DraftUpdate, draftChange, type ProjectState } from '../drafts/draft-change.ts';
import type { CompanyName } from '../revisions/model.ts';
import { selectHeaderCompanies } from './header-companies.ts';
import { recordHeaderEdits } from './merge.ts';
import { alreadyOwned } from './owner-company.ts';

/** @throws VALIDATION_ERROR when it has got a company meanwhile */
export function adoptCompany(
  { head, draft }: ProjectState,
  company: CompanyName,
  by: Person,
  now: Date,
): DraftUpdate<null> {
  if (head.owner_company_id !== null) throw alreadyOwned();
  const project = { owner_company_id: company.id };
  if (!draft) return { result: null, changes: [], project };
  const { header, companies, header_edits } = draft.revision;
  const owned = { ...header, owner_company_id: company.id };
  const field = 'owner_company_id';
  return {
    result: null,
    project,
    header: {
      header: owned,
      companies: selectHeaderCompanies(owned, [...companies, company]),
      header_edits: recordHeaderEdits(header_edits, [field], by, now),
    },
    changes: [draftChange('header', field, field, 'changed')],
  };
}
