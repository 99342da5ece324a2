/** The moves of a comment: to the next party upstream, and to a state that its intent allows. */
import { useState } from 'preact/hooks';
import {
  ENDORSEMENT_STANCES,
  type ResolutionState,
  STATES_OF_INTENT,
} from '../../../../../shared/contracts/comment-words.ts';
import { api } from '../../../api.ts';
import { Choice } from '../../../elements/choices.tsx';
import { Form } from '../../../elements/form.tsx';
import { KeptTextArea } from '../../../elements/kept-text-area.tsx';
import { forget } from '../../../kept.ts';
import { type Comment, STANCES, stateInWords } from './comment-words.ts';

interface MoveFormProps {
  projectId: number;
  comment: Comment;
  onDone: () => void;
}

export function ForwardForm({ projectId, comment: { id }, onDone }: MoveFormProps) {
  const [stance, setStance] = useState<string>(ENDORSEMENT_STANCES[0]);
  const about = `caveat on comment ${id}`;
  return (
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
        forget(about);
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
      {stance === 'endorse_with_caveat' && <KeptTextArea label="Caveat" name="caveatText" about={about} />}
    </Form>
  );
}

/** States that say something in words. */
const TEXT_OF: Partial<
  Record<ResolutionState, readonly [name: 'answerBody' | 'counterBody', label: string]>
> = {
  answered: ['answerBody', 'Answer'],
  counter: ['counterBody', 'Counter-proposal'],
};

export function ResolveForm({ projectId, comment: { id, intent }, onDone }: MoveFormProps) {
  const states = STATES_OF_INTENT[intent];
  const [state, setState] = useState<ResolutionState>(states[0] ?? 'closed');
  const text = TEXT_OF[state];
  const about = `answer to comment ${id}`;
  return (
    <Form
      action={`Set to ${stateInWords(state)}`}
      send={async (data) => {
        const words = text ? String(data.get(text[0]) ?? '').trim() : '';
        await api.call('comments.resolve', {
          projectId,
          id,
          state,
          ...(text && words !== '' ? { [text[0]]: words } : {}),
        });
        forget(about);
        onDone();
      }}
    >
      <Choice
        label="State"
        name="state"
        value={state}
        choices={states.map((one) => [one, stateInWords(one)])}
        onChange={(chosen) => setState(states.find((one) => one === chosen) ?? state)}
      />
      {text && <KeptTextArea key={text[0]} label={text[1]} name={text[0]} about={about} />}
    </Form>
  );
}
