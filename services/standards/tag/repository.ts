/**
 * Record and repository of topic tags, and the tags of a new revision. Retired tags are not deleted, because revisions
 * use them.
 */
import type { ClientSession, Connection } from 'mongoose';
import { defineCollection, Records } from '../../../shared/kernel/database/records.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';

export interface TagRecord {
  /** A UUID. */
  _id: string;
  name: string;
  folded_name: string;
  group: string | null;
  active: boolean;
}

const tagCollection = defineCollection<TagRecord>('tags', [
  [{ group: 1, name: 1 }],
  // Tags of earlier versions have no folded name.
  [
    { group: 1, folded_name: 1 },
    { unique: true, partialFilterExpression: { folded_name: { $type: 'string' } } },
  ],
]);

export class Tags extends Records<TagRecord> {
  constructor(connection: Connection) {
    super(tagCollection(connection));
  }

  /** All tags by group and name. */
  list(): Promise<TagRecord[]> {
    return this.findAll({}, { sort: { group: 1, name: 1 } });
  }

  /** Null when there is none. @throws a duplicate key error for a name of another tag in its group */
  change(session: ClientSession, id: string, values: Partial<TagRecord>): Promise<TagRecord | null> {
    return this.update(session, { _id: id }, { $set: values });
  }
}

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
