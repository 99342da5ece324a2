/** Listing tags, and choosing the tags of a revision. */
import type { standardsReading } from '../../../shared/contracts/standards/reading.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import type { Tags } from './repository.ts';

type TagContracts = Pick<typeof standardsReading, 'standards.tags.list'>;

/** The handler that lists tags. */
export const tagActions = (tags: Tags): Handlers<TagContracts, Record<never, never>> => ({
  async 'standards.tags.list'() {
    const rows = await tags.all();
    return { tags: rows.map(({ _id, name, group, active }) => ({ id: _id, name, group, active })), total: rows.length };
  },
});

/**
 * The tag set a revision gets: what was sent, else what the standard has. A retired tag already there may stay (S7).
 * @throws VALIDATION_ERROR naming each tag that is unknown or may not be added
 */
export async function chooseTags(
  sent: readonly string[] | undefined,
  standing: readonly string[],
  tags: Tags,
): Promise<string[]> {
  if (sent === undefined) return [...standing];
  const chosen = [...new Set(sent)];
  const known = new Map((await tags.findMany(chosen)).map((tag) => [tag._id, tag]));
  const problems = sent.flatMap((id, index) => {
    const tag = known.get(id);
    if (tag && (tag.active || standing.includes(tag._id))) return [];
    const message = tag
      ? `Tag ${JSON.stringify(tag.name)} is retired and cannot be added.`
      : `There is no tag ${id}; GET /api/standards/tags lists them.`;
    return [{ path: `tag_ids[${index}]`, message }];
  });
  if (problems.length > 0) throw invalid(problems);
  return chosen;
}
