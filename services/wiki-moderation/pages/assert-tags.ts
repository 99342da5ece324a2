/** Check of the topic tags that a wiki page gets, against the list in standards. */
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';

/** @throws VALIDATION_ERROR naming each tag that does not exist or is retired */
export async function assertActiveTags(node: Node, tagIds: readonly string[]): Promise<void> {
  if (tagIds.length === 0) return;
  const { tags } = await callAsService(node, 'wiki-moderation', 'standards.tags.list', {});
  const known = new Map(tags.map((tag) => [tag.id, tag]));
  const problems = tagIds.flatMap((id, index) => {
    const tag = known.get(id);
    if (tag?.active) return [];
    const message = tag
      ? `Tag '${tag.name}' is retired and cannot be added.`
      : `Unknown tag ${id}. List the available tags with GET /api/standards/tags.`;
    return [{ path: `tag_ids[${index}]`, message }];
  });
  if (problems.length > 0) throw validationError(problems);
}
