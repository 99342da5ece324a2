/**
 * A standard of a project: the revision that is pinned, the way to the current one or another, and what else can be
 * done.
 */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { RowMenu } from '../../elements/row-menu.tsx';
import { hrefOf } from '../../location.ts';
import { mayDo, type Project } from './project.ts';

export type ProjectStandard = EndpointResult<'projects.standards.list'>['standards'][number];
export type PinOptions = EndpointResult<'projects.standardRevisionOptions'>['standards'][number];

/** Why it is not brought current; nothing where there is nothing newer. */
const EXCLUDED = {
  already_held: '',
  revoked: 'its current revision is revoked',
  not_published: 'has no current revision that you may read',
  archived: '',
} as const;

interface StandardRowProps {
  project: Project;
  row: ProjectStandard;
  options: PinOptions | undefined;
  /** The revision to move to, which is chosen and not moved to yet. */
  target: number | null;
  onChoose: (target: number | null) => void;
  reload: () => void;
}

export function StandardRow({ project, row, options, target, onChoose, reload }: StandardRowProps) {
  const [isChoosing, setChoosing] = useState(false);
  const { standard_id, name, standard_revision, library, datasheet_count, archived } = row;
  const current = options?.revisions.find(({ isCurrent }) => isCurrent);
  const bringTo = options?.bringCurrentTo ?? null;
  const excluded = options?.excludedReason ? EXCLUDED[options.excludedReason] : '';
  const mayChoose = options !== undefined && options.revisions.length > 1;
  return (
    <li class="with-menu">
      <span>
        <a href={hrefOf(`/standards/${standard_id}`, { revision: standard_revision.id })} dir="auto">
          {name}
        </a>
        <span class="facts">
          <span>Revision {standard_revision.code}</span>
          {library && <span dir="auto">{library.name}</span>}
          <a href={hrefOf(`/projects/${project.id}/datasheets`, { standard: standard_id })}>
            {datasheet_count} {datasheet_count === 1 ? 'datasheet' : 'datasheets'}
          </a>
          {bringTo !== null && current && (
            <a
              href={hrefOf(`/standards/${standard_id}/compare`, { from: standard_revision.id, to: bringTo })}
            >
              What changed up to {current.code}
            </a>
          )}
          {excluded !== '' && <span>{excluded}</span>}
        </span>
        {options && (isChoosing || target !== null) && (
          <RevisionChoice name={name} options={options} target={target} onChoose={onChoose} />
        )}
      </span>
      {bringTo !== null && current && target === null ? (
        <button
          type="button"
          aria-label={`Bring to ${current.code}: ${name}`}
          onClick={() => onChoose(bringTo)}
        >
          Bring to {current.code}
        </button>
      ) : (
        <span />
      )}
      {(mayChoose || mayEnd(project, archived)) && (
        <RowMenu about={name}>
          {mayChoose && (
            <li>
              <button type="button" onClick={() => setChoosing(true)}>
                Choose a revision
              </button>
            </li>
          )}
          <Endings project={project} row={row} reload={reload} />
        </RowMenu>
      )}
    </li>
  );
}

interface RevisionChoiceProps {
  name: string;
  options: PinOptions;
  target: number | null;
  onChoose: (target: number | null) => void;
}

function RevisionChoice({ name, options, target, onChoose }: RevisionChoiceProps) {
  const { heldRevisionId, revisions } = options;
  return (
    <label class="small">
      Move to{' '}
      <select
        aria-label={`Revision of ${name}`}
        value={target ?? heldRevisionId}
        onChange={({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          onChoose(chosen === heldRevisionId ? null : chosen);
        }}
      >
        {revisions.map(({ id, code, isHeld, isCurrent }) => (
          <option key={id} value={id}>
            {code}
            {isHeld ? ' (held)' : ''}
            {isCurrent ? ' (current)' : ''}
          </option>
        ))}
      </select>
    </label>
  );
}

const mayEnd = (project: Project, archived: boolean): boolean =>
  archived
    ? mayDo(project, 'projects.standards.restore', 'projects.standards.removeArchived')
    : mayDo(project, 'projects.standards.archive');

/** Archiving, and what follows it. */
function Endings({ project, row, reload }: Pick<StandardRowProps, 'project' | 'row' | 'reload'>) {
  const { standard_id, name, datasheet_count, archived } = row;
  const about = { id: project.id, standardId: standard_id };
  const then = (write: Promise<unknown>): Promise<void> => write.then(reload);
  if (!archived)
    return mayDo(project, 'projects.standards.archive') ? (
      <li>
        <ActionButton
          label="Archive"
          removes
          about={name}
          confirm={`Its ${datasheet_count} datasheets are archived with it. Both can be restored.`}
          act={() => then(api.call('projects.standards.archive', about))}
        />
      </li>
    ) : null;
  return (
    <>
      {mayDo(project, 'projects.standards.restore') && (
        <li>
          <ActionButton
            label="Restore"
            about={name}
            act={() => then(api.call('projects.standards.restore', about))}
          />
        </li>
      )}
      {mayDo(project, 'projects.standards.removeArchived') && (
        <li>
          <ActionButton
            label="Remove for good"
            removes
            about={name}
            confirm="Its datasheets go with it. Published revisions keep both."
            act={() => then(api.call('projects.standards.removeArchived', about))}
          />
        </li>
      )}
    </>
  );
}
