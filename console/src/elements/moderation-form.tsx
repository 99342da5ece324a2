/** A decision of moderation: its reason, a note for the audit trail, and what else it needs. */
import type { ComponentChildren } from 'preact';
import type { EndpointParams } from '../../../shared/rest-client/endpoint-types.ts';
import { REASON_CHOICES, reasonOf } from '../moderation-reasons.ts';
import { discardInput } from '../unsaved-input.ts';
import { Choice } from './choices.tsx';
import { Form, textOf } from './form.tsx';
import { UnsavedTextArea } from './unsaved-text-area.tsx';

export type ModerationReason = Pick<EndpointParams<'wiki.moderation.archive'>, 'reason_code' | 'reason_note'>;

interface ModerationFormProps {
  /** What the closed form and its button say. */
  action: string;
  /** What it does, for who decides. */
  effect: string;
  /** What the note is about, under which it is stored until the decision is taken. */
  about: string;
  decide: (reason: ModerationReason, data: FormData) => Promise<void>;
  children?: ComponentChildren;
}

export function ModerationForm({ action, effect, about, decide, children }: ModerationFormProps) {
  return (
    <details class="decision-form">
      <summary>{action}</summary>
      <div class="narrow">
        <p>{effect}</p>
        <Form
          action={action}
          send={async (data) => {
            const note = textOf(data, 'reason_note');
            const reason_code = reasonOf(data.get('reason_code'));
            await decide({ reason_code, ...(note === '' ? {} : { reason_note: note }) }, data);
            discardInput(about);
          }}
        >
          {children}
          <Choice label="Reason" name="reason_code" choices={REASON_CHOICES} value="suspected_copy" />
          <UnsavedTextArea
            about={about}
            label="Note"
            name="reason_note"
            optional
            hint="For the audit trail. It is never published."
          />
        </Form>
      </div>
    </details>
  );
}
