/** Creates a datasheet of a standard in the draft and opens it. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { TextArea } from '../../elements/choices.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { goTo, hrefOf } from '../../location.ts';

interface NewDatasheetProps {
  projectId: number;
  standard: { standard_id: number; name: string };
}

export function NewDatasheet({ projectId, standard }: NewDatasheetProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" aria-label={`New datasheet of ${standard.name}`} onClick={() => setOpen(true)}>
        New datasheet
      </button>
    );
  return (
    <div class="medium">
      <Form
        action="Create the datasheet"
        send={async (data) => {
          const { id, elements } = await api.call('datasheets.create', {
            project_id: projectId,
            standard_id: standard.standard_id,
            name: textOf(data, 'name'),
            scope: textOf(data, 'scope'),
          });
          const first = elements[0] ? `#field-${elements[0].id}` : '';
          goTo(`${hrefOf(`/projects/${projectId}/datasheets/${id}`)}${first}`);
        }}
      >
        <Field label="Name" name="name" hint="What it is for, such as “Main entrance”." />
        <TextArea label="Scope" name="scope" optional rows={2} />
      </Form>
    </div>
  );
}
