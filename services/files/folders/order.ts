/** Problems of a new display order of folders: unknown folders, and those named twice. Pure. */
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { unknownFolder } from './folder-tree.ts';

/** Each with the path of the offending id. */
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
