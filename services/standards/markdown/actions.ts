/** Checking a text in the markup without saving it (document 2, validate-markdown; S22). */
import type { standardsEditing } from '../../../shared/contracts/standards/editing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { denied, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { MarkupReader } from '../../../shared/kernel/markup-reader/reader.ts';
import { openStandard, type Resources } from '../access.ts';
import type { Contents } from '../revision/contents.ts';
import type { Revisions } from '../revision/repository.ts';
import type { Standards } from '../standard/repository.ts';
import type { WorkingCopies } from '../working-copy/repository.ts';
import { checkMarkupLength } from '../working-copy/submission.ts';

type MarkdownContracts = Pick<typeof standardsEditing, 'standards.validateMarkdown'>;

interface Deps {
  standards: Standards;
  revisions: Revisions;
  contents: Contents;
  workingCopies: WorkingCopies;
  reader: MarkupReader;
}

/** The handler that reads markup without saving it, and says what a save would meet (S22). */
export const markdownActions = (deps: Deps): Handlers<MarkdownContracts, Resources> => {
  const { standards, revisions, contents, workingCopies, reader } = deps;

  /** The addresses a save would meet, and whether a working copy is open. @throws NOT_FOUND, PERMISSION_DENIED */
  async function standing(standardId: number, call: Call): Promise<{ addresses: string[]; hasOpenDraft: boolean }> {
    const opened = await openStandard(standardId, standards, call);
    if (!opened) throw notFound();
    const { value: standard, subject } = opened;
    if (!call.permits('standard:read', subject)) throw denied(['standard:read']);
    // Of what is reached through a project alone no working copy is told (X11).
    const open = standard.reached === null ? await workingCopies.current(standardId) : null;
    const current = standard.current_revision && (await revisions.find(standard.current_revision.id));
    const seesDraft = open !== null && call.permits('standard:view_drafts', subject);
    const outline = seesDraft ? open.draft.outline : current ? (await contents.get(current.content_id)).outline : null;
    return { addresses: outline?.elements.map(({ address }) => address) ?? [], hasOpenDraft: open !== null };
  }

  return {
    async 'standards.validateMarkdown'({ markdown, standardId }, call) {
      checkMarkupLength(markdown);
      const there = standardId === undefined || standardId === null ? null : await standing(standardId, call);
      const { comparison, ...report } = await reader.report(markdown, there?.addresses ?? null, call);
      return { ...report, ...(comparison && there ? { comparison, hasOpenDraft: there.hasOpenDraft } : {}) };
    },
  };
};
