/**
 * Reads and writes the file in which a person settles the uncertain elements of an import: each with the clauses that
 * it may be, and `is`, the id of one of the standard's clauses or "new".
 */
import { isJsonObject, type JsonValue } from '../../../shared/rest-client/json.ts';
import { UsageError } from '../../console/command-line.ts';
import type { EditionPlan, KnownClause } from './plan-edition.ts';

const MAX_SHOWN_CHARACTERS = 200;

/** The content of a new file, with the choices that count if nobody changes them. */
export const writeIdentities = (standardId: number, { uncertain }: Pick<EditionPlan, 'uncertain'>): string =>
  `${JSON.stringify(
    {
      standard: standardId,
      clauses: uncertain.map(({ address, words, candidates, choice }) => ({
        address,
        text: words.slice(0, MAX_SHOWN_CHARACTERS),
        is: choice ?? 'new',
        candidates: candidates.map((clause) => ({
          id: clause.element_id,
          address: clause.address,
          likeness: clause.likeness,
          text: clause.words.slice(0, MAX_SHOWN_CHARACTERS),
        })),
      })),
    },
    null,
    2,
  )}\n`;

/**
 * The choices of a file: the clause of each element by its address, null for a new one.
 * @param addresses those of the edition
 * @throws UsageError naming the place of what cannot be used
 */
export function readIdentities(
  text: string,
  standardId: number,
  addresses: ReadonlySet<string>,
  before: readonly KnownClause[],
): Map<string, number | null> {
  const { standard, clauses } = parse(text);
  if (standard !== standardId)
    throw new UsageError(`--identities: standard is ${JSON.stringify(standard)}, and not ${standardId}.`);
  if (!Array.isArray(clauses)) throw new UsageError('--identities: clauses is not a list.');
  const known = new Set(before.map(({ element_id }) => element_id));
  const choices = new Map<string, number | null>();
  const places = new Map<number, string>();
  for (const [index, clause] of clauses.entries()) {
    const at = `--identities: clauses[${index}]`;
    const { address, is } = isJsonObject(clause) ? clause : {};
    if (typeof address !== 'string' || !addresses.has(address))
      throw new UsageError(`${at}.address is no address of the edition.`);
    if (choices.has(address)) throw new UsageError(`${at}.address is there twice: ${address}.`);
    if (is !== 'new' && (typeof is !== 'number' || !known.has(is)))
      throw new UsageError(`${at}.is must be "new" or the id of a clause of the standard.`);
    const id = is === 'new' ? null : is;
    const other = id === null ? undefined : places.get(id);
    if (other !== undefined) throw new UsageError(`${at}.is the clause that ${other} is, too.`);
    if (id !== null) places.set(id, address);
    choices.set(address, id);
  }
  return choices;
}

function parse(text: string): { standard?: JsonValue; clauses?: JsonValue } {
  try {
    const value: JsonValue = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Told below.
  }
  throw new UsageError('--identities: the file is no JSON object. --identities-out writes one.');
}
