/** The libraries of the wiki: made, renamed, and deleted while they have no standard. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { TextArea } from '../../elements/choices.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';

export function WikiLibraries() {
  const [changes, setChanges] = useState(0);
  const list = useLoaded((signal) => api.call('wiki.libraries.list', {}, { signal }), [], { reads: changes });
  const changed = (): void => setChanges(changes + 1);
  return (
    <section>
      <h2>Libraries of the wiki</h2>
      <Loading of={list}>
        {({ libraries }) =>
          libraries.length === 0 ? (
            <p class="empty">There is no library yet. Contributors write in one: make the first.</p>
          ) : (
            <ul class="rows">
              {libraries.map(({ id, slug, name, description, standard_count }) => (
                <li key={id}>
                  <a href={hrefOf(`/wiki/${slug}`)} dir="auto">
                    {name}
                  </a>
                  <span class="facts">
                    <span>{slug}</span>
                    <span>{standard_count === 1 ? '1 standard' : `${standard_count} standards`}</span>
                  </span>
                  <details>
                    <summary>
                      Change <span class="small">{name}</span>
                    </summary>
                    <Form
                      action="Save"
                      send={async (data) => {
                        await api.call('admin.wiki.libraries.update', {
                          slug,
                          name: textOf(data, 'name'),
                          description: textOf(data, 'description'),
                        });
                        changed();
                      }}
                    >
                      <Field label="Name" name="name" value={name} />
                      <TextArea label="Description" name="description" value={description} optional />
                    </Form>
                    {standard_count === 0 && (
                      <ActionButton
                        label="Delete"
                        removes
                        about={name}
                        confirm="This cannot be undone."
                        act={async () => {
                          await api.call('admin.wiki.libraries.delete', { slug });
                          changed();
                        }}
                      />
                    )}
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      <details>
        <summary>New library</summary>
        <div class="narrow">
          <Form
            action="Create the library"
            clears
            send={async (data) => {
              await api.call('admin.wiki.libraries.create', {
                slug: textOf(data, 'slug'),
                name: textOf(data, 'name'),
                description: textOf(data, 'description'),
              });
              changed();
            }}
          >
            <Field label="Name of the library" name="name" />
            <Field
              label="Address"
              name="slug"
              hint="Lower-case letters and digits, with hyphens between: it is part of every link, and stays."
            />
            <TextArea label="What it holds" name="description" optional />
          </Form>
        </div>
      </details>
    </section>
  );
}
