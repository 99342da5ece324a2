/** Creates a standard with its name and its category, which may be new. Its text comes next, in the editor. */
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { Choice, TextArea } from '../elements/choices.tsx';
import { Field, Form, textOf } from '../elements/form.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { goTo, hrefOf } from '../location.ts';
import { person } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

type Scope = 'company' | 'user';

/** The value of the choice that a new category is. */
const NEW = 'new';

export default function NewStandardPage() {
  const user = person.value?.user;
  const [scope, setScope] = useState<Scope>(user?.company_id ? 'company' : 'user');
  const [category, setCategory] = useState<string | null>(null);
  const [made, setMade] = useState<{ id: number; name: string } | null>(null);
  const categories = useLoaded(
    (signal) => api.call('categories.list', { subject_type: scope }, { signal }),
    [scope],
  );
  return (
    <div class="narrow">
      <PageTitle title="New standard" />
      <Loading of={categories}>
        {({ categories: rows }) => {
          const offered = made ? [...rows, made] : rows;
          // Where there is one to choose from, none is chosen beforehand.
          const chosen = category ?? (offered.length === 0 ? NEW : undefined);
          return (
            <Form
              action="Create and edit it"
              send={async (data) => {
                let category_id = Number(chosen);
                if (chosen === NEW) {
                  const name = textOf(data, 'category');
                  ({ id: category_id } = await api.call('categories.create', { name, subject_type: scope }));
                  // A second attempt files it there.
                  setMade({ id: category_id, name });
                  setCategory(String(category_id));
                }
                const { id } = await api.call('standards.create', {
                  name: textOf(data, 'name'),
                  description: textOf(data, 'description'),
                  subject_type: scope,
                  category_id,
                });
                goTo(hrefOf(`/standards/${id}/edit`));
              }}
            >
              <Field label="Name" name="name" hint="As it is cited, such as 08 11 13 Hollow Metal Doors." />
              {user?.company_id ? (
                <Choice
                  label="Belongs to"
                  name="scope"
                  path="subject_type"
                  value={scope}
                  choices={[
                    ['company', user.company_name ?? 'Company'],
                    ['user', 'Only me'],
                  ]}
                  onChange={(value) => {
                    setScope(value === 'company' ? 'company' : 'user');
                    setCategory(null);
                    setMade(null);
                  }}
                />
              ) : null}
              <Choice
                label="Category"
                name="category_id"
                value={chosen}
                ask={offered.length === 0 ? undefined : 'Choose where it is filed'}
                choices={[
                  ...offered.map(({ id, name }) => [String(id), name] as const),
                  [NEW, 'A new category'] as const,
                ]}
                onChange={setCategory}
              />
              {chosen === NEW && <Field label="Name of the category" name="category" path="name" />}
              <TextArea label="Description" name="description" optional />
            </Form>
          );
        }}
      </Loading>
    </div>
  );
}
