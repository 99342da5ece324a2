/**
 * Handler of the endpoint that gives a standard as a Word file or PDF (`shared/documents`), also with the changes from
 * another revision marked.
 */
import type { standardDocumentEndpoints } from '../../../shared/contracts/standards/documents.ts';
import type { PrintableStandard, StandardHead } from '../../../shared/documents/print-standard.ts';
import { answerDocument } from '../../../shared/kernel/document-writer/answer-document.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';
import { holdLevels } from '../holds/held-clauses.ts';
import { loadImages } from '../images/load-images.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision, StandardRevisionRecord } from '../revision/model.ts';
import type { ReadableStandard, StandardResources } from '../standard/access.ts';
import { standardVersion } from '../standard/model.ts';
import { readableRevisions } from './readable-revisions.ts';

export const standardDocumentActions = (
  service: StandardsService,
): Handlers<typeof standardDocumentEndpoints, StandardResources> => {
  const { documents, images, now } = service;
  const { loadRevision, loadContent } = readableRevisions(service);
  return {
    async 'standards.document'({ revisionId, format, compareTo }, ctx, standard) {
      const id = revisionId ?? standard.current_revision?.id;
      if (id === undefined) throw apiError('NOT_PUBLISHED', 'Publish the standard, or name a revision.');
      const form = ctx.hasIfNoneMatch ? 'alone' : 'with content';
      const revision = await loadRevision(standard, id, form);
      const before = compareTo === undefined ? null : await loadRevision(standard, compareTo, form);
      const shown = before ? [revision, before] : [revision];
      const heads = shown.map((one) => presentHead(standard, one));
      const levels = shown.map((one) => holdLevels(one, now()));
      // A text may name an image that the standard gets later: an adopted edition has its references from the wiki.
      const owned = (await images.listOf(standard._id)).map(({ name }) => name);
      ctx.revalidate(standardVersion(standard), heads, levels, owned);
      const present = async (one: StandardRevisionRecord): Promise<Omit<PrintableStandard, 'images'>> => {
        const { content, held } = await loadContent(one);
        return { head: presentHead(standard, one), elements: content.present(held), fields: content.fields };
      };
      const current = await present(revision);
      const earlier = before && (await present(before));
      const names = imageNamesOf([...current.elements, ...(earlier?.elements ?? [])]);
      const loaded = { images: await loadImages(images, standard._id, names) };
      const source = {
        kind: 'standard' as const,
        ...current,
        ...loaded,
        ...(earlier ? { before: { ...earlier, ...loaded } } : {}),
      };
      return answerDocument(documents, { format, source }, revision.code, ctx);
    },
  };
};

const presentHead = (standard: ReadableStandard, revision: SealedRevision): StandardHead => ({
  id: standard._id,
  name: standard.name,
  description: standard.description,
  revision: {
    id: revision._id,
    code: revision.code,
    summary: revision.summary,
    content_hash: revision.content_hash,
    created_at: revision.created_at.toISOString(),
    author: revision.created_by?.displayName ?? '',
  },
});
