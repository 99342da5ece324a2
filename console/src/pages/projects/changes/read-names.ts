/** The names of what changed: a change has only the ids of its subject. */
import { api } from '../../../api.ts';
import { ifReadable } from '../project.ts';
import type { Change, Subject } from './change-words.ts';

/** By type and id; what is gone, or may not be read, has none. */
export type Names = ReadonlyMap<string, string>;

export const nameKey = ({ type, id }: Subject): string => `${type} ${id}`;

/** More files are not looked through. */
const MOST_FILES = 500;

/** Names that the changes have themselves, and those of the lists for the others. */
export async function readNames(
  projectId: number,
  changes: readonly Change[],
  signal: AbortSignal,
): Promise<Names> {
  const names = new Map<string, string>();
  for (const { by, parts } of changes) {
    names.set(`member ${by.userId}`, by.displayName);
    for (const { kind, subject, name } of parts) names.set(`${kind} ${subject}`, name);
  }
  const missing = new Set(
    changes.flatMap(({ subject }) => (subject && !names.has(nameKey(subject)) ? [subject.type] : [])),
  );
  const lists: Partial<Record<Subject['type'], () => Promise<readonly (readonly [number, string])[]>>> = {
    member: async () =>
      (await api.call('projects.members.list', { id: projectId }, { signal })).members.map(
        ({ user_id, name }) => [user_id, name] as const,
      ),
    standard: async () =>
      (await api.call('projects.standards.list', { id: projectId }, { signal })).standards.map(
        ({ standard_id, name }) => [standard_id, name] as const,
      ),
    file: async () =>
      (await api.call('files.list', { projectId, page: 1, per_page: MOST_FILES }, { signal })).files.map(
        ({ id, name }) => [id, name] as const,
      ),
    folder: async () =>
      (await api.call('files.folders.list', { projectId }, { signal })).folders.map(
        ({ id, name }) => [id, name] as const,
      ),
  };
  await Promise.all(
    [...missing].map(async (type) => {
      const read = lists[type];
      if (!read) return;
      for (const [id, name] of (await ifReadable(read())) ?? []) names.set(`${type} ${id}`, name);
    }),
  );
  return names;
}
