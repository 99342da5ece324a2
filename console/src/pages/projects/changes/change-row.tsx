/** A change of a project as a sentence, in which what changed is named and leads to its page. */
import { timeOfDay } from '../../../elements/minute.ts';
import { hrefOf } from '../../../location.ts';
import { type Change, doneWith, NOUNS, type Part, pageOf, SAID } from './change-words.ts';
import { type Names, nameKey } from './read-names.ts';

interface ChangeRowProps {
  projectId: number;
  change: Change;
  names: Names;
  isNew: boolean;
}

export function ChangeRow({ projectId, change, names, isNew }: ChangeRowProps) {
  const { sequence, kind, at, by, revision, parts } = change;
  const [only] = parts;
  // A draft that was changed in one part is that change.
  const isPart = kind === 'draft_changed' && only !== undefined && parts.length === 1;
  return (
    <li>
      <time dateTime={at} class="small">
        {timeOfDay(at)}
      </time>
      <div>
        <span dir="auto">
          <bdi>{by.displayName}</bdi>{' '}
          {isPart ? (
            <PartWords projectId={projectId} part={only} />
          ) : (
            <SubjectWords projectId={projectId} change={change} names={names} />
          )}
        </span>{' '}
        {isNew && <span class="tag">new</span>}
        {!isPart && parts.length > 0 && (
          <ul>
            {parts.map((part) => (
              <li key={`${part.kind} ${part.subject} ${part.action}`} dir="auto">
                <PartWords projectId={projectId} part={part} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <span class="facts">
        {revision !== null && kind !== 'published' && <span>revision {revision.code}</span>}
        <span>change {sequence}</span>
      </span>
    </li>
  );
}

function SubjectWords({ projectId, change, names }: Omit<ChangeRowProps, 'isNew'>) {
  const { kind, subject, revision } = change;
  const [verb, what] = SAID[kind];
  if (kind === 'published' && revision)
    return (
      <>
        {verb}{' '}
        <a href={hrefOf(`/projects/${projectId}/revisions/${revision.id}`)}>revision {revision.code}</a>
      </>
    );
  if (!subject || what === undefined) return <>{what === undefined ? verb : `${verb} ${what}`}</>;
  const name = subject.type === 'comment' ? `comment ${subject.id}` : names.get(nameKey(subject));
  const isGone = kind.endsWith('_deleted') || kind.endsWith('_removed');
  const href = pageOf(projectId, subject.type, String(subject.id), name ?? '');
  return (
    <>
      {verb} {name !== undefined && NOUNS[subject.type]}
      {isGone ? (
        <bdi>{name ?? what}</bdi>
      ) : (
        <a href={href}>
          <bdi>{name ?? what}</bdi>
        </a>
      )}
    </>
  );
}

function PartWords({ projectId, part }: { projectId: number; part: Part }) {
  const { kind, subject, action, count } = part;
  const name = kind === 'header' ? part.name.replace(/_id$/, '').replaceAll('_', ' ') : part.name;
  const isGone = ['deleted', 'removed', 'detached'].includes(action);
  const href = pageOf(projectId, kind, String(subject), name);
  return (
    <>
      {doneWith(action)} {NOUNS[kind]}
      {isGone ? (
        <bdi>{name}</bdi>
      ) : (
        <a href={href}>
          <bdi>{name}</bdi>
        </a>
      )}
      {count > 1 && `, ${count} ${kind === 'datasheet' ? 'fields' : 'times'}`}
    </>
  );
}
