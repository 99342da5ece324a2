/**
 * Cache of the ids of the files in revisions of projects, so that a page of a long list does not read the whole
 * manifest.
 */
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import type { ProjectRevisionHead } from './model.ts';
import type { ProjectRevisions } from './repository.ts';

/** A revision and the ids of its files, newest first. */
interface RevisionFiles {
  revision: ProjectRevisionHead;
  fileIds: readonly number[];
}

export class FileIds {
  readonly #revisions: ProjectRevisions;
  readonly #cache = new ProcessCache<string, readonly number[]>((ids) => ids.length * 8);

  constructor(revisions: ProjectRevisions) {
    this.#revisions = revisions;
  }

  /** Null when the revision does not exist. */
  async load(revisionId: number): Promise<RevisionFiles | null> {
    const revision = await this.#revisions.findHead(revisionId);
    if (!revision) return null;
    const cached = this.#cache.get(cacheKey(revision));
    if (cached) return { revision, fileIds: cached };
    const full = await this.#revisions.find(revisionId);
    if (!full) return null;
    const fileIds = full.manifest.files.map(({ file_id }) => file_id).sort((a, b) => b - a);
    // The draft may have changed since its head was read.
    this.#cache.set(cacheKey(full.revision), fileIds);
    return { revision: full.revision, fileIds };
  }
}

/** A draft has a new version with every change of its manifest; a published revision never changes. */
const cacheKey = ({ _id, version }: ProjectRevisionHead): string => `${_id} ${version ?? 'published'}`;
