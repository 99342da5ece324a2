/** What stands in the way of publishing the open draft, each with the page where it is settled. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';
import { type Asked, NOTHING_ASKED } from './publish/asked.ts';

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

interface ReadinessListProps {
  projectId: number;
  readiness: PublishReadiness;
  /** What the form beside it asks for: that is not said here too. */
  asked?: Asked;
}

export function ReadinessList({ projectId, readiness, asked = NOTHING_ASKED }: ReadinessListProps) {
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
          <p>Settle these before you publish the draft:</p>
          <ul class="rows">
            {blockers.map((blocker) => (
              <BlockerRow key={`${blocker.kind} ${blocker.id}`} projectId={projectId} blocker={blocker} />
            ))}
          </ul>
        </>
      )}
      {holds.length > 0 && !asked.holds && (
        <p class="notice" dir="auto">
          {holds.length === 1 ? 'One standard is' : `${holds.length} standards are`} under a moderation
          notice, which you acknowledge when you publish: {holds.map(({ name }) => name).join(', ')}.
        </p>
      )}
      {needsCompany && !asked.companies && (
        <p class="notice">No company owns the project yet. You choose the company when you publish.</p>
      )}
      {ready && !empty && holds.length === 0 && !needsCompany && (
        <p class="done">Nothing stands in the way of publishing.</p>
      )}
      {(asked.holds || asked.companies) && <p>The form asks for a decision.</p>}
    </>
  );
}

type Blocker = PublishReadiness['blockers'][number];

function BlockerRow({ projectId, blocker: { kind, id, name } }: { projectId: number; blocker: Blocker }) {
  const at = `/projects/${projectId}`;
  const [href, what] = {
    standard_without_datasheet: [hrefOf(`${at}/datasheets`, { standard: id }), 'has fields and no datasheet'],
    datasheet_without_revision: [hrefOf(`${at}/datasheets/${id}`), 'has no saved values'],
    datasheet_behind: [
      hrefOf(`${at}/datasheets/${id}/upgrade`),
      'is behind the revision that the project pins: upgrade it',
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
