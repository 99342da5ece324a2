/**
 * Repositories of project revisions, of the versions of drafts, and of the datasheet revisions that published
 * revisions point to.
 */
import type { ClientSession, Connection } from 'mongoose';
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import { packedBytes } from '../../../shared/kernel/database/compressed-text.ts';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords, type Page, Records } from '../../../shared/kernel/database/records.ts';
import { listedRevisionReader } from './listed-revisions.ts';
import { type Manifest, toStandardPins, unpackManifest } from './manifest.ts';
import {
  type DraftVersionRecord,
  draftVersionCollection,
  type HeaderRecord,
  type ProjectRevisionHead,
  type ProjectRevisionRecord,
  type PublishedPointersRecord,
  projectRevisionCollection,
  publishedPointersCollection,
  type StandardPin,
} from './model.ts';

export interface RevisionWithManifest {
  revision: ProjectRevisionHead;
  manifest: Manifest;
}

/** The pins of one revision of a project. */
interface RevisionPins extends Pick<ProjectRevisionHead, 'project_id' | 'is_draft'> {
  pins: StandardPin[];
}

/** A revision without its manifest. */
const HEAD_PROJECTION = '-manifest -pins';

/** Of a manifest in memory, for each byte of its text. */
const CACHE_BYTES_PER_BYTE = 3;

/** Project revisions. Only open drafts can be changed. */
export class ProjectRevisions extends NumberedRecords<ProjectRevisionRecord> {
  /** The members of revisions for a list. */
  readonly findListed = listedRevisionReader(this.model);
  /** Published revisions, which never change. */
  readonly #published = new ProcessCache<number, RevisionWithManifest & { bytes: number }>(
    ({ bytes }) => bytes * CACHE_BYTES_PER_BYTE,
  );

  constructor(connection: Connection, counters: IdCounters) {
    super(projectRevisionCollection(connection), counters);
  }

  /** Null also without an id, as for the draft of a project that has none. */
  async findHead(
    id: number | null,
    session: ClientSession | null = null,
  ): Promise<ProjectRevisionHead | null> {
    if (id === null) return null;
    return this.model
      .findById(id)
      .select(HEAD_PROJECTION)
      .session(session)
      .lean<ProjectRevisionHead>()
      .exec();
  }

  findHeads(ids: readonly number[]): Promise<ProjectRevisionHead[]> {
    return this.model
      .find({ _id: { $in: ids } })
      .select(HEAD_PROJECTION)
      .lean<ProjectRevisionHead[]>()
      .exec();
  }

  /** Like `findHead`, with the manifest. Published ones are cached and shared: do not modify. */
  async find(id: number | null, session: ClientSession | null = null): Promise<RevisionWithManifest | null> {
    if (id === null) return null;
    const cached = session === null ? this.#published.get(id) : undefined;
    if (cached) return cached;
    const record = await this.findById(id, session);
    if (!record) return null;
    const { manifest: packed, pins: _, ...revision } = record;
    const full = { revision, manifest: unpackManifest(packed) };
    if (session === null && !revision.is_draft)
      this.#published.set(id, { ...full, bytes: packedBytes(packed).length });
    return full;
  }

  /** Revisions of a project, newest first. Ids are not in order of time: each process allocates them in blocks. */
  async listPage(projectId: number, withDraft: boolean, limit: number): Promise<Page<ProjectRevisionHead>> {
    const filter = { project_id: projectId, ...(withDraft ? {} : { is_draft: false }) };
    const [rows, total] = await Promise.all([
      this.model
        .find(filter)
        .sort({ created_at: -1, _id: -1 })
        .limit(limit)
        .select(HEAD_PROJECTION)
        .lean<ProjectRevisionHead[]>(),
      this.model.countDocuments(filter),
    ]);
    return { rows, total };
  }

  /** The pins that revisions of these projects have on these standards: one row for each revision with such a pin. */
  async listPins(standardIds: readonly number[], projectIds: readonly number[]): Promise<RevisionPins[]> {
    const pinsOfStandards = {
      $filter: { input: '$pins', cond: { $in: ['$$this.standard_id', [...standardIds]] } },
    };
    const rows = await this.model
      .find({ standard_ids: { $in: standardIds }, project_id: { $in: projectIds } })
      .select({ project_id: 1, is_draft: 1, pins: pinsOfStandards })
      .lean<
        (Pick<ProjectRevisionRecord, '_id' | 'project_id' | 'is_draft'> & { pins: StandardPin[] | null })[]
      >();
    return Promise.all(
      rows.map(async ({ _id, project_id, is_draft, pins }) => ({
        project_id,
        is_draft,
        pins:
          pins ??
          (await this.#readPinsFromManifest(_id)).filter(({ standard_id }) =>
            standardIds.includes(standard_id),
          ),
      })),
    );
  }

  async #readPinsFromManifest(id: number): Promise<StandardPin[]> {
    const full = await this.find(id);
    return full ? toStandardPins(full.manifest) : [];
  }

  /** Whether a published revision of any project contains a standard. */
  async isInPublishedRevision(standardId: number): Promise<boolean> {
    return (await this.model.exists({ standard_ids: standardId, is_draft: false })) !== null;
  }

  /** The projects whose open draft contains a standard, as many as the limit allows. */
  async findDraftsContaining(standardId: number, limit: number): Promise<number[]> {
    const rows = await this.model
      .find({ standard_ids: standardId, is_draft: true })
      .select('project_id')
      .sort({ project_id: 1 })
      .limit(limit)
      .lean<Pick<ProjectRevisionHead, 'project_id'>[]>();
    return rows.map(({ project_id }) => project_id);
  }

  /**
   * Some projects that contain a standard in any revision, past ones too, in ascending order.
   * @param after only later ones @returns their ids, and the last of them while there may be more
   */
  async listProjectsContaining(
    standardId: number,
    after: number,
    limit: number,
  ): Promise<{ ids: number[]; next: number | null }> {
    const rows = await this.model
      .find({ standard_ids: standardId, project_id: { $gt: after } })
      .sort({ project_id: 1 })
      .limit(limit)
      .select('project_id')
      .lean<Pick<ProjectRevisionHead, 'project_id'>[]>();
    const next = rows.length < limit ? null : (rows.at(-1)?.project_id ?? null);
    return { ids: [...new Set(rows.map(({ project_id }) => project_id))], next };
  }

  /** The projects of those among these revisions that pin one of these revisions of a standard. */
  async findPinning(
    ids: readonly number[],
    standardId: number,
    standardRevisionIds: readonly number[],
  ): Promise<Set<number>> {
    const rows = await this.model
      .find({ _id: { $in: ids }, standard_ids: standardId })
      .select({ project_id: 1, pins: 1 })
      .lean<(Pick<ProjectRevisionRecord, '_id' | 'project_id'> & { pins?: StandardPin[] })[]>();
    const pinning = new Set<number>();
    for (const { _id, project_id, pins } of rows) {
      const pinned = pins ?? (await this.#readPinsFromManifest(_id));
      if (
        pinned.some(({ standard_id, id }) => standard_id === standardId && standardRevisionIds.includes(id))
      )
        pinning.add(project_id);
    }
    return pinning;
  }

  /** The ids of the given projects that contain a standard in any revision, past ones too. */
  findProjectsContaining(standardId: number, projectIds: readonly number[]): Promise<number[]> {
    return this.model
      .distinct('project_id', { standard_ids: standardId, project_id: { $in: [...projectIds] } })
      .exec();
  }

  /** The project of a section. */
  async findProjectOfSection(sectionId: number): Promise<number | null> {
    const revision = await this.model
      .findOne({ section_ids: sectionId })
      .select('project_id')
      .lean<Pick<ProjectRevisionHead, 'project_id'>>();
    return revision?.project_id ?? null;
  }

  /** Changes an open draft; false when it is no longer open, or no longer at this version. */
  async changeDraft(
    { id, version }: { id: number; version: string | null },
    change: Partial<ProjectRevisionRecord>,
    session: ClientSession,
  ): Promise<boolean> {
    const { matchedCount } = await this.collection.updateOne(
      { _id: id, is_draft: true, version },
      { $set: change },
      { session },
    );
    return matchedCount > 0;
  }

  /**
   * Advances the sequence of an open draft without a new version, so that a concurrent transaction on the draft
   * conflicts.
   */
  async advanceSequence(id: number, session: ClientSession): Promise<void> {
    await this.model.updateOne({ _id: id, is_draft: true }, { $inc: { sequence: 1 } }, { session });
  }

  async deleteDraft(id: number, session: ClientSession): Promise<void> {
    await this.model.deleteOne({ _id: id, is_draft: true }, { session });
  }
}

/** Versions of drafts, written once. */
export class DraftVersions extends Records<DraftVersionRecord> {
  constructor(connection: Connection) {
    super(draftVersionCollection(connection));
  }

  find(
    projectId: number,
    version: string,
    session: ClientSession | null = null,
  ): Promise<DraftVersionRecord | null> {
    return this.findOne({ _id: version, project_id: projectId }, session);
  }

  async findHeaderAt(
    draftId: number,
    sequence: number,
    session: ClientSession,
  ): Promise<HeaderRecord | null> {
    const filter = { draft_revision_id: draftId, sequence: { $lte: sequence }, header: { $exists: true } };
    const version = await this.findOne(filter, session, { sequence: -1 });
    return version?.header ?? null;
  }

  /** The versions of a draft after one, oldest first. */
  listAfter(draftId: number, sequence: number, limit: number): Promise<DraftVersionRecord[]> {
    const filter = { draft_revision_id: draftId, sequence: { $gt: sequence } };
    return this.findAll(filter, { sort: { sequence: 1 }, limit });
  }
}

/** The datasheet revisions to which published revisions have pointed. */
export class PublishedPointers extends Records<PublishedPointersRecord> {
  constructor(connection: Connection) {
    super(publishedPointersCollection(connection));
  }

  async list(projectId: number, datasheetId: number): Promise<number[]> {
    return (await this.findOne({ _id: datasheetId, project_id: projectId }))?.revision_ids ?? [];
  }

  async add(
    projectId: number,
    pointers: readonly { datasheet_id: number; revision_id: number }[],
    session: ClientSession,
  ): Promise<void> {
    if (pointers.length === 0) return;
    await this.model.bulkWrite(
      pointers.map(({ datasheet_id, revision_id }) => ({
        updateOne: {
          filter: { _id: datasheet_id },
          update: { $setOnInsert: { project_id: projectId }, $addToSet: { revision_ids: revision_id } },
          upsert: true,
        },
      })),
      { session },
    );
  }
}
