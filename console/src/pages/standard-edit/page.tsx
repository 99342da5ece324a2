/** The working copy of a standard, edited clause by clause. */
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import type { PageProps } from '../../page-props.ts';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Draft } from './draft.ts';
import { toDraftClauses } from './draft-clause.ts';
import { Editor } from './editor.tsx';
import { readKept } from './kept-draft.ts';

export default function EditStandardPage({ params }: PageProps) {
  const id = Number(params.id);
  const account = person.value?.user?.id ?? 0;
  const opened = useLoaded(
    async (signal) => {
      const [{ name }, copy] = await Promise.all([
        readName(id, signal),
        api.call('standards.edit', { id }, { signal }),
      ]);
      const kept = await readKept({ account, standard: id }, copy, toDraftClauses);
      return {
        name,
        draft: kept ? new Draft(kept.copy, kept.clauses) : new Draft(copy),
        keptAt: kept?.at ?? null,
        isBehind: kept !== null && kept.copy.version !== copy.version,
      };
    },
    [id, account],
  );
  return <Loading of={opened}>{(start) => <Editor {...start} account={account} />}</Loading>;
}

async function readName(id: number, signal: AbortSignal): Promise<{ name: string }> {
  const standard = await api.call('standards.get', { id, format: 'compact' }, { signal });
  if (!('name' in standard)) throw new ApiError(500, {}, 'GET /api/standards/:id');
  return standard;
}
