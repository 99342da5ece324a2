/** Queries of the standards whose current revision cites a wiki page, and those without stored citations. */
import type { Connection, QueryFilter } from 'mongoose';
import { rowsOf } from '../../../shared/kernel/database/cursor-rows.ts';
import { type PageRange, Records } from '../../../shared/kernel/database/records.ts';
import type { Citation } from '../../../shared/markup/page-references.ts';
import type { Scope } from '../scope-access.ts';
import { type StandardRecord, standardCollection } from '../standard/model.ts';

/** The active standards of some scopes that cite a page. */
interface CitationQuery {
  /** `library/slug`. */
  page: string;
  scopes: readonly Scope[];
  /** The wiki page itself: its library copy is the same document. */
  exceptCopyOf: string;
}

interface CitationCounts {
  documents: number;
  occurrences: number;
  /** Of the occurrences those outside the global scope. */
  privateOccurrences: number;
}

type CitingStandard = Pick<StandardRecord, '_id' | 'name' | 'citations'>;
/** A standard that was published before citations were stored. */
type OlderStandard = Pick<StandardRecord, '_id' | 'current_revision'>;

/** With the range of each scope in the index, an order by name needs no sort. */
const filterOf = ({ page, scopes, exceptCopyOf }: CitationQuery): QueryFilter<StandardRecord> => ({
  $or: scopes.map(({ subject_type, subject_id }) => ({
    'citations.page': page,
    subject_type,
    subject_id,
    deprecated: false,
    'wiki.standard_id': { $ne: exceptCopyOf },
  })),
});

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
      { $match: { 'citations.page': query.page } },
      {
        $group: {
          _id: '$subject_type',
          documents: { $sum: 1 },
          occurrences: { $sum: '$citations.occurrences' },
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

  /** The published standards whose citations are not stored yet. */
  listMissing(): AsyncIterable<OlderStandard> {
    return rowsOf(
      this.model
        .find({ citations: { $exists: false }, current_revision: { $ne: null } })
        .select(['current_revision'])
        .lean<OlderStandard[]>()
        .cursor(),
    );
  }

  /** Stores the citations of a revision while it is the current one and has none. */
  async fill(id: number, revisionId: number, citations: Citation[]): Promise<void> {
    await this.model.updateOne(
      { _id: id, 'current_revision.id': revisionId, citations: { $exists: false } },
      { $set: { citations } },
    );
  }
}
