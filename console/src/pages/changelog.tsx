/** How a customised copy differs from the revision of its source that was last merged into it. */
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { useLoaded } from '../use-loaded.ts';

type Change = EndpointResult<'standards.changelog'>['changes'][number];

const WORDS: Readonly<Record<Change['change_type'], string>> = {
  INSERT: 'added',
  UPDATE: 'changed',
  DELETE: 'deleted',
  ADDRCHG: 'moved',
};

export default function ChangelogPage({ params }: PageProps) {
  const id = Number(params.id);
  const log = useLoaded((signal) => api.call('standards.changelog', { id }, { signal }), [id]);
  return (
    <>
      <PageTitle title="What this copy changed">
        <div class="actions">
          <a class="button" href={hrefOf(`/standards/${id}`)}>
            Read it
          </a>
        </div>
      </PageTitle>
      <Loading of={log}>
        {({ changes }) =>
          changes.length === 0 ? (
            <p class="empty">It says the same as its source, or follows none.</p>
          ) : (
            <ul class="rows">
              {changes.map((change) => (
                <ChangeRow
                  key={`${change.change_type} ${change.element_id} ${change.field_id ?? ''}`}
                  of={id}
                  change={change}
                />
              ))}
            </ul>
          )
        }
      </Loading>
    </>
  );
}

function ChangeRow({ of, change }: { of: number; change: Change }) {
  const { change_type, kind, address, label, change_details, revision, saved_by, saved_at } = change;
  const previous = change_details?.previous;
  const from = change_details?.previous_address;
  const was = previous && ('content' in previous ? previous.toc_content || previous.content : previous.label);
  return (
    <li>
      {change_type === 'DELETE' ? (
        address
      ) : (
        <a href={`${hrefOf(`/standards/${of}`)}#clause-${address}`}>
          {from ? `${from} → ${address}` : address}
        </a>
      )}{' '}
      <span class="tag">
        {kind === 'field' ? 'field ' : ''}
        {WORDS[change_type]}
      </span>{' '}
      {label !== undefined && <span dir="auto">{label}</span>}
      {was !== undefined && was !== '' && change_type !== 'ADDRCHG' && (
        <p class="small" dir="auto">
          Was: {was.slice(0, 300)}
        </p>
      )}
      <span class="facts">
        <span>in revision {revision.code}</span>
        {saved_by && <span dir="auto">{saved_by.displayName}</span>}
        <time dateTime={saved_at}>saved {saved_at.slice(0, 10)}</time>
      </span>
    </li>
  );
}
