/** The working copy of a standard, edited clause by clause. */
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import type { PageProps } from '../../page-props.ts';
import { readStandard } from '../../read-standard.ts';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Draft } from './draft.ts';
import { toDraftClauses } from './draft-clause.ts';
import { Editor } from './editor.tsx';
import { readKeptDrafts, takeUp } from './kept-draft.ts';

export default function EditStandardPage({ params }: PageProps) {
  const id = Number(params.id);
  const account = person.value?.user?.id ?? 0;
  const opened = useLoaded(
    async (signal) => {
      const [{ name }, copy] = await Promise.all([
        readStandard(id, signal),
        api.call('standards.edit', { id }, { signal }),
      ]);
      const place = { account, standard: id };
      const [kept, ...others] = await readKeptDrafts(place, copy, toDraftClauses);
      const draft = kept ? new Draft(kept.copy, kept.clauses) : new Draft(copy);
      if (kept) await takeUp(place, kept, draft);
      return { name, draft, kept: kept ?? null, others, version: copy.version };
    },
    [id, account],
    { isSubject: true },
  );
  return <Loading of={opened}>{(start) => <Editor {...start} account={account} />}</Loading>;
}
