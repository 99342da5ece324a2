/** The revisions of a datasheet, the newest first, each with what it changed against the one before. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import { Loading } from '../../../elements/loading.tsx';
import { minuteOf } from '../../../elements/minute.ts';
import { PageTitle } from '../../../elements/page-title.tsx';
import { Pill } from '../../../elements/pill.tsx';
import { hrefOf } from '../../../location.ts';
import type { PageProps } from '../../../page-props.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { FieldChanges } from './field-changes.tsx';

type Revision = EndpointResult<'datasheets.revisions'>['revisions'][number];

export default function DatasheetHistoryPage({ params }: PageProps) {
  const id = Number(params.sheet);
  const loaded = useLoaded(
    async (signal) => {
      const [{ name }, { revisions, truncated }] = await Promise.all([
        api.call('datasheets.get', { id, format: 'compact' }, { signal }),
        api.call('datasheets.revisions', { id }, { signal }),
      ]);
      return { name, revisions, truncated };
    },
    [id],
  );
  return (
    <Loading of={loaded}>
      {({ name, revisions, truncated }) => (
        <>
          <p class="above">
            <a href={hrefOf(`/projects/${params.id}/datasheets/${id}`)}>The datasheet</a>
          </p>
          <PageTitle title={`History of ${name}`} />
          <ul class="rows">
            {revisions.map((revision, index) => (
              <RevisionRow key={revision.id} sheetId={id} revision={revision} before={revisions[index + 1]} />
            ))}
          </ul>
          {truncated && <p class="notice">Older revisions are not in this list.</p>}
        </>
      )}
    </Loading>
  );
}

interface RevisionRowProps {
  sheetId: number;
  revision: Revision;
  before: Revision | undefined;
}

function RevisionRow({ sheetId, revision, before }: RevisionRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { code, severity, summary, status, standard_revision, created_by, created_at } = revision;
  return (
    <li>
      <strong>{code}</strong> <span dir="auto">{summary}</span>{' '}
      {status === 'DELETED' && <Pill state="deleted">deleted</Pill>}
      <span class="facts">
        <span>{severity.toLowerCase()}</span>
        <span>standard {standard_revision.code}</span>
        <span dir="auto">{created_by.displayName}</span>
        <time dateTime={created_at}>{minuteOf(created_at)}</time>
      </span>
      {before && (
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          What {code} changed
        </button>
      )}
      {before && isOpen && <Comparison sheetId={sheetId} from={before.id} to={revision.id} />}
    </li>
  );
}

function Comparison({ sheetId, from, to }: { sheetId: number; from: number; to: number }) {
  const loaded = useLoaded(
    (signal) => api.call('datasheets.compare', { id: sheetId, from, to }, { signal }),
    [sheetId, from, to],
  );
  return (
    <Loading of={loaded}>
      {({ changes }) =>
        changes.length === 0 ? <p class="small">No field differs.</p> : <FieldChanges changes={changes} />
      }
    </Loading>
  );
}
