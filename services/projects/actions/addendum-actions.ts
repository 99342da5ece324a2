/**
 * Handler of `projects.addendum`: the differences of two revisions of a project as sentences, as contractors get them
 * (`../addendum`).
 */
import { isDocumentFormat } from '../../../shared/contracts/document-shapes.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectAddendumEndpoints } from '../../../shared/contracts/projects/addendum.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import { sha256 } from '../../../shared/hash.ts';
import { answerDocument, assertOverHttp } from '../../../shared/kernel/document-writer/answer-document.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { findReadableRevision, type ProjectsResources } from '../access/load-project.ts';
import { type ComparedRevision, compareRevisions, type Entry } from '../addendum/compare-revisions.ts';
import { listEntries } from '../addendum/markdown.ts';
import { describeHead, toPrintable } from '../addendum/printable.ts';
import { sayEntry, sayValueChange } from '../addendum/sentences.ts';
import { listActiveDatasheets, loadSealedDatasheets, requireSealed } from '../export/load-sealed.ts';
import { presentHeader } from '../header/present.ts';
import type { ProjectsService } from '../open-projects.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';

type Contracts = typeof projectAddendumEndpoints;
type Amendment = ResultOf<(typeof standardInternalActions)['standards.revisionAmendment']>;

export const addendumActions = ({
  revisions,
  documents,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.addendum'({ from, to, format }, ctx, project) {
    if (isDocumentFormat(format)) assertOverHttp(ctx);
    const [before, after] = [
      await findReadableRevision(revisions, project, from, ctx),
      await findReadableRevision(revisions, project, to, ctx),
    ];
    if (!before || !after) throw notFound();
    const entries = compareRevisions(await loadCompared(before, ctx), await loadCompared(after, ctx));
    const amended: (Entry & { amendment?: Amendment })[] = [];
    // One after the other, so that two outlines are in memory, however many standards changed.
    for (const entry of entries) {
      const amendment = await loadAmendment(entry, format === 'markdown' ? 'markdown' : 'json', ctx);
      amended.push({ ...entry, ...(amendment ? { amendment } : {}) });
    }
    if (format === 'markdown')
      return {
        markdown: listEntries(
          amended.map((entry) => ({ ...entry, amendment: entry.amendment?.markdown ?? '' })),
        ),
      };
    const isComplete = amended.every(({ amendment }) => amendment?.isComplete ?? true);
    if (isDocumentFormat(format)) {
      const entries = amended.map((entry) => toPrintable(entry, entry.amendment?.instructions ?? []));
      const name = 'addendum' as const;
      const printable = { name, head: describeHead(before, after), entries, isComplete };
      ctx.revalidate(String(after.revision._id), sha256(JSON.stringify(printable)));
      const code = `${before.revision.code} to ${after.revision.code}`;
      return answerDocument(documents, { format, source: { kind: 'amendment', ...printable } }, code, ctx);
    }
    const refTo = ({ revision: { _id: id, code } }: RevisionWithManifest) => ({ id, code });
    return {
      from: refTo(before),
      to: refTo(after),
      entries: amended.map(({ amendment, values, ...entry }) => ({
        ...entry,
        members: entry.members.map(({ words: _, ...change }) => change),
        sentence: sayEntry(entry),
        ...(values
          ? { values: values.map((change) => ({ ...change, sentence: sayValueChange(change) })) }
          : {}),
        ...(amendment ? { instructions: amendment.instructions } : {}),
      })),
      total: amended.length,
      isComplete,
    };
  },
});

/** Null for an entry that is no standard whose revision changed. */
async function loadAmendment(
  { from, to }: Entry,
  format: 'json' | 'markdown',
  ctx: RequestContext,
): Promise<Amendment | null> {
  if (!from || !to || from.id === to.id) return null;
  return ctx.call('standards.revisionAmendment', {
    from_revision_id: from.id,
    to_revision_id: to.id,
    format,
  });
}

async function loadCompared(
  { revision, manifest }: RevisionWithManifest,
  ctx: RequestContext,
): Promise<ComparedRevision> {
  const sheets = listActiveDatasheets(manifest);
  const sealed = await loadSealedDatasheets(
    sheets.map(({ revision_id }) => revision_id),
    ctx,
  );
  return {
    projectId: revision.project_id,
    header: presentHeader(revision.header, revision.companies),
    manifest,
    sheets: sheets.map(({ datasheet_id, name, standard_id, revision_id }) => {
      const { scope, values } = requireSealed(sealed, revision_id);
      return { datasheet_id, name, standard_id, scope, values };
    }),
  };
}
