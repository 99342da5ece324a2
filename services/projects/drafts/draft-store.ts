/**
 * Writes drafts, in the transaction of the caller: the draft, a version record with which stale saves and publishes are
 * compared, and an entry in the project's change feed. Used only by `draft-transactions.ts`.
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

const manifestMembers = (manifest: Manifest) => ({
  manifest: packManifest(manifest),
  pins: toStandardPins(manifest),
});

export class DraftStore {
  readonly #revisions: ProjectRevisions;
  readonly #versions: DraftVersions;
  readonly #projectChanges: ProjectChanges;

  constructor(revisions: ProjectRevisions, versions: DraftVersions, projectChanges: ProjectChanges) {
    this.#revisions = revisions;
    this.#versions = versions;
    this.#projectChanges = projectChanges;
  }

  /** Stores the draft under a new version. @returns the version */
  async change(
    { _id: draftId, code, project_id, version: oldVersion, sequence: oldSequence }: ProjectRevisionHead,
    { changes, manifest, header }: Omit<DraftUpdate<unknown>, 'result'>,
    by: Person,
    session: ClientSession,
  ): Promise<string> {
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
    await this.#revisions.changeDraft({ id: draftId, version: oldVersion }, change, session);
    await this.#versions.insert(session, {
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
    await this.#projectChanges.record(project_id, { kind: 'draft_changed', by, revision, version }, session);
    return version;
  }

  /** Stores a new draft with its first version. */
  async insert(
    draft: NewDraft,
    manifest: Manifest,
    session: ClientSession,
    kind: 'created' | 'draft_opened',
  ): Promise<void> {
    const { _id, code, version, project_id, sequence, header, created_by: by, created_at: at } = draft;
    await this.#revisions.insert(session, { ...draft, ...manifestMembers(manifest) });
    await this.#versions.insert(session, {
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
    await this.#projectChanges.record(project_id, { kind, by, revision }, session);
  }
}
