/** Makes a customised copy of a standard, which follows its source, for a company or a project. */
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Choice } from '../elements/choices.tsx';
import { Field, Form, textOf } from '../elements/form.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { goTo, hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { readStandard } from '../read-standard.ts';
import { person } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

export default function CustomizeStandardPage({ params }: PageProps) {
  const id = Number(params.id);
  const user = person.value?.user;
  const [owner, setOwner] = useState<string | null>(null);
  const loaded = useLoaded(
    async (signal) => {
      const [standard, { owned, company, shared }] = await Promise.all([
        readStandard(id, signal),
        api.call('projects.list', {}, { signal }),
      ]);
      return { standard, projects: [...owned, ...company, ...shared] };
    },
    [id],
    { isSubject: true },
  );
  return (
    <div class="narrow">
      <Loading of={loaded}>
        {({ standard: { name, current_revision }, projects }) => {
          const owners = [
            ...(user?.company_id ? [['company', user.company_name ?? 'Company'] as const] : []),
            ...projects.map((project) => [`${project.id}`, `Project ${project.name}`] as const),
          ];
          const chosen = owner ?? owners[0]?.[0];
          return (
            <>
              <PageTitle title={`Customise ${name}`} />
              <p>
                The copy begins as revision {current_revision?.code}, and can take later changes of its source
                one by one.
              </p>
              {chosen === undefined ? (
                <p class="empty">
                  A copy belongs to a company or a project, and you have neither. Begin a project, or join a
                  company.
                </p>
              ) : (
                <Form
                  action="Make the copy"
                  send={async (data) => {
                    const copy = await api.call('standards.customize', {
                      id,
                      name: textOf(data, 'name'),
                      ...(chosen === 'company'
                        ? { companyId: user?.company_id ?? 0 }
                        : { projectId: Number(chosen) }),
                    });
                    goTo(hrefOf(`/standards/${copy.id}`));
                  }}
                >
                  <Field label="Name" name="name" value={name} />
                  <Choice
                    label="Belongs to"
                    name="owner"
                    value={chosen}
                    choices={owners}
                    onChange={setOwner}
                  />
                </Form>
              )}
            </>
          );
        }}
      </Loading>
    </div>
  );
}
