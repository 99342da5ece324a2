/**
 * Queries of the collection of pages for citations: the published pages that cite a page, and older pages without
 * stored citations, which it fills in.
 */
import type { Connection, QueryFilter } from 'mongoose';
import { rowsOf } from '../../../shared/kernel/database/cursor-rows.ts';
import { type PageRange, Records } from '../../../shared/kernel/database/records.ts';
import type { Citation } from '../../../shared/markup/page-references.ts';
import { type PageRecord, pageCollection } from '../pages/model.ts';

/** The pages that cite a page, without itself. */
interface CitationQuery {
  /** `library/slug`. */
  page: string;
  exceptId: string;
}

type CitingPage = Pick<PageRecord, '_id' | 'library_id' | 'slug' | 'title' | 'citations'>;
/** A page that was written before citations were stored. */
type OlderPage = Pick<PageRecord, '_id' | 'current_revision'>;

const filterOf = ({ page, exceptId }: CitationQuery): QueryFilter<PageRecord> => ({
  'citations.page': page,
  archived: false,
  _id: { $ne: exceptId },
});

export class CitingPages extends Records<PageRecord> {
  constructor(connection: Connection) {
    super(pageCollection(connection));
  }

  /** A part of the list, by title. */
  list(query: CitationQuery, { limit, offset = 0 }: PageRange): Promise<CitingPage[]> {
    return this.model
      .find(filterOf(query))
      .select(['library_id', 'slug', 'title', 'citations'])
      .sort({ title: 1, _id: 1 })
      .skip(offset)
      .limit(limit)
      .lean<CitingPage[]>()
      .exec();
  }

  async count(query: CitationQuery): Promise<{ documents: number; occurrences: number }> {
    const [counts] = await this.model.aggregate<{ documents: number; occurrences: number }>([
      { $match: filterOf(query) },
      { $unwind: '$citations' },
      { $match: { 'citations.page': query.page } },
      { $group: { _id: null, documents: { $sum: 1 }, occurrences: { $sum: '$citations.occurrences' } } },
    ]);
    return counts ?? { documents: 0, occurrences: 0 };
  }

  /** The pages whose citations are not stored yet. */
  listMissing(): AsyncIterable<OlderPage> {
    return rowsOf(
      this.model
        .find({ citations: { $exists: false } })
        .select(['current_revision'])
        .lean<OlderPage[]>()
        .cursor(),
    );
  }

  /** Stores the citations of a revision while it is the current one and has none. */
  async fill(id: string, revisionId: string, citations: Citation[]): Promise<void> {
    await this.model.updateOne(
      { _id: id, 'current_revision.id': revisionId, citations: { $exists: false } },
      { $set: { citations } },
    );
  }
}
