/** The standards of a draft that are under a moderation notice: each is acknowledged by its name, or has to go first. */

import type { MetadataOf } from '../../../../../shared/rest-client/api-error.ts';
import type { EndpointParams } from '../../../../../shared/rest-client/endpoint-types.ts';
import { hrefOf } from '../../../location.ts';
import { person } from '../../../session.ts';
import { MustChoose } from './must-choose.tsx';

export type Holds = MetadataOf<'PROJECT_HOLDS_REVOKED_STANDARD'>;
type Blocked = Holds['blockedStandards'][number];

const SCOPES = { clauses: 'clauses', edition: 'the whole edition', standard: 'every edition' } as const;

export function HoldsChoice({ projectId, holds }: { projectId: number; holds: Holds }) {
  return (
    <fieldset class="notice">
      <legend>
        <strong>Standards under a moderation notice</strong>
      </legend>
      <p>The revision will record that {person.value?.user?.name} published it under these notices.</p>
      {holds.blockedStandards.map((standard) => (
        <HeldStandard key={standard.standardId} projectId={projectId} standard={standard} />
      ))}
    </fieldset>
  );
}

function HeldStandard({ projectId, standard }: { projectId: number; standard: Blocked }) {
  const { standardId, name, heldClauseCount, heldClauseAddresses, holds, acknowledgeable, fix } = standard;
  return (
    <div class="held">
      <p>
        <strong dir="auto">{name}</strong>
      </p>
      <ul>
        {holds.map(({ scope, level, reason, heldClauseCount: clauses }) => (
          <li key={`${scope} ${level} ${reason}`}>
            {SCOPES[scope]}
            {scope === 'clauses' && ` (${clauses})`}, {level === 2 ? 'text withheld' : 'under review'}
            {reason && `, ${reason.replaceAll('_', ' ')}`}
          </li>
        ))}
      </ul>
      {heldClauseCount > 0 && <p class="small">Clauses {heldClauseAddresses.join(', ')}</p>}
      <p>
        {fix === 'upgrade'
          ? 'A newer revision has no notice. To publish with that one, '
          : 'To publish without the notice, '}
        <a href={hrefOf(`/projects/${projectId}/standards`)}>
          {fix === 'upgrade' ? 'move the pin' : 'take out the standard or swap it'}
        </a>
        .
      </p>
      {acknowledgeable ? (
        <MustChoose
          type="checkbox"
          name={`acknowledge ${standardId}`}
          ask={`Tick the notice of ${name} to publish with it.`}
        >
          I publish with {name} under this notice
        </MustChoose>
      ) : (
        <p>The project cannot be published with this standard.</p>
      )}
    </div>
  );
}

/** The notices that were ticked, under the token of exactly these notices. */
export function readAcknowledgment(
  data: FormData,
  { acknowledgmentToken: token, blockedStandards }: Holds,
): NonNullable<EndpointParams<'projects.publish'>['acknowledgeHolds']> {
  const ticked = blockedStandards.filter(({ standardId }) => data.has(`acknowledge ${standardId}`));
  return acknowledgeAll({ acknowledgmentToken: token, blockedStandards: ticked });
}

export const acknowledgeAll = ({
  acknowledgmentToken: token,
  blockedStandards,
}: Holds): NonNullable<EndpointParams<'projects.publish'>['acknowledgeHolds']> => ({
  token,
  standards: blockedStandards.map(({ standardId, holdingScope, level, heldClauseCount }) => ({
    standardId,
    holdingScope,
    level,
    heldClauseCount,
  })),
});
