/** The standards service: libraries, categories, standards, working copies and sealed revisions. */
import type { ServiceSchema } from 'moleculer';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { Counters } from '../../shared/kernel/database/counters.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/reader.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { loadersOf } from './access.ts';
import { adoptionActions } from './adoption/actions.ts';
import { categoryActions } from './category/actions.ts';
import { Categories } from './category/repository.ts';
import { libraryActions } from './library/actions.ts';
import { Libraries } from './library/repository.ts';
import { markdownActions } from './markdown/actions.ts';
import { Contents } from './revision/contents.ts';
import { internalActions } from './revision/internal.ts';
import { Revisions } from './revision/repository.ts';
import { Sealing } from './revision/sealing.ts';
import { listingActions } from './standard/listing.ts';
import { readingActions } from './standard/reading.ts';
import { Standards } from './standard/repository.ts';
import { writingActions } from './standard/writing.ts';
import { tagActions } from './tag/actions.ts';
import { Tags } from './tag/repository.ts';
import { Identities } from './working-copy/identities.ts';
import { openingActions } from './working-copy/opening.ts';
import { publishActions } from './working-copy/publishing.ts';
import { WorkingCopies } from './working-copy/repository.ts';
import { saveActions } from './working-copy/saving.ts';

/** The service of this node: its collections, its handlers, its reader of markup. @throws where the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('standards');
  const outbox = new Outbox(connection);
  const counters = new Counters(connection);
  const standards = new Standards(connection, counters);
  const categories = new Categories(connection, counters);
  const libraries = new Libraries(connection, counters);
  const revisions = new Revisions(connection, counters);
  const contents = new Contents(connection);
  const workingCopies = new WorkingCopies(connection);
  const tags = new Tags(connection);
  const identities = new Identities(counters);
  const reader = new MarkupReader();
  const sealing = new Sealing(standards, revisions, contents);

  return defineService(node, {
    name: 'standards',
    handlers: {
      ...libraryActions(libraries),
      ...categoryActions({ connection, categories, standards }),
      ...tagActions(tags),
      ...listingActions(standards),
      ...readingActions({ revisions, contents }),
      ...writingActions({ connection, standards, categories, libraries, workingCopies }),
      ...openingActions({ connection, standards, workingCopies, revisions, contents }),
      ...saveActions({ connection, workingCopies, identities, reader }),
      ...publishActions({ connection, standards, workingCopies, revisions, sealing, tags }),
      ...markdownActions({ standards, revisions, contents, workingCopies, reader }),
      ...internalActions({ standards, revisions, contents }),
      ...adoptionActions({ connection, standards, categories, libraries, revisions, contents, sealing, identities }),
    },
    loaders: loadersOf({ standards, categories, workingCopies }),
    connection,
    outbox,
    background: [reader],
    events: { 'gateway.requestAbandoned': (news) => node.abandonments.hear(news) },
  });
}
