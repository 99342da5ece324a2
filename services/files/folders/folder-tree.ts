/**
 * Rules for the folders of a project: where a folder may be, and how sub-folders move up, renamed where
 * needed, when their folder is deleted. Pure.
 */

import { MAX_FOLDER_DEPTH, MAX_FOLDER_NAME, MAX_FOLDERS } from '../../../shared/contracts/files/folders.ts';
import { apiError, type ErrorDetail, notFound } from '../../../shared/kernel/errors/errors.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';

/** Name and parent of a folder. */
export interface FolderNode {
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
}

type FolderPlace = Pick<FolderNode, 'name' | 'parent_id'>;

/** The problem of a request that names a folder which the project does not have. */
export const unknownFolder = (path: string, id: number): ErrorDetail => ({
  path,
  message: `The project has no folder ${id}.`,
});

export class FolderTree {
  readonly #nodes: ReadonlyMap<number, FolderNode>;
  readonly #children: ReadonlyMap<number | null, readonly FolderNode[]>;

  /** @param nodes all folders of one project */
  constructor(nodes: readonly FolderNode[]) {
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#children = Map.groupBy(nodes, ({ parent_id }) => parent_id);
  }

  has(id: number): boolean {
    return this.#nodes.has(id);
  }

  /**
   * Checks that a folder can be added here.
   * @throws FOLDER_LIMIT_REACHED, VALIDATION_ERROR for an unknown or too deep parent, NAME_TAKEN
   */
  assertNew(place: FolderPlace): void {
    if (this.#nodes.size >= MAX_FOLDERS) {
      const limit = MAX_FOLDERS.toLocaleString('en');
      throw apiError(
        'FOLDER_LIMIT_REACHED',
        `A project has at most ${limit} folders. Delete some before adding more.`,
      );
    }
    this.#assertDepth(place.parent_id, 1);
    this.#assertNameFree(place, null);
  }

  /**
   * Checks that a folder can have this name and parent.
   * @throws NOT_FOUND for an unknown folder; VALIDATION_ERROR for a parent that is unknown, the folder itself
   * or below it, and for one that nests folders too deep; NAME_TAKEN
   */
  assertPlace(id: number, place: FolderPlace): void {
    const before = this.#nodes.get(id);
    if (!before) throw notFound();
    if (place.parent_id !== before.parent_id) {
      if (place.parent_id !== null && this.#pathTo(place.parent_id).includes(id))
        throw refuseParent('A folder cannot move into itself or into a folder below it.');
      this.#assertDepth(place.parent_id, this.#heightOf(id));
    }
    this.#assertNameFree(place, id);
  }

  /**
   * The sub-folders of a folder as they are after its deletion: in its parent, under a free name.
   * @throws NOT_FOUND
   */
  planDeletion(id: number): FolderNode[] {
    const deleted = this.#nodes.get(id);
    if (!deleted) throw notFound();
    const { parent_id } = deleted;
    const staying = this.#childrenOf(parent_id).filter((sibling) => sibling.id !== id);
    const taken = new Set(staying.map(({ name }) => foldName(name)));
    return this.#childrenOf(id).map((child) => {
      const name = freeName(child.name, taken);
      taken.add(foldName(name));
      return { id: child.id, name, parent_id };
    });
  }

  #childrenOf(id: number | null): readonly FolderNode[] {
    return this.#children.get(id) ?? [];
  }

  /** A folder and those above it, up to the top. */
  #pathTo(id: number): number[] {
    const path: number[] = [];
    for (let at: number | null = id; at !== null && !path.includes(at); ) {
      path.push(at);
      at = this.#nodes.get(at)?.parent_id ?? null;
    }
    return path;
  }

  /** The number of levels of a folder with its sub-folders; 1 without any. */
  #heightOf(id: number): number {
    return 1 + Math.max(0, ...this.#childrenOf(id).map((child) => this.#heightOf(child.id)));
  }

  /** @param height the levels that come below the parent */
  #assertDepth(parentId: number | null, height: number): void {
    if (parentId === null) return;
    if (!this.has(parentId)) throw validationError([unknownFolder('parent_id', parentId)]);
    if (this.#pathTo(parentId).length + height > MAX_FOLDER_DEPTH)
      throw refuseParent(`Folders nest at most ${MAX_FOLDER_DEPTH} deep.`);
  }

  #assertNameFree({ name, parent_id }: FolderPlace, id: number | null): void {
    const folded = foldName(name);
    const taken = this.#childrenOf(parent_id).find(
      (sibling) => sibling.id !== id && foldName(sibling.name) === folded,
    );
    if (!taken) return;
    throw apiError('NAME_TAKEN', `There is already a folder ${JSON.stringify(taken.name)} here.`, {
      metadata: { existingId: taken.id },
    });
  }
}

const refuseParent = (message: string): Error => validationError([{ path: 'parent_id', message }]);

/** The name, with " (2)" or the next free number where it is taken. */
function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(foldName(free)); count += 1) {
    const suffix = ` (${count})`;
    free =
      [...name]
        .slice(0, MAX_FOLDER_NAME - suffix.length)
        .join('')
        .trimEnd() + suffix;
  }
  return free;
}

/** Problems of a new display order: unknown folders, and those named twice, each with the path of its id. */
export function findOrderProblems(
  order: readonly { id: number }[],
  known: ReadonlySet<number>,
): ErrorDetail[] {
  const seen = new Set<number>();
  return order.flatMap(({ id }, index) => {
    const path = `folders[${index}].id`;
    const isRepeated = seen.has(id);
    seen.add(id);
    if (!known.has(id)) return [unknownFolder(path, id)];
    return isRepeated ? [{ path, message: `Folder ${id} is named twice.` }] : [];
  });
}
