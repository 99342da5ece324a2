/** Renames a folder, puts it into another one, or in another place among its neighbours. */
import { api } from '../../../api.ts';
import { Choice } from '../../../elements/choices.tsx';
import { Field, Form, textOf } from '../../../elements/form.tsx';
import type { Project } from '../project.ts';
import { type Folder, inTree } from './folder-tree.ts';

interface FolderFormProps {
  project: Project;
  folder: Folder;
  folders: readonly Folder[];
  onChanged: () => void;
}

/** The value of the choice that leaves a folder where it is. */
const STAYS = 'stays';

export function FolderForm({ project, folder, folders, onChanged }: FolderFormProps) {
  const below = idsBelow(folder, folders);
  const parents = inTree(folders.filter(({ id }) => !below.has(id)));
  const neighbours = folders.filter(
    ({ id, parent_id }) => parent_id === folder.parent_id && id !== folder.id,
  );
  const about = { projectId: project.id, folderId: folder.id };
  return (
    <Form
      action="Save the folder"
      send={async (data) => {
        const name = textOf(data, 'name');
        const parent = Number(textOf(data, 'parent_id')) || null;
        // What was not changed here may have been changed by others since.
        const changes = {
          ...(name === folder.name ? {} : { name }),
          ...(parent === folder.parent_id ? {} : { parent_id: parent }),
        };
        if (Object.keys(changes).length > 0) await api.call('files.folders.update', { ...about, ...changes });
        const before = textOf(data, 'before');
        if (before !== STAYS && parent === folder.parent_id)
          await api.call('files.folders.reorder', {
            projectId: project.id,
            folders: placedBefore(folder.id, Number(before), neighbours),
          });
        onChanged();
      }}
    >
      <Field label="Name of the folder" name="name" value={folder.name} />
      <Choice
        label="In the folder"
        name="parent_id"
        optional
        value={String(folder.parent_id ?? '')}
        choices={parents.map(({ folder: one, depth }) => [
          String(one.id),
          `${'\u2003'.repeat(depth - 1)}${one.name}`,
        ])}
      />
      {neighbours.length > 0 && (
        <Choice
          label="Place"
          name="before"
          value={STAYS}
          choices={[
            [STAYS, 'where it is'],
            ...neighbours.map(({ id, name }) => [String(id), `before ${name}`] as const),
            ['0', 'last'],
          ]}
        />
      )}
    </Form>
  );
}

/** A folder and what is in it. */
function idsBelow(folder: Folder, folders: readonly Folder[]): ReadonlySet<number> {
  const ids = new Set([folder.id]);
  // A set goes on with what is added while it is walked.
  for (const id of ids) for (const one of folders) if (one.parent_id === id) ids.add(one.id);
  return ids;
}

/** The order of a folder and its neighbours. @param before the neighbour that comes next; none: it is the last */
function placedBefore(
  id: number,
  before: number,
  neighbours: readonly Folder[],
): { id: number; sort_order: number }[] {
  const ids = neighbours.map((one) => one.id);
  const at = ids.indexOf(before);
  return ids.toSpliced(at < 0 ? ids.length : at, 0, id).map((one, sort_order) => ({ id: one, sort_order }));
}
