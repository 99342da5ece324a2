/** The folders of a project as the tree that they are. Pure. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';

export type Folder = EndpointResult<'files.folders.list'>['folders'][number];

/** Folders below their parents, as the service orders them. */
export function inTree(folders: readonly Folder[]): { folder: Folder; depth: number }[] {
  const below = Map.groupBy(folders, ({ parent_id }) => parent_id);
  const rows: { folder: Folder; depth: number }[] = [];
  const walk = (parent: number | null, depth: number): void => {
    for (const folder of below.get(parent) ?? []) {
      rows.push({ folder, depth });
      walk(folder.id, depth + 1);
    }
  };
  walk(null, 1);
  return rows;
}
