/** Lists how a customised copy differs from the revision of its source that was last merged into it. */
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { anchorOf } from '../elements/anchor.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { hrefOf } from '../location.ts';
import type { PageProps } from '../page-props.ts';
import { readName } from '../read-standard.ts';
import { useLoaded } from '../use-loaded.ts';

type Change = EndpointResult<'standards.changelog'>['changes'][number];

const DONE: Readonly<Record<Change['change_type'], string>> = {
  INSERT: 'Added',
  UPDATE: 'Changed',
  DELETE: 'Deleted',
  ADDRCHG: 'Moved',
};

export default function ChangelogPage({ params }: PageProps) {
  const id = Number(params.id);
  const log = useLoaded(
    async (signal) => {
      const [{ changes }, name] = await Promise.all([
        api.call('standards.changelog', { id }, { signal }),
        readName(id, signal),
      ]);
      return { changes, name };
    },
    [id],
  );
  return (
    <Loading of={log}>
      {({ changes, name }) => (
        <>
          <PageTitle title={`How “${name}” differs from its source`}>
            <div class="actions">
              <a class="button" href={hrefOf(`/standards/${id}`)}>
                Read it
              </a>
            </div>
          </PageTitle>
          {changes.length === 0 ? (
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
          )}
        </>
      )}
    </Loading>
  );
}

function ChangeRow({ of, change }: { of: number; change: Change }) {
  const { change_type, kind, address, label, change_details, revision, saved_by, saved_at } = change;
  const previous = change_details?.previous;
  const from = change_details?.previous_address;
  const was = previous && ('content' in previous ? previous.content : previous.label);
  const heading = previous && 'toc_content' in previous ? previous.toc_content : '';
  return (
    <li>
      <p>
        {DONE[change_type]}{' '}
        {kind === 'field' && (
          <>
            the field <bdi>“{label}”</bdi> of{' '}
          </>
        )}
        {change_type === 'DELETE' ? (
          `clause ${address}`
        ) : (
          <a href={`${hrefOf(`/standards/${of}`)}#${anchorOf(address)}`}>clause {address}</a>
        )}
        {heading !== '' && <bdi> “{heading}”</bdi>}
        {from !== undefined && `, before ${from},`} in{' '}
        <a href={hrefOf(`/standards/${of}`, { revision: revision.id })}>revision {revision.code}</a>
        {saved_by && (
          <>
            {' '}
            by <bdi>{saved_by.displayName}</bdi>
          </>
        )}{' '}
        on <time dateTime={saved_at}>{saved_at.slice(0, 10)}</time>.
      </p>
      {was !== undefined && was !== '' && change_type !== 'ADDRCHG' && (
        <p class="small" dir="auto">
          It was: {was.slice(0, 300)}
        </p>
      )}
    </li>
  );
}
