/** Queries on project revisions. A published revision is only ever read here. */
import type { ClientSession, Connection } from 'mongoose';
import { type Manifest, toStandardPins, unpackManifest } from './manifest.ts';
import {
  type DraftVersionRecord,
  draftVersionModel,
  type ProjectRevisionHead,
  type ProjectRevisionRecord,
  projectRevisionModel,
  publishedPointersModel,
  type StandardPin,
} from './model.ts';

/** A revision with what it holds. */
export interface RevisionWithManifest {
  revision: ProjectRevisionHead;
  manifest: Manifest;
}

/** What one revision of a project pins of the standards asked for. */
export interface RevisionPins extends Pick<ProjectRevisionHead, 'project_id' | 'is_draft'> {
  pins: StandardPin[];
}

/** A revision without what it holds. */
const HEAD_PROJECTION = '-manifest -pins';

export class ProjectRevisions {
  readonly #revisions: ReturnType<typeof projectRevisionModel>;
  readonly #versions: ReturnType<typeof draftVersionModel>;
  readonly #pointers: ReturnType<typeof publishedPointersModel>;

  constructor(connection: Connection) {
    this.#revisions = projectRevisionModel(connection);
    this.#versions = draftVersionModel(connection);
    this.#pointers = publishedPointersModel(connection);
  }

  async findHead(id: number): Promise<ProjectRevisionHead | null> {
    return this.#revisions.findById(id).select(HEAD_PROJECTION).lean<ProjectRevisionHead>();
  }

  findHeads(ids: readonly number[]): Promise<ProjectRevisionHead[]> {
    return this.#revisions
      .find({ _id: { $in: ids } })
      .select(HEAD_PROJECTION)
      .lean<ProjectRevisionHead[]>();
  }

  async find(id: number, session: ClientSession | null = null): Promise<RevisionWithManifest | null> {
    const found = await this.#revisions.findById(id).session(session).lean<ProjectRevisionRecord>();
    if (!found) return null;
    const { manifest, pins: _, ...revision } = found;
    return { revision, manifest: unpackManifest(manifest) };
  }

  /** Revisions of a project, newest first. */
  async listPage(projectId: number, withDraft: boolean, limit: number): Promise<{ rows: ProjectRevisionHead[]; total: number }> {
    const query = { project_id: projectId, ...(withDraft ? {} : { is_draft: false }) };
    const [rows, total] = await Promise.all([
      this.#revisions.find(query).sort({ _id: -1 }).limit(limit).select(HEAD_PROJECTION).lean<ProjectRevisionHead[]>(),
      this.#revisions.countDocuments(query),
    ]);
    return { rows, total };
  }

  /** What the revisions of these projects pin of these standards: one row for each revision that holds one. */
  async listPins(standardIds: readonly number[], projectIds: readonly number[]): Promise<RevisionPins[]> {
    const wanted = { $filter: { input: '$pins', cond: { $in: ['$$this.standard_id', [...standardIds]] } } };
    const rows = await this.#revisions
      .find({ standard_ids: { $in: standardIds }, project_id: { $in: projectIds } })
      .select({ project_id: 1, is_draft: 1, pins: wanted })
      .lean<(Pick<ProjectRevisionRecord, '_id' | 'project_id' | 'is_draft'> & { pins: StandardPin[] | null })[]>();
    return Promise.all(
      rows.map(async ({ _id, project_id, is_draft, pins }) => ({
        project_id,
        is_draft,
        pins: pins ?? (await this.#readPinsFromManifest(_id)).filter(({ standard_id }) => standardIds.includes(standard_id)),
      })),
    );
  }

  async #readPinsFromManifest(id: number): Promise<StandardPin[]> {
    const full = await this.find(id);
    return full ? toStandardPins(full.manifest) : [];
  }

  /** The project whose section this is. */
  async findProjectOfSection(sectionId: number): Promise<number | null> {
    const found = await this.#revisions
      .findOne({ section_ids: sectionId })
      .select('project_id')
      .lean<Pick<ProjectRevisionHead, 'project_id'>>();
    return found?.project_id ?? null;
  }

  /** Every datasheet revision that some published revision points to. */
  async listPublishedPointers(projectId: number, datasheetId: number): Promise<number[]> {
    const found = await this.#pointers.findOne({ _id: datasheetId, project_id: projectId }).lean<{ revision_ids: number[] }>();
    return found?.revision_ids ?? [];
  }

  /** Which draft of which project a version belonged to. */
  async findVersion(
    projectId: number,
    version: string,
    session: ClientSession | null = null,
  ): Promise<DraftVersionRecord | null> {
    return this.#versions.findOne({ _id: version, project_id: projectId }).session(session).lean<DraftVersionRecord>();
  }

  /** The header as it stood at one version of a draft. */
  async findHeaderAt(draftId: number, sequence: number, session: ClientSession): Promise<DraftVersionRecord['header'] | null> {
    const found = await this.#versions
      .findOne({ draft_revision_id: draftId, sequence: { $lte: sequence }, header: { $exists: true } })
      .sort({ sequence: -1 })
      .session(session)
      .lean<DraftVersionRecord>();
    return found?.header ?? null;
  }

  /** The versions of a draft that came after one, oldest first. */
  listVersionsAfter(draftId: number, sequence: number, limit: number): Promise<DraftVersionRecord[]> {
    return this.#versions
      .find({ draft_revision_id: draftId, sequence: { $gt: sequence } })
      .sort({ sequence: 1 })
      .limit(limit)
      .lean<DraftVersionRecord[]>();
  }
}
