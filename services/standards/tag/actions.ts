/** Listing tags, and choosing the tags of a revision. */
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import type { Tags } from './repository.ts';

type TagContracts = Pick<typeof standardReadEndpoints, 'standards.tags.list'>;

/** The handler that lists tags. */
export const tagActions = (tags: Tags): Handlers<TagContracts, Record<never, never>> => ({
  async 'standards.tags.list'() {
    const rows = await tags.list();
    return { tags: rows.map(({ _id, name, group, active }) => ({ id: _id, name, group, active })), total: rows.length };
  },
});

/**
 * The tag set a revision gets: what was sent, else what the standard has. A retired tag already there may stay (S7).
 * @throws VALIDATION_ERROR naming each tag that is unknown or may not be added
 */
export async function resolveTags(
  sent: readonly string[] | undefined,
  current: readonly string[],
  tags: Tags,
): Promise<string[]> {
  if (sent === undefined) return [...current];
  const chosen = [...new Set(sent)];
  const known = new Map((await tags.findMany(chosen)).map((tag) => [tag._id, tag]));
  const problems = sent.flatMap((id, index) => {
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
