/**
 * Storage of drafts, used only by `draft-transactions.ts`: a draft, its versions for stale saves and publishes,
 * and the numbered change of the project, all in the transaction of the caller.
 */
import type { ClientSession } from 'mongoose';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { newVersion } from '../../../shared/revisioning/outline/opaque-version.ts';
import type { ProjectChanges } from '../changes/repository.ts';
import { type Manifest, packManifest, toStandardPins } from '../revisions/manifest.ts';
import type { ProjectRevisionHead } from '../revisions/model.ts';
import type { NewDraft } from '../revisions/new-draft.ts';
import type { DraftVersions, ProjectRevisions } from '../revisions/repository.ts';
import type { DraftUpdate } from './draft-change.ts';

interface Deps {
  revisions: ProjectRevisions;
  versions: DraftVersions;
  projectChanges: ProjectChanges;
}

const manifestMembers = (manifest: Manifest) => ({
  manifest: packManifest(manifest),
  pins: toStandardPins(manifest),
});

export class DraftStore {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Stores the draft under a new version. @returns the version */
  async change(
    { _id: draftId, code, project_id, version: oldVersion, sequence: oldSequence }: ProjectRevisionHead,
    { changes, manifest, header }: Omit<DraftUpdate<unknown>, 'result'>,
    by: Person,
    session: ClientSession,
  ): Promise<string> {
    const { revisions, versions, projectChanges } = this.#deps;
    const version = newVersion();
    const sequence = oldSequence + 1;
    const change = {
      version,
      sequence,
      ...header,
      ...(manifest && {
        ...manifestMembers(manifest),
        standard_ids: manifest.standards.map(({ standard_id }) => standard_id),
        section_ids: manifest.sections.map(({ id }) => id),
      }),
    };
    await revisions.changeDraft({ id: draftId, version: oldVersion }, change, session);
    await versions.insert(session, {
      _id: version,
      project_id,
      draft_revision_id: draftId,
      sequence,
      ...(header && { header: header.header }),
      changes,
      by,
      at: new Date(),
    });
    const revision = { id: draftId, code };
    await projectChanges.record(project_id, { kind: 'draft_changed', by, revision, version }, session);
    return version;
  }

  /** Stores a new draft with its first version. */
  async insert(
    draft: NewDraft,
    manifest: Manifest,
    session: ClientSession,
    kind: 'created' | 'draft_opened',
  ): Promise<void> {
    const { revisions, versions, projectChanges } = this.#deps;
    const { _id, code, version, project_id, sequence, header, created_by: by, created_at: at } = draft;
    await revisions.insert(session, { ...draft, ...manifestMembers(manifest) });
    await versions.insert(session, {
      _id: version,
      project_id,
      draft_revision_id: _id,
      sequence,
      header,
      changes: [],
      by,
      at,
    });
    const revision = { id: _id, code };
    await projectChanges.record(project_id, { kind, by, revision }, session);
  }
}
