/** A new comment on the project, a standard, a clause, a datasheet, a field or a file of it. */
import { COMMENT_INTENTS, type CommentAnchorType } from '../../../../../shared/contracts/comment-words.ts';
import { api } from '../../../api.ts';
import { Choice } from '../../../elements/choices.tsx';
import { Form, textOf } from '../../../elements/form.tsx';
import { UnsavedTextArea } from '../../../elements/unsaved-text-area.tsx';
import { hrefOf, query } from '../../../location.ts';
import { discardInput } from '../../../unsaved-input.ts';
import type { Project } from '../project.ts';
import { ANCHORS, INTENTS } from './comment-words.ts';

interface NewCommentProps {
  project: Project;
  on: CommentAnchorType | undefined;
  anchorId: number | undefined;
  onCreated: (id: number) => void;
}

export function NewComment({ project, on, anchorId, onCreated }: NewCommentProps) {
  const elementId = Number(query.value.get('element')) || undefined;
  const about = `new comment on ${on ?? 'project'} ${anchorId ?? project.id} ${elementId ?? ''}`;
  return (
    <section class="medium">
      <h2>New comment</h2>
      <p class="small">
        On {on ? ANCHORS[on] : ANCHORS.project}
        {on && on !== 'project' && (
          <>
            . <a href={hrefOf(`/projects/${project.id}/comments`)}>On the project instead</a>
          </>
        )}
      </p>
      <Form
        key={about}
        action="Comment"
        clears
        send={async (data) => {
          const { id } = await api.call('comments.create', {
            projectId: project.id,
            anchorType: on ?? 'project',
            anchorId: anchorId ?? project.id,
            ...(elementId ? { elementId } : {}),
            intent: COMMENT_INTENTS.find((one) => one === data.get('intent')) ?? 'question',
            body: textOf(data, 'body'),
          });
          discardInput(about);
          onCreated(id);
        }}
      >
        <Choice
          label="Intent"
          name="intent"
          value="question"
          choices={COMMENT_INTENTS.map((one) => [one, INTENTS[one]])}
        />
        <UnsavedTextArea label="Text" name="body" about={about} />
      </Form>
    </section>
  );
}
