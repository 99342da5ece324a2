/** The comments of a project: those that wait for the reader, then the others, the newest first; and a new one. */
import { useState } from 'preact/hooks';
import {
  COMMENT_ANCHORS,
  COMMENT_INTENTS,
  COMMENT_PARTIES,
  RESOLUTION_STATES,
} from '../../../../../shared/contracts/comment-words.ts';
import { Fold } from '../../../elements/fold.tsx';
import { Loading } from '../../../elements/loading.tsx';
import { Pill } from '../../../elements/pill.tsx';
import { goTo, hrefOf, query } from '../../../location.ts';
import type { PageProps } from '../../../page-props.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { mayDo, type Project } from '../project.ts';
import { ProjectFrame } from '../project-frame.tsx';
import { CommentView } from './comment-view.tsx';
import { type Comment, INTENTS, PARTIES, stateInWords } from './comment-words.ts';
import { NewComment } from './new-comment.tsx';
import { PER_PAGE, readComments, type Selection } from './read-comments.ts';

export default function CommentsPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Comments">
      {(project) => <Comments project={project} />}
    </ProjectFrame>
  );
}

/** The selection of the address; what it has that the service does not know is left out. */
function readSelection(): Selection {
  const asked = (name: string): string | null => query.value.get(name);
  return {
    anchorType: COMMENT_ANCHORS.find((one) => one === asked('on')),
    anchorId: Number(asked('id')) || undefined,
    intent: COMMENT_INTENTS.find((one) => one === asked('intent')),
    state: (['open', ...RESOLUTION_STATES] as const).find((one) => one === asked('state')),
    heldBy: COMMENT_PARTIES.find((one) => one === asked('held')),
  };
}

function Comments({ project }: { project: Project }) {
  const [changes, setChanges] = useState(0);
  const [created, setCreated] = useState<number | null>(null);
  const reload = (): void => setChanges((before) => before + 1);
  const selection = readSelection();
  const offset = Number(query.value.get('offset')) || 0;
  const list = useLoaded(
    (signal) => readComments(project.id, selection, offset, signal),
    [project.id, query.value.toString()],
    { reads: changes },
  );
  const page = (to: number): string =>
    hrefOf(`/projects/${project.id}/comments`, {
      on: selection.anchorType,
      id: selection.anchorId,
      intent: selection.intent,
      state: selection.state,
      held: selection.heldBy,
      offset: to || undefined,
    });
  const view = (comment: Comment) => (
    <CommentView
      key={comment.id}
      projectId={project.id}
      comment={comment}
      isNew={comment.id === created}
      onChanged={reload}
    />
  );
  return (
    <>
      <Filters project={project} selection={selection} />
      <Loading of={list}>
        {({ waiting, comments, total, next }) => (
          <>
            {total === 0 && (
              <p class="empty">
                {query.value.size === 0
                  ? 'There is no comment yet. Ask, suggest or take a position below.'
                  : 'No comment is shown with these choices.'}
              </p>
            )}
            {/* One list, so that a comment that was answered stays itself where it goes to. */}
            {[
              waiting.length > 0 && (
                <h2 key="waiting">
                  Waiting for you <Pill state="open">{waiting.length}</Pill>
                </h2>
              ),
              ...waiting.map(view),
              waiting.length > 0 && comments.length > 0 && <h2 key="others">Others</h2>,
              ...comments.map(view),
            ]}
            {(next !== null || offset > 0) && (
              <nav class="paging" aria-label="Pages">
                {offset > 0 && <a href={page(Math.max(0, offset - PER_PAGE))}>Newer</a>}
                <span>
                  {offset + 1} to {next ?? total} of {total}
                </span>
                {next !== null && <a href={page(next)}>Older</a>}
              </nav>
            )}
          </>
        )}
      </Loading>
      {mayDo(project, 'comments.create') && (
        <NewComment
          project={project}
          on={selection.anchorType}
          anchorId={selection.anchorId}
          onCreated={(id) => {
            setCreated(id);
            reload();
          }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  project: Project;
  selection: Selection;
}

function Filters({ project, selection }: FiltersProps) {
  const filters = [
    [
      'state',
      'State',
      (['open', ...RESOLUTION_STATES] as const).map((one) => [one, stateInWords(one)]),
      selection.state,
    ],
    ['intent', 'Intent', COMMENT_INTENTS.map((one) => [one, INTENTS[one]]), selection.intent],
    ['held', 'Held by', COMMENT_PARTIES.map((one) => [one, PARTIES[one]]), selection.heldBy],
  ] as const;
  const chosen = filters.filter(([, , , value]) => value !== undefined).length;
  return (
    <div class="folded">
      <Fold label={chosen === 0 ? 'Choose comments' : `Choose comments (${chosen} chosen)`} />
      <div class="actions">
        {filters.map(([name, label, choices, value]) => (
          <label key={name}>
            {label}{' '}
            <select
              value={value ?? ''}
              onChange={({ currentTarget }) => {
                const next = new URLSearchParams(query.value);
                next.delete('offset');
                next.set(name, currentTarget.value);
                goTo(hrefOf(`/projects/${project.id}/comments`, Object.fromEntries(next)));
              }}
            >
              <option value="">all</option>
              {choices.map(([one, words]) => (
                <option key={one} value={one}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </div>
  );
}
