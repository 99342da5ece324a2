/** Saving header fields of the open draft (document 3, PUT /api/projects/edit/:id; decisions P5, P14). */

import type { projectsWriting } from '../../../shared/contracts/projects/writing.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { draftClosed, fail } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access/open-project.ts';
import type { OpenProject } from '../access/rules.ts';
import type { Changed, Decision, DraftState } from '../drafts/repository.ts';
import type { NamedCompany } from '../revisions/model.ts';
import type { Revisions } from '../revisions/repository.ts';
import type { Stores } from '../stores.ts';
import { requireCompanyChoice } from './choose-company.ts';
import { nameCompanies, sealCompanies } from './companies.ts';
import { discardsSummary, type HeaderRecord, needsUpdatePermission, readHeader } from './fields.ts';
import { editorOf, mergeHeader, type Resolution, recordEdits } from './merge.ts';
import { presentHeader } from './present.ts';

type Contract = (typeof projectsWriting)['projects.edit'];
type Answer = Infer<Contract['returns']>;

interface Save {
  fields: Partial<HeaderRecord>;
  names: NamedCompany[];
  baseVersion: string;
  confirmReplace: boolean;
  resolvedConflicts: Resolution[];
  conflictVersion: string | undefined;
}

/** The handler that saves the header of a draft, merged field by field (P14). */
export const editActions = ({
  drafts,
  revisions,
}: Stores): Handlers<Pick<typeof projectsWriting, 'projects.edit'>, Resources> => ({
  async 'projects.edit'(params, call, project) {
    const { id, baseVersion, confirm_replace, resolvedConflicts, conflictVersion, ...sent } = params;
    const fields = readHeader(sent);
    if (needsUpdatePermission(fields)) call.require('project:update', project.subject);
    requireOwner(fields, project, call);
    const save: Save = {
      fields,
      names: await nameCompanies(fields, [], call),
      baseVersion,
      confirmReplace: confirm_replace ?? false,
      resolvedConflicts: resolvedConflicts ?? [],
      conflictVersion,
    };
    const noteOf = ({ draftId, version }: Pick<Changed<unknown>, 'draftId' | 'version'>) => ({
      resource: { type: 'project', id },
      details: {
        revision: { id: draftId },
        version,
        fields: Object.keys(fields),
        ...(save.resolvedConflicts.length > 0 ? { resolvedConflicts: save.resolvedConflicts, conflictVersion } : {}),
        ...ownerChange(project.head, fields),
      },
    });
    const outcome = await drafts.change(
      id,
      call.person,
      (state) => decide(state, save, revisions, call),
      (session, written) => call.audit(session, noteOf(written)),
      draftClosed,
    );
    if (!outcome.changed) {
      // Choices are recorded even where they all leave the stored value.
      if (save.resolvedConflicts.length > 0) await call.audit(null, noteOf(outcome));
      else call.unchanged();
    }
    return { ...outcome.result, version: outcome.version };
  },
});

/** A company that becomes the owner gives its people their roles in the project. */
const ownerChange = ({ owner_company_id }: OpenProject['head'], fields: Partial<HeaderRecord>) =>
  fields.owner_company_id === undefined || fields.owner_company_id === owner_company_id
    ? {}
    : { before: { owner_company_id }, after: { owner_company_id: fields.owner_company_id } };

/** The owner company stays once it is set; choosing the first one is the creator's, in a browser session (P14, R-159). */
function requireOwner({ owner_company_id: asked }: Partial<HeaderRecord>, { head }: OpenProject, call: Call): void {
  if (asked === undefined || asked === head.owner_company_id) return;
  if (head.owner_company_id !== null) {
    throw fail('OWNER_COMPANY_FIXED', 'The project belongs to a company already, and that stays. Leave owner_company_id out.');
  }
  if (asked !== null) requireCompanyChoice(asked, head, call, 'owner_company_id');
}

async function decide(
  state: DraftState,
  save: Save,
  revisions: Revisions,
  call: Call,
): Promise<Decision<Omit<Answer, 'version'>>> {
  const { head, revision, session } = state;
  const headerAt = async (version: string): Promise<HeaderRecord | null> => {
    if (version === revision.version) return revision.header;
    const known = await revisions.version(head._id, version, session);
    if (!known || known.draft_revision_id !== revision._id) return null;
    return (await revisions.headerAt(revision._id, known.sequence, session)) ?? null;
  };
  const base = await headerAt(save.baseVersion);
  if (!base) {
    const known = await revisions.version(head._id, save.baseVersion, session);
    if (known) throw draftClosed();
    throw fail('EDIT_CONFLICT', 'The draft has no version like the one you sent. Read the project again and repeat the change.', {
      metadata: { reason: 'stale', currentVersion: revision.version },
    });
  }
  const answeredAt = save.conflictVersion === undefined ? null : await headerAt(save.conflictVersion);
  const merge = mergeHeader(base, revision.header, save.fields, save.resolvedConflicts, answeredAt);
  if (merge.conflicts.length > 0) {
    throw fail('EDIT_CONFLICT', 'Somebody else changed the same fields to other values. Nothing was written.', {
      metadata: {
        reason: 'fields',
        currentVersion: revision.version,
        conflicts: merge.conflicts.map((conflict) => ({ ...conflict, ...editorOf(revision.header_edits, conflict.field) })),
      },
    });
  }
  if (
    merge.written.includes('summary') &&
    discardsSummary(revision.header.summary, merge.header.summary) &&
    !save.confirmReplace
  ) {
    throw fail(
      'CONFIRM_REPLACE_REQUIRED',
      'The new summary does not contain the stored one. Send confirm_replace true to replace it.',
      {
        members: { requiresConfirmation: true },
        errors: [{ path: 'summary', message: 'The stored summary would be lost.' }],
      },
    );
  }
  const at = new Date();
  const companies = sealCompanies(merge.header, [...revision.companies, ...save.names]);
  const { written, theirs } = merge;
  return {
    result: {
      id: head._id,
      header: presentHeader(merge.header, companies),
      ...(theirs.length > 0
        ? {
            merged: true,
            mergedChanges: theirs.flatMap((field) => {
              const edit = editorOf(revision.header_edits, field);
              return edit ? [{ field, ...edit }] : [];
            }),
          }
        : {}),
    },
    header: { header: merge.header, companies, header_edits: recordEdits(revision.header_edits, written, call.person, at) },
    ...(written.includes('owner_company_id') ? { project: { owner_company_id: merge.header.owner_company_id } } : {}),
    changes: written.map((field) => ({ kind: 'header', subject: field, name: field, action: 'changed', count: 1 })),
  };
}
