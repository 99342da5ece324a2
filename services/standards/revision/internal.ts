/** What other services ask about standards and their sealed revisions. */
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { openStandard } from '../access.ts';
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
    async 'standards.holding'({ standard_id, revision_id }, call) {
      const opened = await openStandard(standard_id, standards, call);
      if (!opened) throw notFound();
      const standard = await filedFor(opened.value, call);
      const id = revision_id ?? standard.current_revision?.id ?? null;
      const revision = id === null ? null : await revisions.find(id);
      if (id !== null && revision?.standard_id !== standard_id) throw notFound();
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

    async 'standards.lines'({ standard_ids }) {
      const [found, rows] = await Promise.all([standards.findMany(standard_ids), revisions.ofStandards(standard_ids)]);
      const revisionsOf = Map.groupBy(rows, (revision) => revision.standard_id);
      return {
        standards: found.map(({ _id, name, deprecated, current_revision }) => ({
          standard_id: _id,
          name,
          deprecated,
          current_revision_id: current_revision?.id ?? null,
          revisions: (revisionsOf.get(_id) ?? []).map((revision) => presentHead(revision, name)),
        })),
      };
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
