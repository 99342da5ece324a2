/** A comment with the party whose turn it is, how it went so far, and the moves that are open to the person now. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { STATES_OF_INTENT } from '../../../../../shared/contracts/comment-words.ts';
import { api } from '../../../api.ts';
import { ActionButton } from '../../../elements/action-button.tsx';
import { Form } from '../../../elements/form.tsx';
import { minuteOf } from '../../../elements/minute.ts';
import { Pill } from '../../../elements/pill.tsx';
import { UnsavedTextArea } from '../../../elements/unsaved-text-area.tsx';
import { anchor, hrefOf } from '../../../location.ts';
import { discardInput } from '../../../unsaved-input.ts';
import { ForwardForm, hasText, TextForm } from './comment-moves.tsx';
import { ANCHORS, type Comment, INTENTS, MOVES, PARTIES, STANCES, stateInWords } from './comment-words.ts';

interface CommentViewProps {
  projectId: number;
  comment: Comment;
  /** It was written here just now, and has the focus, as one that the address names. */
  isNew?: boolean;
  onChanged: () => void;
}

/** What is open below a comment. */
type Move = 'edit' | 'forward' | 'answered' | 'counter';

export function CommentView({ projectId, comment, isNew = false, onChanged }: CommentViewProps) {
  const [move, setMove] = useState<Move | null>(null);
  const { id, intent, state, body, author, created_at, edited_at, heldBy, hops, history } = comment;
  const may = (name: string): boolean => comment.allowed_actions?.includes(name) === true;
  const events = hops.length + history.length;
  const latestAt = [...hops, ...history]
    .map(({ at }) => at)
    .toSorted()
    .at(-1);
  const own = useRef<HTMLElement>(null);
  const latest = useRef<HTMLParagraphElement>(null);
  // How many there were when something was sent from here: what it became has the focus when it is there.
  const sentAt = useRef<number | null>(null);
  useEffect(() => {
    if (sentAt.current === null || events <= sentAt.current) return;
    sentAt.current = null;
    latest.current?.focus();
  }, [events]);
  useEffect(() => {
    if (isNew || anchor.value === `comment-${id}`) own.current?.focus();
  }, []);
  const done = (): void => {
    sentAt.current = events;
    setMove(null);
    onChanged();
  };
  const toggle = (one: Move) => () => setMove(move === one ? null : one);
  return (
    <section id={`comment-${id}`} ref={own} tabIndex={-1} class="change" aria-label={`Comment ${id}`}>
      <p class="facts">
        <strong dir="auto">{author.displayName}</strong>
        <span>comment {id}</span>
        <time dateTime={created_at}>{minuteOf(created_at)}</time>
        {edited_at && <span>edited</span>}
        <span>{INTENTS[intent]}</span>
        <Pill state={state}>{stateInWords(state)}</Pill>
        <Anchor projectId={projectId} comment={comment} />
        <span>with {PARTIES[heldBy.party]}</span>
      </p>
      <p class="words" dir="auto">
        {body}
      </p>
      {hops.map(({ from, to, endorsementStance, caveatText, by, at }) => (
        <p
          key={`hop ${at}`}
          ref={at === latestAt ? latest : undefined}
          tabIndex={-1}
          class="small"
          dir="auto"
        >
          {by.displayName} for {PARTIES[from.party]}: {STANCES[endorsementStance]} to {PARTIES[to.party]},{' '}
          {minuteOf(at)}
          {caveatText && `: ${caveatText}`}
        </p>
      ))}
      {history.map(({ state: to, answerBody, counterBody, by, at }) => (
        <p key={`state ${at}`} ref={at === latestAt ? latest : undefined} tabIndex={-1} dir="auto">
          <Pill state={to}>{stateInWords(to)}</Pill> <span class="words">{answerBody ?? counterBody}</span>{' '}
          <span class="small">
            {by.displayName}, {minuteOf(at)}
          </span>
        </p>
      ))}
      <div class="actions">
        {may('comments.resolve') &&
          STATES_OF_INTENT[intent].map((one) =>
            hasText(one) ? (
              <button key={one} type="button" aria-expanded={move === one} onClick={toggle(one)}>
                {one === state ? `${MOVES[one]} again` : MOVES[one]}
              </button>
            ) : (
              one !== state && (
                <ActionButton
                  key={one}
                  label={MOVES[one]}
                  about={`comment ${id}`}
                  act={async () => {
                    await api.call('comments.resolve', { projectId, id, state: one });
                    done();
                  }}
                />
              )
            ),
          )}
        {may('comments.update') && (
          <button type="button" aria-expanded={move === 'edit'} onClick={toggle('edit')}>
            Edit
          </button>
        )}
        {may('comments.forward') && (
          <button type="button" aria-expanded={move === 'forward'} onClick={toggle('forward')}>
            Forward
          </button>
        )}
        {may('comments.delete') && (
          <ActionButton
            label="Delete"
            removes
            about={`comment ${id}`}
            confirm="It is gone then."
            act={async () => {
              await api.call('comments.delete', { projectId, id });
              onChanged();
            }}
          />
        )}
      </div>
      <div class="medium">
        {move === 'edit' && <EditForm projectId={projectId} comment={comment} onDone={done} />}
        {move === 'forward' && <ForwardForm projectId={projectId} comment={comment} onDone={done} />}
        {(move === 'answered' || move === 'counter') && (
          <TextForm key={move} projectId={projectId} comment={comment} state={move} onDone={done} />
        )}
      </div>
    </section>
  );
}

function EditForm({
  projectId,
  comment: { id, body },
  onDone,
}: Omit<CommentViewProps, 'onChanged'> & { onDone: () => void }) {
  const about = `comment ${id}`;
  return (
    <Form
      action="Save the text"
      send={async (data) => {
        await api.call('comments.update', { projectId, id, body: String(data.get('body') ?? '') });
        discardInput(about);
        onDone();
      }}
    >
      <UnsavedTextArea label="Text" name="body" about={about} value={body} />
    </Form>
  );
}

function Anchor({ projectId, comment }: { projectId: number; comment: Comment }) {
  const { anchorType, anchorId, anchorGone } = comment;
  const at = `/projects/${projectId}`;
  const href = {
    project: at,
    standard: `${at}/standards/${anchorId}`,
    element: `${at}/standards/${anchorId}`,
    datasheet: `${at}/datasheets/${anchorId}`,
    datasheet_field: `${at}/datasheets/${anchorId}`,
    file: `${at}/files`,
  }[anchorType];
  return (
    <span>
      on {anchorGone ? ANCHORS[anchorType] : <a href={hrefOf(href)}>{ANCHORS[anchorType]}</a>}
      {anchorGone && ', which is gone'}
    </span>
  );
}
