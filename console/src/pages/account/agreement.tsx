/** The Contributor License Agreement: what it says, and that the account has accepted it. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { ClauseText } from '../../elements/clause-text.tsx';
import { Loading } from '../../elements/loading.tsx';
import { readSession } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';

export function Agreement() {
  const [changes, setChanges] = useState(0);
  const agreement = useLoaded((signal) => api.call('account.cla.get', {}, { signal }), [], {
    reads: changes,
  });
  return (
    <section>
      <h2>Contributor agreement</h2>
      <Loading of={agreement}>
        {({ id, version, content, accepted, accepted_version, accepted_at }) => (
          <>
            <p>
              {accepted_at && accepted_version !== null
                ? `You accepted version ${accepted_version} on ${accepted_at.slice(0, 10)}, so that you may write in the wiki.`
                : 'Who writes in the wiki accepts it first.'}
              {accepted_version !== null && !accepted && ` Version ${version} is in force since.`}
            </p>
            <details>
              <summary>Version {version}</summary>
              <ClauseText text={content} />
            </details>
            {!accepted && (
              <ActionButton
                label="Accept"
                about={`version ${version}`}
                act={async () => {
                  await api.call('account.cla.accept', { document_id: id });
                  await readSession();
                  setChanges(changes + 1);
                }}
              />
            )}
          </>
        )}
      </Loading>
    </section>
  );
}
