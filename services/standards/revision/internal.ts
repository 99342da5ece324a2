/** What other services ask about standards and their sealed revisions. */
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { openStandard, reaches, scopeReader } from '../access.ts';
import { filedFor } from '../category/sections.ts';
import type { Standards } from '../standard/repository.ts';
import { holdsOn, presentClauses } from './clauses.ts';
import type { Contents } from './contents.ts';
import { presentHead } from './present.ts';
import type { Revisions } from './repository.ts';

type InternalContracts = Pick<
  typeof standardsInternal,
  'standards.holding' | 'standards.revisionHeads' | 'standards.lines' | 'standards.sealed' | 'standards.fields'
>;

interface Deps {
  standards: Standards;
  revisions: Revisions;
  contents: Contents;
}

/** The handlers that other services read sealed revisions by. */
export const internalActions = ({ standards, revisions, contents }: Deps): Handlers<InternalContracts, Record<never, never>> => {
  /** A sealed revision with the name of its standard, for a reader whose access the asking service has checked. */
  async function sealedRevision(id: number) {
    const revision = await revisions.find(id);
    const standard = revision && (await standards.find(revision.standard_id));
    if (!standard) throw notFound();
    return { revision, head: presentHead(revision, standard.name), content: await contents.get(revision.content_id) };
  }

  return {
    async 'standards.holding'({ standard_id, revision_id, by_scope }, call) {
      const opened = await openStandard(standard_id, standards, call);
      if (!opened || (by_scope && opened.value.reached !== null)) throw notFound();
      const standard = await filedFor(opened.value, call);
      const id = revision_id ?? standard.current_revision?.id ?? null;
      const revision = id === null ? null : await revisions.find(id);
      if (id !== null && (revision?.standard_id !== standard_id || !reaches(opened.value, id))) throw notFound();
      return {
        standard_id,
        name: standard.name,
        description: standard.description,
        subject_type: standard.subject_type,
        subject_id: standard.subject_id,
        deprecated: standard.deprecated,
        category_path: standard.category_path,
        library: { id: standard.library_id, name: standard.library_name },
        current_revision: standard.current_revision,
        revision: revision && presentHead(revision, standard.name),
        wiki: standard.wiki ?? null,
      };
    },

    async 'standards.revisionHeads'({ revision_ids }) {
      const found = await revisions.findMany(revision_ids);
      const names = new Map((await standards.findMany(found.map((row) => row.standard_id))).map(({ _id, name }) => [_id, name]));
      return {
        revisions: found.flatMap((revision) => {
          const name = names.get(revision.standard_id);
          return name === undefined ? [] : [presentHead(revision, name)];
        }),
      };
    },

    async 'standards.lines'({ standards: asked }, call) {
      const ids = asked.map(({ standard_id }) => standard_id);
      const [found, rows] = await Promise.all([standards.findMany(ids), revisions.ofStandards(ids)]);
      const revisionsOf = Map.groupBy(rows, (revision) => revision.standard_id);
      const heldOf = new Map(asked.map(({ standard_id, held_revision_ids }) => [standard_id, held_revision_ids]));
      const isRead = scopeReader(call);
      const lines = found.map(async (record) => {
        const { _id, name, deprecated, current_revision } = record;
        const all = revisionsOf.get(_id) ?? [];
        const isOpen = await isRead(record);
        const shown = isOpen ? all : all.filter((revision) => heldOf.get(_id)?.includes(revision._id));
        return {
          standard_id: _id,
          name,
          deprecated,
          current_revision_id: (isOpen ? current_revision?.id : shown.at(-1)?._id) ?? null,
          revisions: shown.map((revision) => presentHead(revision, name)),
        };
      });
      return { standards: await Promise.all(lines) };
    },

    async 'standards.sealed'({ revision_id }) {
      const { revision, head, content } = await sealedRevision(revision_id);
      return { revision: head, elements: [...presentClauses(content, holdsOn(revision))], fields: [...content.fields] };
    },

    async 'standards.fields'({ revision_id }) {
      const { head, content } = await sealedRevision(revision_id);
      return { revision: head, fields: [...content.fields] };
    },
  };
};
