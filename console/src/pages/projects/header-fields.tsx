/** Form fields of the header of a project, for a new one and for a change, and what they hold as parameters of the service. */
import { api } from '../../api.ts';
import { Choice } from '../../elements/choices.tsx';
import { Field, textOf } from '../../elements/form.tsx';
import { UnsavedTextArea } from '../../elements/unsaved-text-area.tsx';
import { useLoaded } from '../../use-loaded.ts';
import type { Project } from './project.ts';

export const SUMMARY_OF_NEW = 'summary of a new project';
export const summaryOf = (project: Project): string => `summary of project ${project.id}`;

const PLACE = [
  ['address_street', 'Street'],
  ['address_city', 'City'],
  ['address_state', 'State'],
  ['address_postal_code', 'Postal code'],
  ['address_country', 'Country'],
] as const;
/** Who can say for a firm that it has this part in the project. */
const CONTACTS = [
  ['owner_contact', 'Contact of the owner'],
  ['engineer_contact', 'Contact of the engineer'],
] as const;
const FIRMS = [
  ['engineer_id', 'Engineer'],
  ['prime_contractor_id', 'Prime contractor'],
] as const;

export function HeaderFields({ project }: { project?: Project }) {
  const words = useLoaded(
    async (signal) => ({
      verticals: (await api.call('projects.verticalTypes', {}, { signal })).vertical_types,
      statuses: (await api.call('projects.statusTypes', {}, { signal })).status_types,
    }),
    [],
  ).value;
  const choicesOf = (rows: readonly { id: number; name: string }[] = []) =>
    rows.map(({ id, name }) => [String(id), name] as const);
  return (
    <>
      <Field label="Name" name="name" value={project?.name} />
      <UnsavedTextArea
        label="Summary"
        name="summary"
        optional
        about={project ? summaryOf(project) : SUMMARY_OF_NEW}
        value={project?.summary}
      />
      <div class="columns">
        <Choice
          label="Status"
          name="status_id"
          optional
          value={String(project?.status_id ?? '')}
          choices={choicesOf(words?.statuses)}
        />
        <Choice
          label="Vertical"
          name="vertical_id"
          optional
          value={String(project?.vertical_id ?? '')}
          choices={choicesOf(words?.verticals)}
        />
        {PLACE.map(([name, label]) => (
          <Field key={name} label={label} name={name} optional value={project?.[name] ?? ''} />
        ))}
      </div>
      <div class="columns">
        {project &&
          FIRMS.map(([name, label]) => (
            <Field
              key={name}
              label={label}
              name={name}
              optional
              hint="The number of the company."
              value={String(project[name] ?? '')}
            />
          ))}
      </div>
      <div class="columns">
        {project &&
          CONTACTS.map(([name, label]) => (
            <fieldset key={name} class="contact">
              <legend>{label}</legend>
              <Field label="Name" name={`${name}.name`} optional value={project[name]?.name ?? ''} />
              <Field
                label="Email"
                name={`${name}.email`}
                type="email"
                autocomplete="off"
                optional
                value={project[name]?.email}
              />
            </fieldset>
          ))}
      </div>
    </>
  );
}

/** The members that the form has, as the service takes them; an empty field empties the member. */
export function readHeader(data: FormData) {
  const numberOf = (name: string): number | null => Number(textOf(data, name)) || null;
  const contactOf = (of: string): { email: string; name: string | null } | null => {
    const [email, name] = [textOf(data, `${of}.email`), textOf(data, `${of}.name`)];
    return email === '' && name === '' ? null : { email, name: name || null };
  };
  const placeOf = (name: string): string | null => textOf(data, name) || null;
  return {
    name: textOf(data, 'name'),
    summary: String(data.get('summary') ?? ''),
    status_id: numberOf('status_id'),
    vertical_id: numberOf('vertical_id'),
    address_street: placeOf('address_street'),
    address_city: placeOf('address_city'),
    address_state: placeOf('address_state'),
    address_postal_code: placeOf('address_postal_code'),
    address_country: placeOf('address_country'),
    ...(data.has('engineer_id')
      ? {
          engineer_id: numberOf('engineer_id'),
          prime_contractor_id: numberOf('prime_contractor_id'),
          owner_contact: contactOf('owner_contact'),
          engineer_contact: contactOf('engineer_contact'),
        }
      : {}),
  };
}
