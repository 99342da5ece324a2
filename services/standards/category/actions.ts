/** Listing, reading and creating categories; a project's are sections of its revisions, which projects keeps. */
import type { Connection } from 'mongoose';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import type { categories as contracts } from '../../../shared/contracts/standards/categories.ts';
import type { standardsInternal } from '../../../shared/contracts/standards/internal.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { fail, notFound } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import { invalid } from '../../../shared/kernel/params.ts';
import { openCategory, type Resources } from '../access.ts';
import { chooseSubject, namedScope } from '../named-scope.ts';
import type { Standards } from '../standard/repository.ts';
import { GLOBAL, isSameScope, ownPlaces, type Place, type Scope } from '../subject.ts';
import { type CategoryShown, nestCategories, presentCategory, presentSection } from './present.ts';
import { type Categories, newCategory } from './repository.ts';

type CategoryContracts = typeof contracts & Pick<typeof standardsInternal, 'categories.reserveIds'>;

interface Deps {
  connection: Connection;
  categories: Categories;
  standards: Standards;
}

/** The handlers of categories; those of a project are sections, which projects keeps. */
export const categoryActions = ({ connection, categories, standards }: Deps): Handlers<CategoryContracts, Resources> => {
  /** The categories of a scope asked for, with the global ones when asked. */
  async function listed(scope: Scope, includeGlobal: boolean, call: Call): Promise<{ rows: CategoryShown[]; total: number }> {
    const wantsGlobal = includeGlobal && call.permits('category:read', { kind: 'scope', scope: GLOBAL });
    if (scope.subject_type !== 'project' || scope.subject_id === null) {
      return ofScopes(wantsGlobal && scope.subject_type !== 'global' ? [scope, GLOBAL] : [scope]);
    }
    const { sections } = await call.call('projects.sections.list', { project_id: scope.subject_id });
    const global = wantsGlobal ? await ofScopes([GLOBAL]) : { rows: [], total: 0 };
    const rows = [...sections.map(presentSection), ...global.rows].sort(
      (a, b) => a.sort_order - b.sort_order || a.name.localeCompare(b.name, 'en'),
    );
    return { rows: rows.slice(0, LIST_CAP), total: sections.length + global.total };
  }

  async function ofScopes(scopes: readonly Scope[]): Promise<{ rows: CategoryShown[]; total: number }> {
    const { rows, total } = await categories.page(scopes, LIST_CAP);
    return { rows: rows.map(presentCategory), total };
  }

  /** The parent asked for. @throws NOT_FOUND when unknown or unreadable, VALIDATION_ERROR when it cannot be one (S21) */
  async function checkParent(parentId: number, scope: Scope, call: Call): Promise<void> {
    const opened = await openCategory(parentId, categories, call);
    if (!opened || !call.holds('category:read', opened.subject)) throw notFound();
    const parent = opened.value.shown;
    const refuse = (message: string) => invalid([{ path: 'parent_id', message }]);
    if (!isSameScope(parent, scope))
      throw refuse('The parent is of another scope; name one of the same subject_type and subject_id.');
    if (parent.parent_id !== null) throw refuse('The parent is itself below a category; nesting is one level deep.');
  }

  return {
    async 'categories.list'({ subject_type, subject_id, include_global, tree }, call) {
      const { rows, total } =
        subject_type === undefined
          ? await ofScopes(ownPlaces(call, 'category:read'))
          : await listed(await namedScope({ subject_type, subject_id }, 'category:read', call), include_global, call);
      return {
        categories: tree ? nestCategories(rows) : rows,
        total,
        truncated: rows.length < total,
      };
    },

    async 'categories.get'(_params, _call, { shown, placed }) {
      return { ...shown, standard_count: placed ?? (await standards.countIn(shown.id)) };
    },

    async 'categories.create'({ name, description, parent_id = null, sort_order, ...sent }, call) {
      const place = await chooseSubject(sent, 'category:create', call);
      const { scope } = place;
      if (parent_id !== null) await checkParent(parent_id, scope, call);
      if (scope.subject_type === 'project') return stageSection(place, { name, description, parent_id, sort_order }, call);
      const now = new Date();
      const id = await categories.nextId();
      const record = newCategory({ id, scope, parentId: parent_id, name, description, sortOrder: sort_order, now });
      try {
        return await inTransaction(connection, async (session) => {
          await categories.add(session, record);
          const note = { resource: { type: 'category', id }, details: { name: record.name, ...scope } };
          return call.conclude(session, note, presentCategory(record));
        });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        const standing = await categories.findSibling(scope, parent_id, name);
        throw nameTaken(name, call.permits('category:read', place.subject) ? standing?._id : undefined);
      }
    },

    async 'categories.reserveIds'({ count }) {
      return { ids: await categories.takeIds(count) };
    },
  };
};

interface NewSection {
  name: string;
  description: string;
  parent_id: number | null;
  sort_order: number;
}

/** Stages a section in the project's draft; projects checks draft, parent and name there, and keeps the account of it. */
async function stageSection({ project }: Place, section: NewSection, call: Call): Promise<CategoryShown> {
  if (!project) throw notFound();
  const made = await call.call('projects.sections.create', { project_id: project.project_id, ...section });
  call.unchanged();
  return presentSection(made.section);
}

const nameTaken = (name: string, existingId: number | undefined): Error =>
  fail('NAME_TAKEN', `There is already a category ${JSON.stringify(name)} here. Choose another name.`, {
    metadata: existingId === undefined ? {} : { existingId },
  });
