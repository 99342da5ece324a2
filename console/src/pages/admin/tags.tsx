/** The topic tags that revisions carry: made, renamed, retired. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { Pill } from '../../elements/pill.tsx';
import { useLoaded } from '../../use-loaded.ts';

export function Tags() {
  const [changes, setChanges] = useState(0);
  const list = useLoaded((signal) => api.call('standards.tags.list', {}, { signal }), [], { reads: changes });
  const changed = (): void => setChanges(changes + 1);
  return (
    <section>
      <h2>Topic tags</h2>
      <Loading of={list}>
        {({ tags }) =>
          tags.length === 0 ? (
            <p class="empty">There is no tag yet. Tags help people to find revisions by topic.</p>
          ) : (
            <ul class="rows">
              {tags.map(({ id, name, group, active }) => (
                <li key={id}>
                  <span dir="auto">{name}</span>
                  <span class="facts">
                    {group !== null && <span dir="auto">{group}</span>}
                    {!active && <Pill state="withdrawn">retired</Pill>}
                  </span>
                  <ActionButton
                    label={active ? 'Retire' : 'Make active again'}
                    about={name}
                    act={async () => {
                      await api.call('admin.tags.update', { id, active: !active });
                      changed();
                    }}
                  />
                  <details>
                    <summary>
                      Rename <span class="small">{name}</span>
                    </summary>
                    <Form
                      action="Rename"
                      send={async (data) => {
                        const heading = textOf(data, 'group');
                        await api.call('admin.tags.update', {
                          id,
                          name: textOf(data, 'name'),
                          group: heading === '' ? null : heading,
                        });
                        changed();
                      }}
                    >
                      <Field label="Name" name="name" value={name} />
                      <Field label="Heading" name="group" value={group ?? ''} optional />
                    </Form>
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      <details>
        <summary>New tag</summary>
        <div class="narrow">
          <Form
            action="Create the tag"
            clears
            send={async (data) => {
              const heading = textOf(data, 'group');
              await api.call('admin.tags.create', {
                name: textOf(data, 'name'),
                ...(heading === '' ? {} : { group: heading }),
              });
              changed();
            }}
          >
            <Field label="Name of the tag" name="name" />
            <Field
              label="Heading"
              name="group"
              optional
              hint="The tags of one heading are listed together."
            />
          </Form>
        </div>
      </details>
    </section>
  );
}
