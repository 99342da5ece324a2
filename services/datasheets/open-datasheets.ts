/** Builds the repositories, cache and saver of the service; handlers take what they need. */
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { KeyedMutex } from '../../shared/kernel/database/keyed-mutex.ts';
import type { Node } from '../../shared/kernel/node/node.ts';
import { DraftMoves } from '../../shared/projects/draft-moves.ts';
import { DefinitionCache } from './definition-cache.ts';
import { DatasheetRevisions, Datasheets } from './records/repository.ts';
import { DatasheetSaver } from './saving/datasheet-saver.ts';
import { draftManifestLoader } from './saving/draft-manifest.ts';
import { SpreadsheetFiles } from './spreadsheets/spreadsheet-files.ts';

export type DatasheetsService = Awaited<ReturnType<typeof openDatasheets>>;

/** @throws when the database cannot be opened */
export async function openDatasheets(node: Node) {
  const connection = await node.openDatabase('datasheets');
  const outbox = new Outbox(connection);
  const counters = new IdCounters(connection);
  const datasheets = new Datasheets(connection, counters);
  const revisions = new DatasheetRevisions(connection, counters);
  const draftMoves = new DraftMoves({
    node,
    service: 'datasheets',
    connection,
    outbox,
    async rollBack(written, session) {
      await revisions.delete(written.revisions ?? [], session);
      await datasheets.delete(written.datasheets ?? [], session);
    },
  });
  return {
    connection,
    outbox,
    datasheets,
    revisions,
    draftMoves,
    definitions: new DefinitionCache(),
    mutex: new KeyedMutex(),
    saver: new DatasheetSaver(datasheets, revisions, draftMoves),
    loadDraft: draftManifestLoader(node),
    spreadsheets: new SpreadsheetFiles(),
  };
}
