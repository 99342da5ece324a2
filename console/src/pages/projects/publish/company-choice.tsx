/** To which company a project belongs from its first publication on. */

interface CompanyChoiceProps {
  companies: readonly { id: number; name: string }[];
}

export function CompanyChoice({ companies }: CompanyChoiceProps) {
  if (companies.length === 0)
    return (
      <p class="notice">
        You are in no company yet. Create one, or accept the invitation of one, and publish again.
      </p>
    );
  return (
    <fieldset class="notice">
      <legend>
        <strong>The company that owns the project, for good</strong>
      </legend>
      {companies.map(({ id, name }) => (
        <label key={id} class="check option" dir="auto">
          <input type="radio" name="adopt_company_id" value={id} required /> {name}
        </label>
      ))}
    </fieldset>
  );
}

export function readCompany(data: FormData): { adopt_company_id?: number } {
  const id = Number(data.get('adopt_company_id'));
  return id > 0 ? { adopt_company_id: id } : {};
}
