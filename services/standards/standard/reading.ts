/** Reading a standard, its history and comparison. */
import type { standardsReading } from '../../../shared/contracts/standards/reading.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import { diffOutlines } from '../../../shared/revisioning/diff.ts';
import { outlineContent } from '../../../shared/revisioning/hash.ts';
import type { Field, Outline } from '../../../shared/revisioning/outline.ts';
import { type ReachedStandard, type Resources, reaches } from '../access.ts';
import { filedFor } from '../category/sections.ts';
import { holdsOn, presentClause, presentClauses, presentField, WITHHELD } from '../revision/clauses.ts';
import type { Contents } from '../revision/contents.ts';
import type { RevisionRecord } from '../revision/model.ts';
import { presentRevision } from '../revision/present.ts';
import type { Revisions } from '../revision/repository.ts';
import { versionOf } from './model.ts';
import { presentCompact, presentStandard } from './present.ts';

type ReadingContracts = Pick<typeof standardsReading, 'standards.get' | 'standards.revisions' | 'standards.compare'>;

interface Deps {
  revisions: Revisions;
  contents: Contents;
}

export const readingActions = ({ revisions, contents }: Deps): Handlers<ReadingContracts, Resources> => {
  /** A revision of this standard. @throws NOT_FOUND also for another standard's, or one out of the caller's reach */
  async function revisionOf(standard: ReachedStandard, id: number): Promise<RevisionRecord> {
    const revision = reaches(standard, id) ? await revisions.find(id) : null;
    if (revision?.standard_id !== standard._id) throw notFound();
    return revision;
  }

  return {
    async 'standards.get'({ revisionId, format, fields_only }, call, standard) {
      const id = revisionId ?? standard.current_revision?.id ?? null;
      const revision = id === null ? null : await revisionOf(standard, id);
      const held = revision ? holdsOn(revision) : new Map();
      const filed = standard.reached === null ? await filedFor(standard, call) : headAt(standard, revision);
      const { current_revision, category_id, category_path, tags, updated_by, updated_at } = filed;
      const head = [standard.reached === null, current_revision, category_id, category_path, tags, updated_by, updated_at];
      call.revalidate(versionOf(standard), ...head, revision?._id, revision?.content_hash, [...held]);
      // Nothing of the revision is in it: that there is one was asked.
      if (format === 'compact' && !fields_only) return presentCompact(filed);
      const content = revision ? await contents.get(revision.content_id) : null;
      if (fields_only) {
        const fields = (content?.fields ?? []).map(
          ({ id: fieldId, element_address, label, input_type, options, default_value }) => ({
            id: fieldId,
            address: element_address,
            label,
            input_type,
            options,
            default_value,
          }),
        );
        return { id: standard._id, name: standard.name, revision: revision && { id: revision._id, code: revision.code }, fields };
      }
      if (format === 'markdown') return { markdown: content ? writeMarkdown(content.outline, held) : '' };
      return {
        ...presentStandard(filed),
        content_hash: revision?.content_hash ?? null,
        revision: revision && presentRevision(revision, standard),
        elements: content ? [...presentClauses(content, held)] : [],
        datasheet_elements: [...(content?.fields ?? [])],
      };
    },

    async 'standards.revisions'(_params, _call, standard) {
      const rows = (await revisions.ofStandards([standard._id])).filter(({ _id }) => reaches(standard, _id)).reverse();
      return { revisions: rows.map((row) => presentRevision(row, standard)), total: rows.length };
    },

    async 'standards.compare'({ from, to }, _call, standard) {
      const [before, after] = await Promise.all([revisionOf(standard, from), revisionOf(standard, to)]);
      const [old, now] = await Promise.all([contents.get(before.content_id), contents.get(after.content_id)]);
      const diff = diffOutlines(old.outline, now.outline);
      const [heldBefore, heldAfter] = [holdsOn(before), holdsOn(after)];
      const [wasAt, isAt] = [addressesOf(old.outline), addressesOf(now.outline)];
      return {
        from: presentRevision(before, standard),
        to: presentRevision(after, standard),
        clauses: diff.clauses.map((clause) => ({
          change: clause.change,
          element_id: clause.element_id,
          before: presentClause(clause.before, heldBefore),
          after: presentClause(clause.after, heldAfter),
        })),
        fields: diff.fields.map((field) => ({
          change: field.change,
          field_id: field.field_id,
          element_id: field.element_id,
          before: field.before && presentField(field.before, addressOf(field.before, wasAt)),
          after: field.after && presentField(field.after, addressOf(field.after, isAt)),
        })),
        tags: {
          added: after.tags.filter((tag) => !before.tags.includes(tag)),
          removed: before.tags.filter((tag) => !after.tags.includes(tag)),
        },
        contentIdentical: before.content_hash === after.content_hash,
      };
    },
  };
};

/**
 * The head of a standard for those who read it through a project: as it was with the revision they reach, and filed nowhere, for its
 * category is of a scope they may not see (X11).
 */
function headAt(standard: ReachedStandard, revision: RevisionRecord | null): ReachedStandard {
  const filedNowhere = { ...standard, category_id: null, category_path: [] };
  if (!revision) return filedNowhere;
  const { tags, created_by, created_at } = revision;
  return { ...filedNowhere, tags, updated_by: created_by, updated_at: created_at };
}

const addressesOf = ({ elements }: Outline): ReadonlyMap<number, string> =>
  new Map(elements.map(({ element_id, address }) => [element_id, address]));
const addressOf = ({ element_id }: Field, addresses: ReadonlyMap<number, string>): string => addresses.get(element_id) ?? '';

/** The outline as markup; a held clause is written as readers see it. */
function writeMarkdown(outline: Outline, held: ReturnType<typeof holdsOn>): string {
  const { elements, fields } = outlineContent(outline);
  const ids = new Map(outline.elements.map(({ element_id, address }) => [address, element_id]));
  const shown = elements.map((element) => (held.has(ids.get(element.address) ?? 0) ? { ...element, ...WITHHELD } : element));
  return serialiseMarkup({ elements: shown, fields });
}
