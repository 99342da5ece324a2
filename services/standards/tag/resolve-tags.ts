/** Tags of a new revision: those requested, checked against the list, else those of the standard. */
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { Tags } from './repository.ts';

/**
 * The tags in the request, else those of the standard. A standard may keep a retired tag.
 * @throws VALIDATION_ERROR naming each tag that is unknown or newly added although retired
 */
export async function resolveTags(
  tagIds: readonly string[] | undefined,
  current: readonly string[],
  tags: Tags,
): Promise<string[]> {
  if (tagIds === undefined) return [...current];
  const chosen = [...new Set(tagIds)];
  const known = new Map((await tags.findMany(chosen)).map((tag) => [tag._id, tag]));
  const problems = tagIds.flatMap((id, index) => {
    const tag = known.get(id);
    if (tag && (tag.active || current.includes(tag._id))) return [];
    const message = tag
      ? `Tag ${JSON.stringify(tag.name)} is retired and cannot be added.`
      : `Unknown tag ${id}. List the available tags with GET /api/standards/tags.`;
    return [{ path: `tag_ids[${index}]`, message }];
  });
  if (problems.length > 0) throw validationError(problems);
  return chosen;
}
