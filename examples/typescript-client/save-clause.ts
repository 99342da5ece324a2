/**
 * Saves the text of one clause with types that openapi-typescript generates (`npm run generate`). When somebody else
 * saved the same clause in the meantime, nothing is saved; the conflict is typed, and says by whom and how it was changed.
 */
import type { components, operations } from './api.d.ts';

type Problem = components['schemas']['Problem'];
type EditConflict = components['schemas']['EditConflict'];
type WorkingCopy = components['schemas']['WorkingCopy'];
type Save = operations['standards.workingCopy.save'];
type SaveBody = NonNullable<Save['requestBody']>['content']['application/json'];
type Saved = Save['responses'][200]['content']['application/json'];

export interface Connection {
  /** The base URL, without a slash at its end. */
  base: string;
  key: string;
}

/** @returns what was saved, or the clauses that both changed */
export async function saveClause(
  connection: Connection,
  standardId: number,
  address: string,
  content: string,
): Promise<Saved | { changedByOthers: string[] }> {
  const path = `/api/standards/${standardId}/working-copy`;
  const read = await send(connection, 'GET', path);
  if (!read.ok) throw await errorOf(read);
  const { version, elements }: WorkingCopy = await read.json();
  const body: SaveBody = {
    baseVersion: version,
    baseElements: elements.map(({ element_id, address, hash = '' }) => ({
      elementId: element_id,
      address,
      hash,
    })),
    elements: elements.map((element) => (element.address === address ? { ...element, content } : element)),
  };
  const response = await send(connection, 'PUT', path, body);
  if (response.ok) {
    const saved: Saved = await response.json();
    return saved;
  }
  const problem: Problem = await response.json();
  if (problem.code !== 'EDIT_CONFLICT' || !problem.metadata)
    throw new Error(`${problem.code}: ${problem.detail}`);
  return { changedByOthers: clausesOf(problem.metadata) };
}

/** What happened to a clause, for each reason that there is. */
const HAPPENED: Record<components['schemas']['ClauseConflict']['reason'], string> = {
  both_changed: 'changed it, too',
  both_moved: 'moved it elsewhere',
  changed_deleted: 'changed it, and it is deleted here',
  deleted_changed: 'deleted it',
  address_taken: 'gave its address to another clause',
  outline: 'changed the clauses above it',
};

/** The clauses of a conflict in words: `metadata` is typed by the code of the problem, its rows by their members. */
function clausesOf(conflict: EditConflict): string[] {
  const rows = 'conflicts' in conflict ? (conflict.conflicts ?? []) : [];
  return rows.flatMap((row) =>
    'baseAddress' in row
      ? [`${row.address}: ${row.editedBy?.displayName ?? 'somebody'} ${HAPPENED[row.reason]}`]
      : [],
  );
}

async function errorOf(response: Response): Promise<Error> {
  const problem: Problem = await response.json();
  return new Error(`${problem.code}: ${problem.detail}`);
}

const send = ({ base, key }: Connection, method: string, path: string, body?: object): Promise<Response> =>
  fetch(`${base}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
