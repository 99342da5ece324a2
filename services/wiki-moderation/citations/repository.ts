/** Queries for the citations of a wiki page: the list and the number of the published pages that cite it. */
import type { Connection, QueryFilter } from 'mongoose';
import { type PageRange, Records } from '../../../shared/kernel/database/records.ts';
import { type PageRecord, pageCollection } from '../pages/model.ts';

/** The pages that cite a page, without itself. */
interface CitationQuery {
  /** `library/slug`. */
  page: string;
  exceptId: string;
}

type CitingPage = Pick<PageRecord, '_id' | 'library_id' | 'slug' | 'title' | 'citations'>;

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
}
