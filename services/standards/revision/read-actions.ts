/**
 * Handlers of the endpoints that read a standard: its content at a revision in several formats, the list of
 * its revisions, and the comparison of two.
 */
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/implement-action.ts';
import { serialiseMarkup } from '../../../shared/markup/serialise.ts';
import { outlineContent } from '../../../shared/revisioning/content-hash.ts';
import { diffOutlines } from '../../../shared/revisioning/diff-outlines.ts';
import type { Field, Outline } from '../../../shared/revisioning/outline.ts';
import { withVisibleCategory } from '../category/project-sections.ts';
import { type FindHeldClauses, type HeldClauses, holdLevels, isWithheld } from '../holds/held-clauses.ts';
import { canReadRevision, type ReadableStandard, type StandardResources } from '../standard/access.ts';
import { standardVersion } from '../standard/model.ts';
import { presentCompactStandard, presentStandard } from '../standard/present.ts';
import type { RevisionContents } from './content-repository.ts';
import type { StandardRevisionRecord } from './model.ts';
import { presentStandardRevision } from './present.ts';
import { presentClause, presentClauses, presentField, WITHHELD_TEXT } from './present-clauses.ts';
import type { StandardRevisions } from './repository.ts';

type ReadContracts = Pick<
  typeof standardReadEndpoints,
  'standards.get' | 'standards.revisions' | 'standards.compare'
>;

interface Deps {
  revisions: StandardRevisions;
  contents: RevisionContents;
  findHeldClauses: FindHeldClauses;
  now: () => Date;
}

/** The handlers of the reads. */
export const standardReadActions = ({
  revisions,
  contents,
  findHeldClauses,
  now,
}: Deps): Handlers<ReadContracts, StandardResources> => {
  /** A revision of this standard that the caller may read. @throws NOT_FOUND */
  async function loadRevision(standard: ReadableStandard, id: number): Promise<StandardRevisionRecord> {
    const revision = canReadRevision(standard, id) ? await revisions.findHeld(id, standard) : null;
    if (revision?.standard_id !== standard._id) throw notFound();
    return revision;
  }

  return {
    async 'standards.get'({ revisionId, format, fields_only }, call, standard) {
      const id = revisionId ?? standard.current_revision?.id ?? null;
      const revision = id === null ? null : await loadRevision(standard, id);
      const held = revision ? findHeldClauses(revision) : new Map();
      const levels = revision ? holdLevels(revision, now()) : [];
      const byScope = standard.readableIds === null;
      const head = byScope ? await withVisibleCategory(standard, call) : headAsOfRevision(standard, revision);
      const { current_revision, category_id, category_path, tags, updated_by, updated_at } = head;
      const shown = [byScope, current_revision, category_id, category_path, tags, updated_by, updated_at];
      call.revalidate(standardVersion(standard), ...shown, revision?._id, revision?.content_hash, levels);
      // The compact form needs no content; the revision was loaded to check that it exists.
      if (format === 'compact' && !fields_only) return presentCompactStandard(head);
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
        return {
          id: standard._id,
          name: standard.name,
          revision: revision && { id: revision._id, code: revision.code },
          fields,
        };
      }
      if (format === 'markdown') return { markdown: content ? writeMarkdown(content.outline, held) : '' };
      return {
        ...presentStandard(head),
        content_hash: revision?.content_hash ?? null,
        revision: revision && presentStandardRevision(revision, standard),
        elements: content ? [...presentClauses(content, held)] : [],
        datasheet_elements: [...(content?.fields ?? [])],
      };
    },

    async 'standards.revisions'(_params, _call, standard) {
      const rows = (await revisions.findByStandards([standard._id]))
        .filter(({ _id }) => canReadRevision(standard, _id))
        .reverse();
      return { revisions: rows.map((row) => presentStandardRevision(row, standard)), total: rows.length };
    },

    async 'standards.compare'({ from, to }, _call, standard) {
      const [before, after] = await Promise.all([loadRevision(standard, from), loadRevision(standard, to)]);
      const [old, current] = await Promise.all([
        contents.get(before.content_id),
        contents.get(after.content_id),
      ]);
      const diff = diffOutlines(old.outline, current.outline);
      const [heldBefore, heldAfter] = [findHeldClauses(before), findHeldClauses(after)];
      const [oldAddresses, newAddresses] = [addressesOf(old.outline), addressesOf(current.outline)];
      return {
        from: presentStandardRevision(before, standard),
        to: presentStandardRevision(after, standard),
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
          before: field.before && presentField(field.before, addressOf(field.before, oldAddresses)),
          after: field.after && presentField(field.after, addressOf(field.after, newAddresses)),
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
 * The head of a standard for readers through a project: as of the revision they read, and without its
 * category, which belongs to a scope they may not see (X11).
 */
function headAsOfRevision(
  standard: ReadableStandard,
  revision: StandardRevisionRecord | null,
): ReadableStandard {
  const uncategorised = { ...standard, category_id: null, category_path: [] };
  if (!revision) return uncategorised;
  const { tags, created_by, created_at } = revision;
  return { ...uncategorised, tags, updated_by: created_by, updated_at: created_at };
}

const addressesOf = ({ elements }: Outline): ReadonlyMap<number, string> =>
  new Map(elements.map(({ element_id, address }) => [element_id, address]));
const addressOf = ({ element_id }: Field, addresses: ReadonlyMap<number, string>): string =>
  addresses.get(element_id) ?? '';

/** The outline as markup, without the text of withheld clauses. */
function writeMarkdown(outline: Outline, held: HeldClauses): string {
  const { elements, fields } = outlineContent(outline);
  const ids = new Map(outline.elements.map(({ element_id, address }) => [address, element_id]));
  const visible = elements.map((element) =>
    isWithheld(held, ids.get(element.address) ?? 0) ? { ...element, ...WITHHELD_TEXT } : element,
  );
  return serialiseMarkup({ elements: visible, fields });
}
