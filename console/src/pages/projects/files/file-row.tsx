/** A file with what is known of it, its preview, and behind one button its way through review and what else can be done. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { DOCUMENT_TYPES, REVIEW_STATUSES } from '../../../../../shared/contracts/files/vocabulary.ts';
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import { ActionButton } from '../../../elements/action-button.tsx';
import { Choice, TextArea } from '../../../elements/choices.tsx';
import { Field, Form, textOf } from '../../../elements/form.tsx';
import { minuteOf } from '../../../elements/minute.ts';
import { Pill } from '../../../elements/pill.tsx';
import { RowMenu } from '../../../elements/row-menu.tsx';
import { basePath, hrefOf } from '../../../location.ts';
import { mayDo, type Project } from '../project.ts';
import { type Folder, inTree } from './folder-tree.ts';
import { sizeInWords } from './size-in-words.ts';

type ProjectFile = EndpointResult<'files.list'>['files'][number];

interface FileRowProps {
  project: Project;
  file: ProjectFile;
  folders: readonly Folder[];
  onChanged: () => void;
}

const NEXT = { draft: 'Send to review', review: 'Approve', approved: 'Mark obsolete' } as const;

export function FileRow({ project, file, folders, onChanged }: FileRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, name, description, document_type, status, size, tags, folder_id, uploaded_by, uploaded_at } =
    file;
  const about = { projectId: project.id, fileId: id };
  const path = (verb: string): string => `${basePath}/api/files/projects/${project.id}/${verb}/${id}`;
  const next = REVIEW_STATUSES[REVIEW_STATUSES.indexOf(status) + 1];
  const may = (write: string): boolean => file.allowed_actions?.includes(write) === true;
  const folder = folders.find((one) => one.id === folder_id);
  return (
    <li class="with-menu">
      <div>
        <a href={path('preview')} target="_blank" rel="noopener" dir="auto">
          {name}
        </a>
        <span class="facts">
          <span>{document_type}</span>
          <span>{sizeInWords(size)}</span>
          {folder && <span dir="auto">{folder.name}</span>}
          <span dir="auto">{uploaded_by.displayName}</span>
          <time dateTime={uploaded_at}>{minuteOf(uploaded_at)}</time>
          {tags.map((tag) => (
            <span key={tag} class="tag" dir="auto">
              {tag}
            </span>
          ))}
        </span>
        {description !== '' && (
          <p class="words" dir="auto">
            {description}
          </p>
        )}
        {isOpen && <ChangeForm file={file} about={about} folders={folders} onChanged={onChanged} />}
      </div>
      <span>
        <Pill state={status}>{status}</Pill>
      </span>
      <RowMenu about={name}>
        <li>
          <a href={path('download')} aria-label={`Download ${name}`}>
            Download
          </a>
        </li>
        {status !== 'obsolete' && next && may('files.status') && (
          <li>
            <ActionButton
              label={NEXT[status]}
              about={name}
              confirm={next === 'obsolete' ? 'It cannot be approved again.' : undefined}
              act={async () => {
                await api.call('files.status', { ...about, status: next });
                onChanged();
              }}
            />
          </li>
        )}
        {may('files.metadata') && (
          <li>
            <button
              type="button"
              aria-expanded={isOpen}
              aria-label={`Change ${name}`}
              onClick={() => setOpen(!isOpen)}
            >
              Change
            </button>
          </li>
        )}
        {mayDo(project, 'comments.create') && (
          <li>
            <a
              href={hrefOf(`/projects/${project.id}/comments`, { on: 'file', id })}
              aria-label={`Comment on ${name}`}
            >
              Comment
            </a>
          </li>
        )}
        {may('files.delete') && (
          <li>
            <ActionButton
              label="Delete"
              removes
              about={name}
              confirm="Published revisions keep it."
              act={async () => {
                await api.call('files.delete', about);
                onChanged();
              }}
            />
          </li>
        )}
      </RowMenu>
    </li>
  );
}

interface ChangeFormProps extends Pick<FileRowProps, 'file' | 'folders' | 'onChanged'> {
  about: { projectId: number; fileId: number };
}

function ChangeForm({ file, about, folders, onChanged }: ChangeFormProps) {
  const own = useRef<HTMLDivElement>(null);
  // Whoever asked for it goes on here, and the menu closes.
  useEffect(() => own.current?.querySelector('select')?.focus(), []);
  return (
    <div class="medium" ref={own}>
      <Form
        action="Save"
        send={async (data) => {
          const folder = Number(textOf(data, 'folder_id')) || null;
          const type = DOCUMENT_TYPES.find((one) => one === data.get('document_type'));
          const [description, tags] = [textOf(data, 'description'), textOf(data, 'tags')];
          // What was not changed here may have been changed by others since.
          const changes = {
            ...(type === file.document_type ? {} : { document_type: type }),
            ...(description === file.description ? {} : { description }),
            ...(tags === file.tags.join(', ')
              ? {}
              : {
                  tags: tags
                    .split(',')
                    .map((tag) => tag.trim())
                    .filter((tag) => tag !== ''),
                }),
          };
          if (Object.keys(changes).length > 0) await api.call('files.metadata', { ...about, ...changes });
          if (folder !== file.folder_id) await api.call('files.move', { ...about, folder_id: folder });
          onChanged();
        }}
      >
        <Choice
          label="Type"
          name="document_type"
          value={file.document_type}
          choices={DOCUMENT_TYPES.map((one) => [one, one])}
        />
        <Choice
          label="Folder"
          name="folder_id"
          optional
          value={String(file.folder_id ?? '')}
          choices={inTree(folders).map(({ folder, depth }) => [
            String(folder.id),
            `${'\u2003'.repeat(depth - 1)}${folder.name}`,
          ])}
        />
        <TextArea label="Description" name="description" optional rows={2} value={file.description} />
        <Field
          label="Tags"
          name="tags"
          optional
          hint="With commas between them."
          value={file.tags.join(', ')}
        />
      </Form>
    </div>
  );
}
