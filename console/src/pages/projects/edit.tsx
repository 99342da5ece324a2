/** Changes the header of a project in its open draft. Where somebody else changed the same field, each is settled here. */
import { useState } from 'preact/hooks';
import { ApiError, type MetadataOf } from '../../../../shared/rest-client/api-error.ts';
import type { EndpointParams } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Form } from '../../elements/form.tsx';
import { goTo, hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { discardInput } from '../../unsaved-input.ts';
import { HeaderFields, readHeader, summaryOf } from './header-fields.tsx';
import { mayDo, type Project } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';

type Conflict = Extract<MetadataOf<'EDIT_CONFLICT'>, { conflicts: readonly { field: string }[] }>;

export default function EditProjectPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Details">
      {(project) =>
        mayDo(project, 'projects.edit') ? (
          <HeaderForm project={project} />
        ) : (
          <p class="empty">The details are changed in an open draft, by who may edit it.</p>
        )
      }
    </ProjectFrame>
  );
}

function HeaderForm({ project }: { project: Project }) {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [replaces, setReplaces] = useState(false);
  const send = async (data: FormData): Promise<void> => {
    const header = readHeader(data);
    const changed = Object.fromEntries(
      Object.entries(header).filter(
        ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(project, name)),
      ),
    );
    const settled: Partial<EndpointParams<'projects.edit'>> = conflict
      ? {
          conflictVersion: conflict.currentVersion,
          resolvedConflicts: conflict.conflicts.map(({ field }) => ({
            field,
            choice: data.get(`choice ${field}`) === 'theirs' ? 'theirs' : 'mine',
          })),
        }
      : {};
    try {
      await api.call('projects.edit', {
        id: project.id,
        baseVersion: project.draftVersion ?? '',
        ...changed,
        ...settled,
        ...(replaces ? { confirm_replace: true } : {}),
      });
    } catch (error) {
      if (error instanceof ApiError && error.is('CONFIRM_REPLACE_REQUIRED')) setReplaces(true);
      if (error instanceof ApiError && error.is('EDIT_CONFLICT')) {
        const { metadata } = error;
        if ('conflicts' in metadata && metadata.conflicts?.every((one) => 'field' in one)) {
          const { conflicts, currentVersion } = metadata;
          if (conflicts && currentVersion) setConflict({ reason: 'fields', currentVersion, conflicts });
        }
      }
      throw error;
    }
    discardInput(summaryOf(project));
    goTo(hrefOf(`/projects/${project.id}`));
  };
  return (
    <div class="medium">
      <Form action={replaces ? 'Replace the summary and save' : 'Save the details'} send={send}>
        <HeaderFields project={project} />
        {conflict && <Conflicts conflict={conflict} />}
      </Form>
    </div>
  );
}

function Conflicts({ conflict }: { conflict: Conflict }) {
  const wordsOf = (value: unknown): string =>
    value === null || value === ''
      ? 'empty'
      : typeof value === 'object'
        ? JSON.stringify(value)
        : String(value);
  return (
    <fieldset class="notice">
      <legend>
        <strong>Somebody else changed the same fields. Choose for each, then save again.</strong>
      </legend>
      {conflict.conflicts.map(({ field, mine, theirs, editedBy }) => (
        <fieldset key={field}>
          <legend>{field}</legend>
          <label class="check">
            <input type="radio" name={`choice ${field}`} value="mine" defaultChecked />{' '}
            <span dir="auto">yours: {wordsOf(mine)}</span>
          </label>
          <br />
          <label class="check">
            <input type="radio" name={`choice ${field}`} value="theirs" />{' '}
            <span dir="auto">
              {editedBy?.displayName ?? 'theirs'}: {wordsOf(theirs)}
            </span>
          </label>
        </fieldset>
      ))}
    </fieldset>
  );
}
