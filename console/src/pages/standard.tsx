/** A revision of a standard as a document, with the facts about it and what may be done with it. */
import { useEffect } from 'preact/hooks';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { Actions } from '../elements/actions.tsx';
import { ClauseList } from '../elements/clause-list.tsx';
import { CopyStatus } from '../elements/copy-status.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Pill } from '../elements/pill.tsx';
import { anchor, basePath, goTo, hrefOf, query } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { readStandard, type StandardView } from '../read-standard.ts';
import { useLoaded } from '../use-loaded.ts';

type Revision = EndpointResult<'standards.revisions'>['revisions'][number];

export default function StandardPage({ params }: PageProps) {
  const id = Number(params.id);
  const revisionId = Number(query.value.get('revision')) || undefined;
  const view = useLoaded((signal) => readStandard(id, signal, revisionId), [id, revisionId], {
    isSubject: true,
  });
  // Who may not see the revisions reads the current one without the list.
  const revisions = useLoaded(
    (signal) =>
      api.call('standards.revisions', { id }, { signal }).catch(() => ({ revisions: [], total: 0 })),
    [id],
  );
  return (
    <Loading of={view}>
      {(standard) => <Document standard={standard} revisions={revisions.value?.revisions ?? []} />}
    </Loading>
  );
}

function Document({ standard, revisions }: { standard: StandardView; revisions: readonly Revision[] }) {
  const { id, name, description, revision, elements, datasheet_elements } = standard;
  const revisionId = revision?.id;
  // The browser looks for the anchor before the clauses are there.
  useEffect(() => {
    if (anchor.value !== '') document.getElementById(anchor.value)?.scrollIntoView();
  }, [revisionId]);
  return (
    <>
      <PageTitle title={name}>
        <StandardActions standard={standard} revisions={revisions} />
      </PageTitle>
      {description !== '' && (
        <p class="lead" dir="auto">
          {description}
        </p>
      )}
      <Facts standard={standard} />
      {standard.customized_from_revision_id !== null && (
        <CopyStatus copy={standard} mayMerge={(standard.allowed_actions ?? []).includes('standards.merge')} />
      )}
      {elements.length === 0 ? (
        <p class="empty">
          This standard has no clauses yet. They are shown here when a revision is published.
        </p>
      ) : (
        <ClauseList
          clauses={elements}
          fields={datasheet_elements}
          imageHref={(image) =>
            `${basePath}/api/standards/${id}/images/${encodeURIComponent(image)}${revisionId ? `?revisionId=${revisionId}` : ''}`
          }
        />
      )}
    </>
  );
}

function Facts({ standard }: { standard: StandardView }) {
  const { revision, library, category, deprecated, deprecated_reason, current_revision } = standard;
  return (
    <>
      {deprecated && (
        <p class="notice">This standard is deprecated{deprecated_reason ? `: ${deprecated_reason}` : ''}.</p>
      )}
      {revision && !revision.current && (
        <p class="notice">
          This is revision {revision.code}. The current one is{' '}
          <a href={hrefOf(`/standards/${standard.id}`)}>{current_revision?.code}</a>.
        </p>
      )}
      <p class="facts">
        {revision && (
          <>
            <span>Revision {revision.code}</span>
            {revision.current && <Pill state="current">current</Pill>}
            <time dateTime={revision.created_at}>published {revision.created_at.slice(0, 10)}</time>
            {revision.created_by && <span dir="auto">by {revision.created_by.displayName}</span>}
            {revision.summary !== '' && <span dir="auto">“{revision.summary}”</span>}
          </>
        )}
        {library && <span dir="auto">{library.name}</span>}
        {category && <span dir="auto">{category.name}</span>}
      </p>
    </>
  );
}

interface StandardActionsProps {
  standard: StandardView;
  revisions: readonly Revision[];
}

function StandardActions({ standard, revisions }: StandardActionsProps) {
  const { id, revision, allowed_actions } = standard;
  const previous = revisions.find(({ ordinal }) => ordinal === (revision?.ordinal ?? 0) - 1);
  return (
    <Actions more={<LessOften standard={standard} previous={previous} />}>
      {revisions.length > 1 && (
        <label>
          <span class="word">Revision </span>
          <select
            value={revision?.id}
            onChange={({ currentTarget }) =>
              goTo(hrefOf(`/standards/${id}`, { revision: currentTarget.value }))
            }
          >
            {revisions.map(({ id: one, code, current }) => (
              <option key={one} value={one}>
                {current ? `${code} (current)` : code}
              </option>
            ))}
          </select>
        </label>
      )}
      {allowed_actions?.includes('standards.edit') === true && (
        <a class="button" href={hrefOf(`/standards/${id}/edit`)}>
          Edit
        </a>
      )}
    </Actions>
  );
}

interface LessOftenProps {
  standard: StandardView;
  /** The one before the revision that is shown. */
  previous: Revision | undefined;
}

function LessOften({ standard, previous }: LessOftenProps) {
  const { id, revision } = standard;
  const at = revision ? `&revisionId=${revision.id}` : '';
  return (
    <>
      {previous && revision && (
        <a class="button" href={hrefOf(`/standards/${id}/compare`, { from: previous.id, to: revision.id })}>
          Compare with {previous.code}
        </a>
      )}
      {revision && (
        <details class="menu">
          <summary>Download</summary>
          <ul>
            <li>
              <a download href={`${basePath}/api/standards/${id}/document?format=pdf${at}`}>
                PDF
              </a>
            </li>
            <li>
              <a download href={`${basePath}/api/standards/${id}/document?format=docx${at}`}>
                Word
              </a>
            </li>
            <li>
              <a download={`standard-${id}.md`} href={`${basePath}/api/standards/${id}?format=markdown${at}`}>
                Markup
              </a>
            </li>
          </ul>
        </details>
      )}
      <button type="button" onClick={() => window.print()}>
        Print
      </button>
      <Manage standard={standard} />
    </>
  );
}

/** What is done with the standard itself, each where its first action may be done now. */
function Manage({ standard }: { standard: StandardView }) {
  const { id, customized_from_revision_id, allowed_actions = [] } = standard;
  const pages = [
    { page: 'merge', words: 'Bring it up to date', asks: ['standards.merge', 'standards.acknowledgeSource'] },
    { page: 'customize', words: 'Customise', asks: ['standards.customize'] },
    {
      page: 'settings',
      words: 'Settings',
      asks: ['standards.update', 'standards.deprecate', 'standards.reactivate', 'standards.delete'],
    },
  ].filter(({ asks }) => asks.some((action) => allowed_actions.includes(action)));
  const isCopy = customized_from_revision_id !== null;
  if (pages.length === 0 && !isCopy) return null;
  return (
    <details class="menu">
      <summary>Manage</summary>
      <ul>
        {pages.map(({ page, words }) => (
          <li key={page}>
            <a href={hrefOf(`/standards/${id}/${page}`)}>{words}</a>
          </li>
        ))}
        {isCopy && (
          <li>
            <a href={hrefOf(`/standards/${id}/changelog`)}>How it differs from its source</a>
          </li>
        )}
      </ul>
    </details>
  );
}
