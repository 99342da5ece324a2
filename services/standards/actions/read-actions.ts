/**
 * Handlers of the endpoints that read a standard: its content at a revision in several formats, the list of
 * its revisions, the comparison of two, and the amendment from one to another.
 */
import { isDocumentFormat } from '../../../shared/contracts/document-shapes.ts';
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import { toEntry } from '../../../shared/documents/print-amendment.ts';
import { sha256 } from '../../../shared/hash.ts';
import { answerDocument, assertOverHttp } from '../../../shared/kernel/document-writer/answer-document.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { withVisibleCategory } from '../category/project-sections.ts';
import { holdLevels } from '../holds/held-clauses.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import { presentStandardRevision } from '../revision/present.ts';
import {
  presentAmendment,
  presentCatalogue,
  presentComparison,
  presentMarkdown,
} from '../revision/present-documents.ts';
import { canReadRevision, type ReadableStandard, type StandardResources } from '../standard/access.ts';
import { standardVersion } from '../standard/model.ts';
import { presentCompactStandard, presentStandard } from '../standard/present.ts';
import { allowedOnStandard } from './allowed-on-standard.ts';
import { readableRevisions } from './readable-revisions.ts';

type ReadContracts = Pick<
  typeof standardReadEndpoints,
  'standards.get' | 'standards.revisions' | 'standards.compare' | 'standards.amendment'
>;

export const standardReadActions = (
  service: StandardsService,
): Handlers<ReadContracts, StandardResources> => {
  const { revisions, contents, findHeldClauses, documents, catalogues, now } = service;
  const { loadRevision, loadContent } = readableRevisions(service);
  return {
    async 'standards.get'({ revisionId, format, fields_only }, ctx, standard) {
      const id = revisionId ?? standard.current_revision?.id ?? null;
      // The compact form needs no content; its revision is loaded to check that it exists.
      const isCompact = format === 'compact' && !fields_only;
      // Nor does a caller who may have the representation already.
      const form = isCompact || ctx.hasIfNoneMatch ? 'alone' : 'with content';
      const revision = id === null ? null : await loadRevision(standard, id, form);
      const held = revision ? findHeldClauses(revision) : new Map();
      const levels = revision ? holdLevels(revision, now()) : [];
      const readsByScope = standard.readableIds === null;
      const head = readsByScope
        ? await withVisibleCategory(standard, ctx)
        : headAsOfRevision(standard, revision);
      const { current_revision, category_id, category_path, tags, updated_by, updated_at } = head;
      const allowed_actions = allowedOnStandard(standard, ctx);
      const shown = [
        readsByScope,
        allowed_actions,
        current_revision,
        category_id,
        category_path,
        tags,
        updated_by,
        updated_at,
      ];
      ctx.revalidate(standardVersion(standard), ...shown, revision?._id, revision?.content_hash, levels);
      if (isCompact) return presentCompactStandard(head);
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
      if (format === 'markdown') return { markdown: content ? presentMarkdown({ content, held }) : '' };
      if (format === 'oscal') {
        const about = {
          title: head.name,
          description: head.description,
          version: revision?.code ?? 'unpublished',
          lastModified: (revision?.created_at ?? standard.created_at).toISOString(),
        };
        const written = await catalogues.write(presentCatalogue(about, content && { content, held }), ctx);
        return typeof written === 'string' ? ctx.answerJson(written, { catalog: {} }) : written;
      }
      return {
        ...presentStandard(head),
        content_hash: revision?.content_hash ?? null,
        revision: revision && presentStandardRevision(revision, standard),
        elements: content ? [...content.present(held)] : [],
        datasheet_elements: [...(content?.fields ?? [])],
        allowed_actions,
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
      return {
        from: presentStandardRevision(before, standard),
        to: presentStandardRevision(after, standard),
        ...presentComparison(...(await Promise.all([loadContent(before), loadContent(after)]))),
        tags: {
          added: after.tags.filter((tag) => !before.tags.includes(tag)),
          removed: before.tags.filter((tag) => !after.tags.includes(tag)),
        },
        contentIdentical: before.content_hash === after.content_hash,
      };
    },

    async 'standards.amendment'({ from, to, format }, ctx, standard) {
      if (isDocumentFormat(format)) assertOverHttp(ctx);
      const [before, after] = await Promise.all([loadRevision(standard, from), loadRevision(standard, to)]);
      const contentsOfBoth = await Promise.all([loadContent(before), loadContent(after)]);
      const { instructions, markdown, isComplete } = presentAmendment(
        ...contentsOfBoth,
        format === 'markdown' ? 'markdown' : 'json',
      );
      if (format === 'markdown') return { markdown };
      if (isDocumentFormat(format)) {
        const head = {
          id: standard._id,
          name: standard.name,
          from: editionOf(before),
          revision: {
            ...editionOf(after),
            date: after.created_at.toISOString(),
            author: after.created_by?.displayName ?? '',
          },
        };
        const printable = {
          name: 'amendment' as const,
          head,
          entries: instructions.map(toEntry),
          isComplete,
        };
        ctx.revalidate(String(after._id), sha256(JSON.stringify(printable)));
        const source = { kind: 'amendment' as const, ...printable };
        return answerDocument(documents, { format, source }, `${before.code} to ${after.code}`, ctx);
      }
      return {
        from: presentStandardRevision(before, standard),
        to: presentStandardRevision(after, standard),
        instructions,
        total: instructions.length,
        isComplete,
      };
    },
  };
};

const editionOf = ({ _id: id, code, content_hash }: StandardRevisionRecord) => ({ id, code, content_hash });

/**
 * The head of a standard for readers through a project: as of the revision they read, and without its
 * category, which belongs to a scope they may not see.
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
