/** Name, description and category of a standard, and its end: deprecated, active again, deleted. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { Choice, TextArea } from '../elements/choices.tsx';
import { Done } from '../elements/done.tsx';
import { Field, Form, textOf } from '../elements/form.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { goTo, hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { readStandard } from '../read-standard.ts';
import { useLoaded } from '../use-loaded.ts';

type Standard = EndpointResult<'standards.update'>;

export default function StandardSettingsPage({ params }: PageProps) {
  const id = Number(params.id);
  const [changed, setChanged] = useState<Standard | null>(null);
  const loaded = useLoaded(
    async (signal) => {
      const standard = await readStandard(id, signal);
      const { subject_type, subject_id } = standard;
      const { categories } = await api.call(
        'categories.list',
        { subject_type, ...(subject_id === null ? {} : { subject_id }) },
        { signal },
      );
      return { standard, categories };
    },
    [id],
    { isSubject: true },
  );
  return (
    <Loading of={loaded}>
      {({ standard: read, categories }) => {
        const standard: Standard = changed ?? read;
        return (
          <div class="narrow">
            <PageTitle title={`Settings of ${standard.name}`}>
              <a class="button" href={hrefOf(`/standards/${id}`)}>
                Read it
              </a>
            </PageTitle>
            {changed && <Done key={changed.updated_at}>Changed.</Done>}
            <Form
              action="Change"
              send={async (data) => {
                setChanged(null);
                const [name, description] = [textOf(data, 'name'), textOf(data, 'description')];
                const category_id = Number(textOf(data, 'category_id')) || standard.category_id;
                // What was not changed here may have been changed by others since.
                setChanged(
                  await api.call('standards.update', {
                    id,
                    ...(name === standard.name ? {} : { name }),
                    ...(description === standard.description ? {} : { description }),
                    ...(category_id === standard.category_id || category_id === null ? {} : { category_id }),
                  }),
                );
              }}
            >
              <Field label="Name" name="name" value={standard.name} />
              <TextArea label="Description" name="description" value={standard.description} optional />
              <Choice
                label="Category"
                name="category_id"
                value={String(standard.category_id ?? '')}
                choices={categories.map((category) => [String(category.id), category.name] as const)}
                optional={standard.category_id === null}
              />
            </Form>
            {standard.deprecated ? (
              <Deprecated standard={standard} setChanged={setChanged} />
            ) : (
              <Deprecate standard={standard} setChanged={setChanged} />
            )}
          </div>
        );
      }}
    </Loading>
  );
}

interface LifecycleProps {
  standard: Standard;
  setChanged: (standard: Standard) => void;
}

function Deprecate({ standard: { id }, setChanged }: LifecycleProps) {
  return (
    <section>
      <h2>Deprecate</h2>
      <p>
        It disappears from lists, and no project can take it up any more. Projects that use it keep it. You
        can make it active again, or delete it then.
      </p>
      <Form
        action="Deprecate it"
        send={async (data) =>
          setChanged(
            await api.call('standards.deprecate', { id, reason: textOf(data, 'reason') || undefined }),
          )
        }
      >
        <TextArea label="Reason" name="reason" hint="Readers see it." optional />
      </Form>
    </section>
  );
}

function Deprecated({ standard: { id, name }, setChanged }: LifecycleProps) {
  return (
    <section>
      <h2>Deprecated</h2>
      <ActionButton
        label="Make it active again"
        act={async () => setChanged(await api.call('standards.reactivate', { id }))}
      />
      <h2>Delete for good</h2>
      <p>
        Its revisions and its draft are deleted and cannot be had back. Customised copies stay, and follow
        nothing any more. Type its name to confirm: <strong dir="auto">{name}</strong>
      </p>
      <Form
        action="Delete it"
        removes
        send={async (data) => {
          await api.call('standards.delete', { id, confirmName: textOf(data, 'confirmName') });
          goTo(hrefOf('/standards'));
        }}
      >
        <Field label="Name of the standard" name="confirmName" />
      </Form>
    </section>
  );
}
