/** The editions of a page: adopted or proposed from its current revision, published, cancelled, put under a hold. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Field, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { ModerationForm } from '../../elements/moderation-form.tsx';
import { Pill } from '../../elements/pill.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';
import { AdoptionPreview } from './adoption-preview.tsx';

type Edition = EndpointResult<'wiki.adopted.list'>['adopted_revisions'][number];

export interface ManagedPart {
  pageId: string;
  may: (action: string) => boolean;
  onChange: () => void;
}

export function Editions({ pageId, may, changes, onChange }: ManagedPart & { changes: number }) {
  const list = useLoaded((signal) => api.call('wiki.adopted.list', { id: pageId }, { signal }), [pageId], {
    reads: changes,
  });
  return (
    <section>
      <h2>Editions</h2>
      <Loading of={list}>
        {({ adopted_revisions }) =>
          adopted_revisions.length === 0 ? (
            <p class="empty">
              The page has no edition yet. An edition is what people cite: it never changes, and becomes a
              standard of the library.
            </p>
          ) : (
            <ul class="rows">
              {adopted_revisions.map((edition) => (
                <li key={edition.id}>
                  <span dir="auto">
                    Edition {edition.revision_number}: {edition.title}
                  </span>
                  <EditionFacts edition={edition} />
                  <EditionActions edition={edition} pageId={pageId} may={may} onChange={onChange} />
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      {may('wiki.adopted.propose') && (
        <AdoptionPreview pageId={pageId} changes={changes} onChange={onChange} />
      )}
    </section>
  );
}

function EditionFacts({ edition }: { edition: Edition }) {
  const { status, current, adopted_at, adopted_by, syncStatus, last_error, effect, clause_holds } = edition;
  const matter = effect ?? clause_holds?.[0];
  return (
    <span class="facts">
      <span>{status === 'review' ? 'proposed' : status}</span>
      {current && <Pill state="current">current</Pill>}
      <time dateTime={adopted_at}>{adopted_at.slice(0, 10)}</time>
      <span dir="auto">{adopted_by.displayName}</span>
      {status === 'published' && syncStatus !== 'done' && (
        <Pill>
          library copy {syncStatus}
          {last_error && `: ${last_error.message}`}
        </Pill>
      )}
      {matter && <a href={hrefOf(`/moderation/${matter.matter_id}`)}>under a hold</a>}
    </span>
  );
}

function EditionActions({ edition, pageId: id, may, onChange }: ManagedPart & { edition: Edition }) {
  const { id: adoptedRevId, revision_number, status } = edition;
  const name = `edition ${revision_number}`;
  if (status === 'review')
    return (
      <>
        {may('wiki.adopted.publish') && (
          <ActionButton
            label="Publish"
            about={name}
            confirm="It becomes the edition that people cite, and a standard of the library."
            act={async () => {
              await api.call('wiki.adopted.publish', { id, adoptedRevId });
              onChange();
            }}
          />
        )}{' '}
        {may('wiki.adopted.cancel') && (
          <ActionButton
            label="Cancel the proposal"
            about={name}
            act={async () => {
              await api.call('wiki.adopted.cancel', { id, adoptedRevId });
              onChange();
            }}
          />
        )}
      </>
    );
  if (status !== 'published' || !may('wiki.adopted.revoke')) return null;
  return (
    <>
      <ModerationForm
        action={`Hold clauses of ${name}`}
        effect="The hold reaches the same clauses in every copy and project. Some reasons withhold the text at once, others begin with a notice."
        about={`hold ${adoptedRevId}`}
        decide={async (reasoned, data) => {
          const element_addresses = textOf(data, 'element_addresses')
            .split(/[\s,;]+/)
            .filter((address) => address !== '');
          await api.call('wiki.adopted.elements.revoke', {
            id,
            adoptedRevId,
            element_addresses,
            ...reasoned,
          });
          onChange();
        }}
      >
        <Field
          label="Clauses"
          name="element_addresses"
          hint="Their addresses, with commas between, such as 1.2, 2.1."
        />
      </ModerationForm>
      <ModerationForm
        action={`Revoke ${name}`}
        effect="The newest other edition becomes the current one. Projects that use this one are told."
        about={`revoke ${adoptedRevId}`}
        decide={async (reasoned) => {
          await api.call('wiki.adopted.revoke', { id, adoptedRevId, ...reasoned });
          onChange();
        }}
      />
    </>
  );
}
