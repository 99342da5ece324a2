/** The folders of a project as a tree beside its files; they are made, changed and deleted here. */
import { useState } from 'preact/hooks';
import { api } from '../../../api.ts';
import { ActionButton } from '../../../elements/action-button.tsx';
import { Fold } from '../../../elements/fold.tsx';
import { Field, Form, textOf } from '../../../elements/form.tsx';
import { mayDo, type Project } from '../project.ts';
import { FolderForm } from './folder-form.tsx';
import { type Folder, inTree } from './folder-tree.ts';

interface FolderListProps {
  project: Project;
  folders: readonly Folder[];
  /** The id of a folder, `null` in letters for the files in none. */
  selected: string | undefined;
  hrefOfFolder: (folder: string) => string;
  onChanged: () => void;
}

export function FolderList({ project, folders, selected, hrefOfFolder, onChanged }: FolderListProps) {
  const [isNaming, setNaming] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const open = folders.find(({ id }) => String(id) === selected);
  const link = (value: string, words: string) => (
    <a
      href={hrefOfFolder(value)}
      aria-current={(selected ?? '') === value ? 'location' : undefined}
      dir="auto"
    >
      {words}
    </a>
  );
  return (
    <nav class="outline folded" aria-label="Folders">
      <Fold label="Folders" />
      <ol>
        <li>{link('', 'All files')}</li>
        <li>{link('null', 'In no folder')}</li>
        {inTree(folders).map(({ folder, depth }) => (
          <li key={folder.id} class={`depth-${Math.min(depth, 5)}`}>
            {link(String(folder.id), folder.name)}
          </li>
        ))}
      </ol>
      {mayDo(project, 'files.folders.create') &&
        (isNaming ? (
          <Form
            action="Create"
            send={async (data) => {
              await api.call('files.folders.create', {
                projectId: project.id,
                name: textOf(data, 'name'),
                parent_id: open?.id ?? null,
              });
              setNaming(false);
              onChanged();
            }}
          >
            <Field label={open ? `New folder in ${open.name}` : 'New folder'} name="name" />
          </Form>
        ) : (
          <button type="button" onClick={() => setNaming(true)}>
            New folder
          </button>
        ))}{' '}
      {open && mayDo(project, 'files.folders.update') && (
        <>
          <button
            type="button"
            aria-expanded={isChanging}
            aria-label={`Change the folder ${open.name}`}
            onClick={() => setChanging(!isChanging)}
          >
            Change the folder
          </button>{' '}
          {isChanging && (
            <FolderForm
              key={open.id}
              project={project}
              folder={open}
              folders={folders}
              onChanged={() => {
                setChanging(false);
                onChanged();
              }}
            />
          )}
        </>
      )}
      {open && mayDo(project, 'files.folders.delete') && (
        <ActionButton
          label="Delete the folder"
          removes
          about={open.name}
          confirm="Its files move out of it, its folders one level up."
          act={async () => {
            await api.call('files.folders.delete', { projectId: project.id, folderId: open.id });
            onChanged();
          }}
        />
      )}
    </nav>
  );
}
