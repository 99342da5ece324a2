/**
 * Handlers that list the topic tags, which wiki-moderation calls too, and with which site administrators create, change
 * and retire them.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { standardReadEndpoints } from '../../../shared/contracts/standards/reading.ts';
import type { tagView } from '../../../shared/contracts/standards/shapes.ts';
import type { tagEndpoints } from '../../../shared/contracts/standards/tags.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { foldName } from '../../../shared/text/names-and-emails.ts';
import type { StandardsService } from '../open-standards.ts';
import type { TagRecord } from '../tag/repository.ts';

type TagContracts = Pick<typeof standardReadEndpoints, 'standards.tags.list'> & typeof tagEndpoints;

const MEMBERS = ['name', 'group', 'active'] as const;

export const tagActions = ({ connection, tags }: StandardsService): Handlers<TagContracts, NoResources> => {
  /** @throws NAME_TAKEN */
  const inNamingTransaction = <T>(work: (session: ClientSession) => Promise<T>): Promise<T> =>
    inTransaction(connection, work).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
      throw apiError(
        'NAME_TAKEN',
        'There is already a tag with this name in the group. Choose another name.',
      );
    });

  return {
    async 'standards.tags.list'() {
      const rows = await tags.list();
      return { tags: rows.map(presentTag), total: rows.length };
    },

    async 'admin.tags.create'({ name, group = null }, ctx) {
      const record: TagRecord = { _id: randomUUID(), name, folded_name: foldName(name), group, active: true };
      return inNamingTransaction(async (session) => {
        await tags.insert(session, record);
        const entry = { resource: { type: 'tag', id: record._id }, details: { name, group } };
        return ctx.finish(session, entry, presentTag(record));
      });
    },

    async 'admin.tags.update'({ id, ...sent }, ctx) {
      const { tag, changed } = await inNamingTransaction(async (session) => {
        const before = await tags.findById(id, session);
        if (!before) throw notFound();
        const changed = MEMBERS.filter(
          (member) => sent[member] !== undefined && sent[member] !== before[member],
        );
        if (changed.length === 0) return { tag: before, changed };
        const { name = before.name, group = before.group, active = before.active } = sent;
        const tag = await tags.change(session, id, { name, folded_name: foldName(name), group, active });
        if (!tag) throw notFound();
        await ctx.audit(session, {
          resource: { type: 'tag', id },
          details: { changed, from: presentTag(before), to: presentTag(tag) },
        });
        return { tag, changed };
      });
      if (changed.length === 0) ctx.markUnchanged();
      return presentTag(tag);
    },
  };
};

const presentTag = ({ _id, name, group, active }: TagRecord): Infer<typeof tagView> => ({
  id: _id,
  name,
  group,
  active,
});
