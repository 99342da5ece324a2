/** Forms for the moves of a comment that say something: to the next party upstream, and to a state with an answer. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ENDORSEMENT_STANCES, type ResolutionState } from '../../../../../shared/contracts/comment-words.ts';
import { api } from '../../../api.ts';
import { Choice } from '../../../elements/choices.tsx';
import { Form } from '../../../elements/form.tsx';
import { UnsavedTextArea } from '../../../elements/unsaved-text-area.tsx';
import { discardInput } from '../../../unsaved-input.ts';
import { type Comment, STANCES } from './comment-words.ts';

interface MoveFormProps {
  projectId: number;
  comment: Comment;
  onDone: () => void;
}

/** The form of a move takes the focus when it is opened: what is typed next belongs into its first field. */
function Opened({ children }: { children: ComponentChildren }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => frame.current?.querySelector<HTMLElement>('textarea, select')?.focus(), []);
  return <div ref={frame}>{children}</div>;
}

export function ForwardForm({ projectId, comment: { id }, onDone }: MoveFormProps) {
  const [stance, setStance] = useState<string>(ENDORSEMENT_STANCES[0]);
  const about = `caveat on comment ${id}`;
  return (
    <Opened>
      <Form
        action="Forward"
        send={async (data) => {
          const caveat = String(data.get('caveatText') ?? '').trim();
          await api.call('comments.forward', {
            projectId,
            id,
            endorsementStance: ENDORSEMENT_STANCES.find((one) => one === stance) ?? 'relay',
            ...(caveat === '' ? {} : { caveatText: caveat }),
          });
          discardInput(about);
          onDone();
        }}
      >
        <Choice
          label="How"
          name="endorsementStance"
          value={stance}
          choices={ENDORSEMENT_STANCES.map((one) => [one, STANCES[one]])}
          onChange={setStance}
        />
        {stance === 'endorse_with_caveat' && (
          <UnsavedTextArea label="Caveat" name="caveatText" about={about} />
        )}
      </Form>
    </Opened>
  );
}

/** States that say something in words: the field for it, its label, and what its button says. */
const TEXT_OF = {
  answered: ['answerBody', 'Answer', 'Send the answer'],
  counter: ['counterBody', 'Counter-proposal', 'Send the counter-proposal'],
} as const;
type StateWithText = keyof typeof TEXT_OF;

export const hasText = (state: ResolutionState): state is StateWithText => state in TEXT_OF;

export function TextForm({
  projectId,
  comment: { id },
  state,
  onDone,
}: MoveFormProps & { state: StateWithText }) {
  const [name, label, action] = TEXT_OF[state];
  const about = `answer to comment ${id}`;
  return (
    <Opened>
      <Form
        action={action}
        send={async (data) => {
          const words = String(data.get(name) ?? '').trim();
          await api.call('comments.resolve', {
            projectId,
            id,
            state,
            ...(words === '' ? {} : { [name]: words }),
          });
          discardInput(about);
          onDone();
        }}
      >
        <UnsavedTextArea label={label} name={name} about={about} />
      </Form>
    </Opened>
  );
}
