/** Opens the working copy of a standard for the editor, with the changes of it that this browser has stored. */
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import type { PageProps } from '../../page-props.ts';
import { readStandard } from '../../read-standard.ts';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Draft } from './draft.ts';
import { Editor } from './editor.tsx';
import { readUnsavedDrafts } from './unsaved-draft.ts';

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
      const { own, others } = await readUnsavedDrafts(place, copy);
      const draft = own ? new Draft(own.copy, own.clauses, own.id) : new Draft(copy);
      return { name, draft, unsaved: own, others, current: copy };
    },
    [id, account],
    { isSubject: true },
  );
  return <Loading of={opened}>{(start) => <Editor {...start} account={account} />}</Loading>;
}
