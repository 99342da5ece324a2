/** Queries of the standards whose current revision cites a wiki page. */
import type { Connection, QueryFilter } from 'mongoose';
import { type PageRange, Records } from '../../../shared/kernel/database/records.ts';
import type { Scope } from '../scope-access.ts';
import { type ReadableCitation, type StandardRecord, standardCollection } from '../standard/model.ts';

/** The active standards of some scopes that cite a page. */
interface CitationQuery {
  /** `library/slug`. */
  page: string;
  scopes: readonly Scope[];
  /** The wiki page itself: its library copy is the same document. */
  exceptCopyOf: string;
  /** What is withheld by then does not count. */
  now: Date;
}

interface CitationCounts {
  documents: number;
  occurrences: number;
  /** Number of occurrences outside the global scope. */
  privateOccurrences: number;
}

type CitingStandard = Pick<StandardRecord, '_id' | 'name' | 'citations'>;

/** The citations of the page that are readable then. */
const readableOf = ({ page, now }: CitationQuery) => ({ page, withheld_from: { $not: { $lte: now } } });

/** With the range of each scope in the index, an order by name needs no sort. */
const filterOf = (query: CitationQuery): QueryFilter<StandardRecord> => ({
  $or: query.scopes.map(({ subject_type, subject_id }) => ({
    citations: { $elemMatch: readableOf(query) },
    subject_type,
    subject_id,
    deprecated: false,
    'wiki.standard_id': { $ne: query.exceptCopyOf },
  })),
});

/** How often a standard cites the page in readable words. */
export const countReadable = (
  { page, now }: CitationQuery,
  citations: readonly ReadableCitation[] = [],
): number =>
  citations
    .filter((one) => one.page === page && !(one.withheld_from && one.withheld_from <= now))
    .reduce((sum, { occurrences }) => sum + occurrences, 0);

export class CitingStandards extends Records<StandardRecord> {
  constructor(connection: Connection) {
    super(standardCollection(connection));
  }

  /** A part of the list, by name. */
  list(query: CitationQuery, { limit, offset = 0 }: PageRange): Promise<CitingStandard[]> {
    return this.model
      .find(filterOf(query))
      .select(['name', 'citations'])
      .sort({ folded_name: 1, _id: 1 })
      .skip(offset)
      .limit(limit)
      .lean<CitingStandard[]>()
      .exec();
  }

  async count(query: CitationQuery): Promise<CitationCounts> {
    const rows = await this.model.aggregate<{ _id: string; documents: number; occurrences: number }>([
      { $match: filterOf(query) },
      { $unwind: '$citations' },
      {
        $match: { 'citations.page': query.page, 'citations.withheld_from': readableOf(query).withheld_from },
      },
      // A standard may cite the page in several groups of words.
      {
        $group: {
          _id: '$_id',
          subject_type: { $first: '$subject_type' },
          occurrences: { $sum: '$citations.occurrences' },
        },
      },
      {
        $group: {
          _id: '$subject_type',
          documents: { $sum: 1 },
          occurrences: { $sum: '$occurrences' },
        },
      },
    ]);
    const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
    return {
      documents: sum(rows.map(({ documents }) => documents)),
      occurrences: sum(rows.map(({ occurrences }) => occurrences)),
      privateOccurrences: sum(
        rows.flatMap(({ _id, occurrences }) => (_id === 'global' ? [] : [occurrences])),
      ),
    };
  }
}
