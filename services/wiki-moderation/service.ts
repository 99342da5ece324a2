/** The wiki service: public standards as markdown, their revisions and adopted editions. */
import type { ServiceSchema } from 'moleculer';
import { Jobs } from '../../shared/kernel/background/jobs.ts';
import { Outbox } from '../../shared/kernel/background/outbox.ts';
import { MarkupReader } from '../../shared/kernel/markup-reader/reader.ts';
import type { Node } from '../../shared/kernel/node.ts';
import { defineService } from '../../shared/kernel/service.ts';
import { PageAccess } from './access.ts';
import { adoptionActions } from './adoption/actions.ts';
import { defineLibraryCopy } from './adoption/library-copy.ts';
import { Editions } from './adoption/repository.ts';
import { libraryActions } from './libraries/actions.ts';
import { Libraries } from './libraries/repository.ts';
import { pageActions } from './pages/actions.ts';
import { Outlines } from './pages/outlines.ts';
import { Pages } from './pages/repository.ts';
import { roleActions } from './roles/actions.ts';
import { Roles } from './roles/repository.ts';

/** The service of this node: its collections, its handlers, the job that copies editions. @throws where the database cannot be opened */
export async function createService(node: Node): Promise<ServiceSchema> {
  const connection = await node.openDatabase('wiki-moderation');
  const outbox = new Outbox(connection);
  const libraries = new Libraries(connection);
  const pages = new Pages(connection);
  const editions = new Editions(connection);
  const roles = new Roles(connection);
  const jobs = new Jobs(connection);
  const reader = new MarkupReader();
  const outlines = new Outlines(reader);
  const access = new PageAccess({ libraries, pages, roles });
  defineLibraryCopy(jobs, { node, libraries, pages, editions });
  return defineService(node, {
    name: 'wiki-moderation',
    handlers: {
      ...libraryActions({ connection, libraries, pages }),
      ...pageActions({ node, connection, access, libraries, pages, reader, outlines }),
      ...adoptionActions({ connection, libraries, pages, editions, jobs, outlines }),
      ...roleActions(roles),
    },
    loaders: { wikiStandard: (id, call) => access.load(id, call) },
    connection,
    outbox,
    background: [jobs, reader],
    events: { 'gateway.requestAbandoned': (news) => node.abandonments.hear(news) },
  });
}
