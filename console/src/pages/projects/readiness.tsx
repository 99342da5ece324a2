/** What stands in the way of publishing the open draft, each with the page where it is settled. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';

export type PublishReadiness = EndpointResult<'projects.publishReadiness'>;

export function Readiness({ projectId }: { projectId: number }) {
  const loaded = useLoaded(
    (signal) => api.call('projects.publishReadiness', { id: projectId }, { signal }),
    [projectId],
  );
  return (
    <Loading of={loaded}>
      {(readiness) => <ReadinessList projectId={projectId} readiness={readiness} />}
    </Loading>
  );
}

export function ReadinessList({ projectId, readiness }: { projectId: number; readiness: PublishReadiness }) {
  const { ready, empty, blockers, holds, needsCompany } = readiness;
  return (
    <>
      {empty && (
        <p class="empty">
          The draft holds nothing yet.{' '}
          <a href={hrefOf(`/projects/${projectId}/standards`)}>Add its first standard.</a>
        </p>
      )}
      {blockers.length > 0 && (
        <>
          <p>Before it can be published:</p>
          <ul class="rows">
            {blockers.map((blocker) => (
              <BlockerRow key={`${blocker.kind} ${blocker.id}`} projectId={projectId} blocker={blocker} />
            ))}
          </ul>
        </>
      )}
      {holds.length > 0 && (
        <p class="notice" dir="auto">
          {holds.length === 1 ? 'One standard is' : `${holds.length} standards are`} under a moderation
          notice, to be acknowledged when it is published: {holds.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {needsCompany && <p class="notice">The project has no company yet: choose it when you publish.</p>}
      {ready && !empty && holds.length === 0 && !needsCompany && (
        <p class="done">Nothing stands in the way of publishing.</p>
      )}
    </>
  );
}

type Blocker = PublishReadiness['blockers'][number];

function BlockerRow({ projectId, blocker: { kind, id, name } }: { projectId: number; blocker: Blocker }) {
  const at = `/projects/${projectId}`;
  const [href, what] = {
    standard_without_datasheet: [hrefOf(`${at}/datasheets`, { standard: id }), 'has fields and no datasheet'],
    datasheet_without_revision: [hrefOf(`${at}/datasheets/${id}`), 'has nothing saved'],
    datasheet_behind: [
      hrefOf(`${at}/datasheets/${id}/upgrade`),
      'is not on the revision that the project pins: upgrade it',
    ],
  }[kind];
  return (
    <li>
      <a href={href} dir="auto">
        {name}
      </a>{' '}
      {what}
    </li>
  );
}
