/** Creates a project; its first draft is open then. */
import { api } from '../../api.ts';
import { Form } from '../../elements/form.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { goTo, hrefOf } from '../../location.ts';
import { discardInput } from '../../unsaved-input.ts';
import { HeaderFields, readHeader, SUMMARY_OF_NEW } from './header-fields.tsx';

export default function NewProjectPage() {
  return (
    <div class="medium">
      <PageTitle title="New project" />
      <p class="small">You lead it. Only the name is needed; all of it can be changed later.</p>
      <Form
        action="Create the project"
        send={async (data) => {
          const { id } = await api.call('projects.create', readHeader(data));
          discardInput(SUMMARY_OF_NEW);
          goTo(hrefOf(`/projects/${id}`), { replaces: true });
        }}
      >
        <HeaderFields />
      </Form>
    </div>
  );
}
