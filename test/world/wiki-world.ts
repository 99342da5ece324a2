/**
 * Test fixture of the wiki: a node, calls that create libraries and pages, direct writes of further revisions,
 * and of roles of people without an account.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll } from '@jest/globals';
import type { Connection } from 'mongoose';
import { Pages } from '../../services/wiki-moderation/pages/repository.ts';
import { Roles } from '../../services/wiki-moderation/roles/repository.ts';
import type { WikiStandardRole } from '../../shared/contracts/permissions.ts';
import type { UserPrincipal } from '../../shared/kernel/auth/principal.ts';
import { inTransaction } from '../../shared/kernel/database/mongo.ts';
import { createWikiPage } from '../../tools/world/wiki.ts';
import { contributor, administrator as siteAdministrator } from '../people.ts';
import { callerFor, type TestNode, useNode } from '../service-node.ts';

/** A site administrator who is also a contributor. */
export const contributingAdministrator: UserPrincipal = {
  ...siteAdministrator,
  siteRoles: ['SiteAdmin', 'SiteContributor'],
};

export const CONCRETE_MARKDOWN = `# 1 Scope

1.1 This standard covers cast-in-place concrete.

# 2 Materials

2.1 Cement shall be fresh.

> **Note 2.1.1** Store it dry.

\`\`\`field
address: 2.1
label: Strength
type: number
unit: MPa
\`\`\`
`;

interface WikiWorld extends TestNode {
  /** A new library of its own; returns its slug. */
  newLibrary(): Promise<string>;
  newPage(
    librarySlug: string,
    title: string,
    content?: string,
  ): Promise<{ id: string; slug: string; revisionId: string }>;
  /** Another revision, as stored by an edit. */
  addRevision(pageId: string, title: string, body: string): Promise<string>;
  giveRole(pageId: string, userId: number, role: WikiStandardRole): Promise<void>;
  /** Stored documents, for states without endpoints yet. */
  collection(name: string): Promise<{
    updateOne(filter: Record<string, unknown>, update: Record<string, unknown>): Promise<unknown>;
    findOne(filter: Record<string, unknown>): Promise<Record<string, unknown> | null>;
    countDocuments(filter: Record<string, unknown>): Promise<number>;
  }>;
}

/** For the tests of a file or `describe`. */
export function useWikiWorld(services: string[] = ['wiki-moderation']): WikiWorld {
  const node = useNode(services);
  let connection: Connection;
  beforeAll(async () => {
    connection = await node.node.openDatabase('wiki-moderation');
  });
  let libraries = 0;
  return Object.assign(node, {
    async newLibrary() {
      libraries += 1;
      const { slug } = await node.call(contributingAdministrator, 'admin.wiki.libraries.create', {
        slug: `library-${libraries}`,
        name: `Library ${libraries}`,
      });
      return slug;
    },
    newPage: (librarySlug: string, title: string, content = CONCRETE_MARKDOWN) =>
      createWikiPage(callerFor(node, contributor), { librarySlug, title, content }),
    async addRevision(pageId: string, title: string, body: string) {
      const pages = new Pages(connection);
      const [last] = (await pages.revisions.listByPage(pageId, true, { limit: 1 })).rows;
      if (!last) throw new Error(`page ${pageId} has no revision`);
      const id = randomUUID();
      await pages.revisions.insert(null, {
        ...last,
        _id: id,
        revision_number: last.revision_number + 1,
        title,
      });
      await inTransaction(connection, (session) =>
        pages.insertText(session, id, `---\ntitle: ${title}\n---\n\n${body}`),
      );
      return id;
    },
    async giveRole(pageId: string, userId: number, role: WikiStandardRole) {
      const assigned_at = new Date();
      const record = {
        _id: randomUUID(),
        page_id: pageId,
        user_id: userId,
        role,
        assigned_by: 1,
        assigned_at,
      };
      await new Roles(connection).insert(null, record);
    },
    async collection(name: string) {
      const raw = connection.collection(name);
      return {
        updateOne: (filter: Record<string, unknown>, update: Record<string, unknown>) =>
          raw.updateOne(filter, update),
        findOne: (filter: Record<string, unknown>) => raw.findOne(filter),
        countDocuments: (filter: Record<string, unknown>) => raw.countDocuments(filter),
      };
    },
  });
}
