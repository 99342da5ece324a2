/** The contributor agreement in force, and a new version of it. The text that is typed is kept until it is published. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ClauseText } from '../../elements/clause-text.tsx';
import { Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { UnsavedTextArea } from '../../elements/unsaved-text-area.tsx';
import { discardInput } from '../../unsaved-input.ts';
import { useLoaded } from '../../use-loaded.ts';

const ABOUT = 'contributor agreement';

export function PublishAgreement() {
  const [changes, setChanges] = useState(0);
  const agreement = useLoaded((signal) => api.call('account.cla.get', {}, { signal }), [], {
    reads: changes,
  });
  return (
    <section>
      <h2>Contributor agreement</h2>
      <Loading of={agreement}>
        {({ version, content, effective_date }) => (
          <>
            <p>
              Version {version} is in force since {effective_date.slice(0, 10)}.
            </p>
            <details>
              <summary>Its text</summary>
              <ClauseText text={content} />
            </details>
            <details>
              <summary>New version</summary>
              <Form
                key={version}
                action={`Publish version ${version + 1}`}
                send={async (data) => {
                  await api.call('admin.cla.publish', {
                    version: version + 1,
                    content: textOf(data, 'content'),
                  });
                  discardInput(ABOUT);
                  setChanges(changes + 1);
                }}
              >
                <UnsavedTextArea
                  about={ABOUT}
                  label="Text"
                  name="content"
                  rows={12}
                  value={content}
                  hint="It takes effect at once. Who accepted an earlier version stays a contributor."
                />
              </Form>
            </details>
          </>
        )}
      </Loading>
    </section>
  );
}
