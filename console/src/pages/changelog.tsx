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

const VERBS: Readonly<Record<Change['change_type'], string>> = {
  INSERT: 'was added',
  UPDATE: 'was changed',
  DELETE: 'was deleted',
  ADDRCHG: 'was moved',
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
  const was =
    previous &&
    ('content' in previous
      ? [previous.toc_content, previous.content].filter((text) => text !== '').join(' – ')
      : previous.label);
  const clause = `${kind === 'field' ? 'clause' : 'Clause'} ${address}`;
  return (
    <li>
      <p>
        {kind === 'field' && (
          <>
            The field <bdi>“{label}”</bdi> of{' '}
          </>
        )}
        {change_type === 'DELETE' ? (
          clause
        ) : (
          <a href={`${hrefOf(`/standards/${of}`)}#${anchorOf(address)}`}>{clause}</a>
        )}
        {kind === 'clause' && label !== undefined && <bdi> “{label}”</bdi>} {VERBS[change_type]}
        {from !== undefined && ` from ${from}`} in revision {revision.code}
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
