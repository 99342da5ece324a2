/** Repository of errata: those of a page, the active ones of an edition, and changes. */
import type { ClientSession, Connection, UpdateQuery } from 'mongoose';
import { type Page, Records } from '../../../shared/kernel/database/records.ts';
import { type ErratumRecord, erratumCollection } from './model.ts';

export class Errata extends Records<ErratumRecord> {
  constructor(connection: Connection) {
    super(erratumCollection(connection));
  }

  findOfPage(
    pageId: string,
    id: string,
    session: ClientSession | null = null,
  ): Promise<ErratumRecord | null> {
    return this.findOne({ _id: id, page_id: pageId }, session);
  }

  /** All errata of a page, newest first. */
  listByPage(pageId: string): Promise<ErratumRecord[]> {
    return this.findAll({ page_id: pageId }, { sort: { issued_at: -1, _id: 1 } });
  }

  /** The newest errata of a page. */
  pageByPage(pageId: string, limit: number): Promise<Page<ErratumRecord>> {
    return this.page({ page_id: pageId }, { issued_at: -1, _id: 1 }, { limit });
  }

  /** The newest active errata of an edition. */
  pageActiveByEdition(editionId: string, limit: number): Promise<Page<ErratumRecord>> {
    const filter = { 'affected.adopted_revision_id': editionId, withdrawn_at: null };
    return this.page(filter, { issued_at: -1, _id: 1 }, { limit });
  }

  /** Changes an erratum that was read in the same transaction. @returns it after the change */
  change(session: ClientSession, id: string, change: UpdateQuery<ErratumRecord>): Promise<ErratumRecord> {
    return this.updateExisting(session, { _id: id }, change);
  }
}
