/** To which company a project belongs from its first publication on. */

import { MustChoose } from './must-choose.tsx';

interface CompanyChoiceProps {
  companies: readonly { id: number; name: string }[];
}

export function CompanyChoice({ companies }: CompanyChoiceProps) {
  if (companies.length === 0)
    return (
      <p class="notice">
        You are in no company yet. Create a company, or accept the invitation of one; then publish the project
        here.
      </p>
    );
  return (
    <fieldset class="notice">
      <legend>
        <strong>The company that owns the project, for good</strong>
      </legend>
      {companies.map(({ id, name }) => (
        <MustChoose
          key={id}
          type="radio"
          name="adopt_company_id"
          value={id}
          ask="Choose the company that owns the project."
        >
          {name}
        </MustChoose>
      ))}
    </fieldset>
  );
}

export function readCompany(data: FormData): { adopt_company_id?: number } {
  const id = Number(data.get('adopt_company_id'));
  return id > 0 ? { adopt_company_id: id } : {};
}
