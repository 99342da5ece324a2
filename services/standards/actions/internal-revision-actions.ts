/**
 * Handlers of the internal actions by which projects and datasheets read revisions of standards: what a project pins,
 * heads and lists of revisions, clauses and fields of a sealed revision, the trees and proofs of its clauses, and what
 * changed from one revision to another.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { newSeed, type SealedTree } from '../../../shared/proof-tree.ts';
import {
  describeShift,
  findShiftedTexts,
  textOf,
} from '../../../shared/revisioning/identity/shifted-texts.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import { withVisibleCategory } from '../category/project-sections.ts';
import { isWithheld } from '../holds/held-clauses.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision, StandardRevisionRecord } from '../revision/model.ts';
import { presentRevisionHead } from '../revision/present.ts';
import { presentAmendment } from '../revision/present-documents.ts';
import { presentHeadings, presentProof, presentTree } from '../revision/present-proofs.ts';
import { openContent, type SealedContent } from '../revision/sealed-content.ts';
import { createScopeReadCheck } from '../scope-access.ts';
import { canReadRevision, findReadableStandard } from '../standard/access.ts';
import type { StandardRecord } from '../standard/model.ts';
import { findSealedRevision } from './sealed-revisions.ts';

type InternalContracts = Pick<
  typeof standardInternalActions,
  | 'standards.pinInfo'
  | 'standards.revisionHeads'
  | 'standards.revisionLists'
  | 'standards.sealedRevision'
  | 'standards.fields'
  | 'standards.printedNumbers'
  | 'standards.certifiedOutline'
  | 'standards.clauseProof'
  | 'standards.revisionAmendment'
  | 'standards.fieldLists'
  | 'standards.shiftedTexts'
>;

const presentFieldList = (
  revision: ReturnType<typeof presentRevisionHead>,
  { fields, hasPrintedNumbers }: SealedContent,
): ResultOf<InternalContracts['standards.fields']> => ({
  revision,
  fields: [...fields],
  has_printed_numbers: hasPrintedNumbers,
});

type PresentHead = (revision: SealedRevision) => ReturnType<typeof presentRevisionHead>;

export const internalRevisionActions = (
  service: StandardsService,
): Handlers<InternalContracts, NoResources> => {
  const { categories, standards, revisions, contents, revisionHolds, findHeldClauses } = service;

  /**
   * A sealed revision with the name of its standard, for readers whose access the calling service has
   * checked.
   */
  async function loadSealedRevision(id: number) {
    const found = await findSealedRevision(service, id);
    if (!found) throw notFound();
    const { revision, standard, content } = found;
    return { revision, head: presentRevisionHead(revision, standard.name, revision.holds ?? []), content };
  }

  /**
   * The clause tree of a revision, made and stored when it is first needed, so that sealing a revision does not
   * wait for it. Every certificate names the same one.
   */
  async function loadClauseTree(
    { _id, clause_tree }: StandardRevisionRecord,
    content: SealedContent,
    ctx: RequestContext,
  ): Promise<SealedTree> {
    if (clause_tree) return clause_tree;
    const seed = newSeed();
    const tree = { seed, ...presentTree(content, seed) };
    // A dry run stores nothing, and nobody sees what it would sign.
    if (ctx.isDryRun) return tree;
    const stored = await revisions.addClauseTree(_id, tree);
    if (!stored) throw notFound();
    return stored;
  }

  /** Revisions with their heads, in ascending order; those of deleted standards are left out. */
  async function findWithHeads(ids: readonly number[]) {
    const rows = await revisions.findMany(ids);
    const records = await standards.findMany([...new Set(rows.map(({ standard_id }) => standard_id))]);
    const presenters = new Map<number, PresentHead>();
    for (const record of records) presenters.set(record._id, await presenterFor(record));
    return rows.flatMap((revision) => {
      const present = presenters.get(revision.standard_id);
      return present ? [{ revision, head: present(revision) }] : [];
    });
  }

  async function presenterFor(standard: StandardRecord): Promise<PresentHead> {
    const holds = await revisionHolds.holdsOfPage(standard);
    return (revision) => presentRevisionHead(revision, standard.name, holds);
  }

  /** The outline of a revision without the clauses whose words are withheld. */
  function readableOutline({
    revision,
    content,
  }: Pick<Awaited<ReturnType<typeof loadSealedRevision>>, 'revision' | 'content'>): Outline {
    const held = findHeldClauses(revision);
    const { elements, fields } = openContent(content);
    return { elements: elements.filter(({ element_id }) => !isWithheld(held, element_id)), fields };
  }

  return {
    async 'standards.pinInfo'({ standard_id, revision_id, for_import }, ctx) {
      const loaded = await findReadableStandard(standard_id, standards, ctx);
      if (!loaded || (for_import && loaded.value.readableIds !== null)) throw notFound();
      const standard = await withVisibleCategory(loaded.value, ctx);
      const id = revision_id ?? standard.current_revision?.id ?? null;
      const revision = id === null ? null : await revisions.find(id);
      if (id !== null && (revision?.standard_id !== standard_id || !canReadRevision(loaded.value, id)))
        throw notFound();
      return {
        standard_id,
        name: standard.name,
        description: standard.description,
        subject_type: standard.subject_type,
        subject_id: standard.subject_id,
        deprecated: standard.deprecated,
        category_path: standard.category_path,
        section_ids: for_import ? await categories.nextIds(standard.category_path.length) : [],
        library: { id: standard.library_id, name: standard.library_name },
        current_revision: standard.current_revision,
        revision: revision && (await presenterFor(standard))(revision),
        wiki: standard.wiki ?? null,
      };
    },

    async 'standards.revisionHeads'({ revision_ids }) {
      return { revisions: (await findWithHeads(revision_ids)).map(({ head }) => head) };
    },

    async 'standards.revisionLists'({ standards: requested }, ctx) {
      const ids = requested.map(({ standard_id }) => standard_id);
      const [records, rows] = await Promise.all([standards.findMany(ids), revisions.findByStandards(ids)]);
      const revisionsOf = Map.groupBy(rows, (revision) => revision.standard_id);
      const pinnedOf = new Map(
        requested.map(({ standard_id, pinned_revision_ids }) => [standard_id, pinned_revision_ids]),
      );
      const isReadable = createScopeReadCheck(ctx);
      const lists = records.map(async (record) => {
        const { _id, name, deprecated, current_revision } = record;
        const all = revisionsOf.get(_id) ?? [];
        const seesAll = await isReadable(record);
        const present = await presenterFor(record);
        const visible = seesAll ? all : all.filter((revision) => pinnedOf.get(_id)?.includes(revision._id));
        return {
          standard_id: _id,
          name,
          deprecated,
          current_revision_id: (seesAll ? current_revision?.id : visible.at(-1)?._id) ?? null,
          revisions: visible.map(present),
        };
      });
      return { standards: await Promise.all(lists) };
    },

    async 'standards.sealedRevision'({ revision_id }) {
      const { revision, head, content } = await loadSealedRevision(revision_id);
      return {
        revision: head,
        elements: [...content.present(findHeldClauses(revision))],
        fields: [...content.fields],
      };
    },

    async 'standards.fields'({ revision_id }) {
      const { head, content } = await loadSealedRevision(revision_id);
      return presentFieldList(head, content);
    },

    async 'standards.printedNumbers'({ revision_ids }) {
      const found = await Promise.all(revision_ids.map((id) => findSealedRevision(service, id)));
      return {
        revisions: found.flatMap((sealed) =>
          sealed === null
            ? []
            : [
                {
                  id: sealed.revision._id,
                  clauses: sealed.content.printedNumbers(findHeldClauses(sealed.revision)),
                },
              ],
        ),
      };
    },

    async 'standards.certifiedOutline'({ revision_id }, ctx) {
      const { revision, head, content } = await loadSealedRevision(revision_id);
      const { seed, size, root_sha256 } = await loadClauseTree(revision, content, ctx);
      return {
        revision: head,
        fields: [...content.fields],
        clauses: { size, root_sha256 },
        headings: presentHeadings({ content, held: findHeldClauses(revision) }, seed),
      };
    },

    async 'standards.clauseProof'({ revision_ids, element_id }, ctx) {
      for (const revision_id of revision_ids) {
        const { revision, content } = await loadSealedRevision(revision_id);
        if (!content.places.some((place) => place.element_id === element_id)) continue;
        const { seed } = await loadClauseTree(revision, content, ctx);
        const proof = presentProof({ content, held: findHeldClauses(revision) }, element_id, seed);
        if (proof) return { revision_id, ...proof };
      }
      throw notFound();
    },

    async 'standards.shiftedTexts'({ pairs: requested, with_texts }) {
      const pairs: ResultOf<InternalContracts['standards.shiftedTexts']>['pairs'] = [];
      // One pair after the other, so that two outlines are in memory, whatever is asked for.
      for (const pair of requested) {
        const from = await findSealedRevision(service, pair.from_revision_id);
        const to = await findSealedRevision(service, pair.to_revision_id);
        if (!from || !to) continue;
        const shifted = findShiftedTexts(readableOutline(from), readableOutline(to));
        const clauses = [...shifted].map(([element_id, row]) => ({
          element_id,
          address: row.now.address,
          ...(with_texts ? { text: textOf(row.now) } : {}),
          description: describeShift(row),
        }));
        pairs.push({ ...pair, clauses });
      }
      return { pairs };
    },

    async 'standards.revisionAmendment'({ from_revision_id, to_revision_id, format }) {
      const [before, after] = await Promise.all([
        loadSealedRevision(from_revision_id),
        loadSealedRevision(to_revision_id),
      ]);
      const heldContentOf = ({ revision, content }: typeof before) => ({
        content,
        held: findHeldClauses(revision),
      });
      return presentAmendment(heldContentOf(before), heldContentOf(after), format);
    },

    async 'standards.fieldLists'({ revision_ids }) {
      const lists = (await findWithHeads(revision_ids)).map(async ({ revision, head }) => {
        return presentFieldList(head, await contents.get(revision.content_id));
      });
      return { revisions: await Promise.all(lists) };
    },
  };
};
