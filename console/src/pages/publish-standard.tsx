/** Publishes the working copy of a standard as its next revision. */

import { useState } from 'preact/hooks';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { SEVERITIES } from '../../../shared/revisioning/outline/revision-codes.ts';
import { api } from '../api.ts';
import { TextArea } from '../elements/choices.tsx';
import { Form, textOf } from '../elements/form.tsx';
import { Loading } from '../elements/loading.tsx';
import { minuteOf } from '../elements/minute.ts';
import { PageTitle } from '../elements/page-title.tsx';
import { goTo, hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { readStandard } from '../read-standard.ts';
import { useLoaded } from '../use-loaded.ts';

type Severity = (typeof SEVERITIES)[number];
type WorkingCopy = EndpointResult<'standards.workingCopy.get'>;
type Tag = EndpointResult<'standards.tags.list'>['tags'][number];

/** What a reader of the list of revisions learns from it. */
const MEANINGS: Readonly<Record<Severity, string>> = {
  major: 'requirements changed',
  minor: 'requirements added or made clearer',
  patch: 'wording and misprints only',
};

export default function PublishStandardPage({ params }: PageProps) {
  const id = Number(params.id);
  const loaded = useLoaded(
    async (signal) => {
      const [standard, copy, { tags }] = await Promise.all([
        readStandard(id, signal),
        api.call('standards.workingCopy.get', { id }, { signal }),
        api.call('standards.tags.list', {}, { signal }),
      ]);
      return { standard, copy, tags };
    },
    [id],
    { isSubject: true },
  );
  return (
    <Loading of={loaded}>
      {({ standard: { name, tags: carried, content_hash, customized_from_revision_id }, copy, tags }) => (
        <>
          <PageTitle title={`Publish ${name}`}>
            <div class="actions">
              <a class="button" href={hrefOf(`/standards/${id}/edit`)}>
                Edit it
              </a>
            </div>
          </PageTitle>
          <Changed copy={copy} />
          <PublishForm
            copy={copy}
            tags={tags.filter((tag) => tag.active || carried.includes(tag.id))}
            carried={carried}
            publishedHash={customized_from_revision_id === null ? content_hash : null}
          />
        </>
      )}
    </Loading>
  );
}

/** The clauses that were edited since the working copy was opened. */
function Changed({ copy: { elements, opened_from } }: { copy: WorkingCopy }) {
  if (!opened_from)
    return <p class="lead">The first revision, with {elements.length} clauses, will be 1.0.0.</p>;
  const edited = elements.filter(({ editedAt }) => editedAt !== null);
  return (
    <section>
      <h2>Edited since revision {opened_from.code}</h2>
      {edited.length === 0 ? (
        <p class="empty">The words of no clause were edited.</p>
      ) : (
        <ul class="rows">
          {edited.map(({ element_id, address, attributes, toc_content, content, editedBy, editedAt }) => (
            <li key={element_id}>
              <span dir="auto">
                {attributes.label ?? address} {toc_content || content.slice(0, 80)}
              </span>
              <span class="facts">
                {editedBy && <span dir="auto">{editedBy.displayName}</span>}
                {editedAt !== null && <time dateTime={editedAt}>{minuteOf(editedAt)}</time>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface PublishFormProps {
  copy: WorkingCopy;
  tags: readonly Tag[];
  /** The ids of those that the current revision has. */
  carried: readonly string[];
  /**
   * The hash of the current revision, with which there is nothing to publish. Null before the first, and for a copy: that a
   * merge was decided is recorded by a revision, also where each decision was for the own words.
   */
  publishedHash: string | null;
}

function PublishForm({ copy, tags, carried, publishedHash }: PublishFormProps) {
  const { standard_id: id, version: baseVersion, opened_from } = copy;
  const [severity, setSeverity] = useState<Severity>('minor');
  const next = useLoaded(
    (signal) => {
      const tried = { id, baseVersion, severity, dryRun: true };
      return api.call('standards.publish', tried, { signal });
    },
    [id, baseVersion, severity],
  );
  const [isStale, setStale] = useState(false);
  const [hasOtherTags, setOtherTags] = useState(false);
  const isSame = publishedHash !== null && next.value?.content_hash === publishedHash && !hasOtherTags;
  return (
    <>
      <Form
        action={next.value ? `Publish ${next.value.revision.code}` : 'Publish'}
        idle={
          isSame ? `Nothing to publish: the draft says the same as revision ${opened_from?.code}.` : undefined
        }
        send={async (data) => {
          try {
            await api.call('standards.publish', {
              id,
              baseVersion,
              severity,
              summary: textOf(data, 'summary'),
              tag_ids: tags.filter((tag) => data.getAll('tag_ids').includes(tag.id)).map((tag) => tag.id),
            });
          } catch (error) {
            setStale(error instanceof ApiError && error.is('EDIT_CONFLICT'));
            throw error;
          }
          goTo(hrefOf(`/standards/${id}`));
        }}
      >
        {opened_from && (
          <fieldset>
            <legend>Severity</legend>
            {SEVERITIES.map((one) => (
              <label key={one} class="check choice">
                <input
                  type="radio"
                  name="severity"
                  value={one}
                  checked={severity === one}
                  onChange={() => setSeverity(one)}
                />{' '}
                <span>
                  <strong>{one}</strong>: {MEANINGS[one]}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <TextArea
          label="Summary"
          name="summary"
          hint="What changed, for who decides whether to follow."
          optional
        />
        {tags.length > 0 && (
          <fieldset
            onChange={({ currentTarget }) => {
              const chosen = currentTarget.querySelectorAll<HTMLInputElement>('input:checked');
              const same = [...chosen].filter(({ value }) => carried.includes(value)).length;
              setOtherTags(same !== chosen.length || same !== carried.length);
            }}
          >
            <legend>Tags</legend>
            {tags.map(({ id: tag, name, active }) => (
              <label key={tag} class="check">
                <input type="checkbox" name="tag_ids" value={tag} defaultChecked={carried.includes(tag)} />{' '}
                {name}
                {!active && ' (retired)'}
              </label>
            ))}
          </fieldset>
        )}
      </Form>
      {isStale && (
        <p class="notice">
          The draft changed since this page was opened.{' '}
          <a href={hrefOf(`/standards/${id}/edit`)}>Look at it</a>, and publish it then.
        </p>
      )}
    </>
  );
}
