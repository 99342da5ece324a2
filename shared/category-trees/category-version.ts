/**
 * The version of a category or project section, a hash of its name, description, parent and order, which a
 * write compares with `If-Match`. Pure.
 */
import { sha256 } from '../hash.ts';

interface VersionedCategory {
  readonly name: string;
  readonly description: string;
  readonly parent_id: number | null;
  readonly sort_order: number;
}

/** Equal for equal members: a category has no history. */
export const categoryVersion = ({ name, description, parent_id, sort_order }: VersionedCategory): string =>
  sha256(JSON.stringify([name, description, parent_id, sort_order])).slice(0, 32);
