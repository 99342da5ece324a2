/**
 * Handler of the endpoint that gives a project as a Word file or PDF (`shared/documents`), also with the changes from
 * another revision marked. The PDF of a published revision has its signed export attached. Each call is audited.
 */
import type { projectDocumentEndpoints } from '../../../shared/contracts/projects/documents.ts';
import { sha256 } from '../../../shared/hash.ts';
import { answerDocument } from '../../../shared/kernel/document-writer/answer-document.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { findExportedRevision } from '../access/find-exported-revision.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { attachExport } from '../document/attach-export.ts';
import { loadManual } from '../document/load-manual.ts';
import { loadManualImages } from '../document/load-manual-images.ts';
import type { ProjectsService } from '../open-projects.ts';

export const projectDocumentActions = ({
  revisions,
  certificates,
  signingKeys,
  documents,
}: ProjectsService): Handlers<typeof projectDocumentEndpoints, ProjectsResources> => ({
  async 'projects.document'({ id, revisionId, compareTo, format }, ctx, project) {
    const full = await findExportedRevision(revisions, project, revisionId, ctx);
    const earlier =
      compareTo === undefined ? null : await findExportedRevision(revisions, project, compareTo, ctx);
    const { _id, code, is_draft } = full.revision;
    const certificate = is_draft ? null : await certificates.findById(_id);
    // Before the document is compared with what the caller may have: the gateway may send that.
    await ctx.audit(null, {
      resource: { type: 'project', id },
      details: {
        revision: { id: _id, code },
        ...(earlier ? { compared_to: { id: earlier.revision._id, code: earlier.revision.code } } : {}),
        format,
      },
    });
    const attachments =
      certificate && format === 'pdf' ? await attachExport(full, certificate, signingKeys, ctx) : [];
    const manual = await loadManual(full, certificate, attachments, ctx);
    const before = earlier && (await loadManual(earlier, null, [], ctx));
    const images = await loadManualImages([...manual.parts, ...(before?.parts ?? [])], ctx);
    ctx.revalidate(String(_id), sha256(JSON.stringify({ manual, before, images }, asShown)));
    const source = {
      kind: 'project' as const,
      ...manual,
      images,
      ...(before ? { before: { ...before, images } } : {}),
    };
    return answerDocument(documents, { format, source }, code, ctx);
  },
});

/** Values as lists, and images by their names, which contain the hashes of the bytes. */
const asShown = (name: string, value: unknown): unknown =>
  value instanceof Map ? (name === 'images' ? [...value.keys()] : [...value]) : value;
