/** Handler of the endpoint that answers a standard as a document. */
import type { standardDocumentEndpoints } from '../../../shared/contracts/standards/documents.ts';
import { documentName, MEDIA_TYPES } from '../../../shared/documents/document-formats.ts';
import type { StandardHead } from '../../../shared/documents/print-standard.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { holdLevels } from '../holds/held-clauses.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision } from '../revision/model.ts';
import type { ReadableStandard, StandardResources } from '../standard/access.ts';
import { standardVersion } from '../standard/model.ts';
import { readableRevisions } from './readable-revisions.ts';

export const standardDocumentActions = (
  service: StandardsService,
): Handlers<typeof standardDocumentEndpoints, StandardResources> => {
  const { documents, now } = service;
  const { loadRevision, loadContent } = readableRevisions(service);
  return {
    async 'standards.document'({ revisionId, format }, ctx, standard) {
      const id = revisionId ?? standard.current_revision?.id;
      if (id === undefined) throw apiError('NOT_PUBLISHED', 'Publish the standard, or name a revision.');
      const revision = await loadRevision(standard, id, ctx.hasIfNoneMatch ? 'alone' : 'with content');
      const head = presentHead(standard, revision);
      ctx.revalidate(standardVersion(standard), head, holdLevels(revision, now()));
      const { content, held } = await loadContent(revision);
      const bytes = await documents.write(
        {
          format,
          source: { kind: 'standard', head, elements: content.present(held), fields: content.fields },
        },
        ctx,
      );
      return {
        bytes: Buffer.from(bytes).toString('base64'),
        name: documentName(head.name, revision.code, format),
        mime_type: MEDIA_TYPES[format],
      };
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
