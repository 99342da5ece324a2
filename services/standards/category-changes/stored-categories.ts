/**
 * The categories of a company, of an account and of the site: stored and changed in this service. Implements
 * `CategoryStore`. Each change is one transaction, with the names that standards keep of their category
 * (`category-tree-records.ts`).
 */
import type { ClientSession, Connection } from 'mongoose';
import { categoryNameTaken } from '../../../shared/category-trees/category-tree.ts';
import { categoryVersion } from '../../../shared/category-trees/category-version.ts';
import type {
  AdoptedCategory,
  CategoryView,
  MergedCategory,
} from '../../../shared/contracts/category-shapes.ts';
import { inTransaction, isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { ensureCategoryPath } from '../category/ensure-category-path.ts';
import { presentCategory } from '../category/model.ts';
import { type Categories, newCategory } from '../category/repository.ts';
import type { StandardsService } from '../open-standards.ts';
import type { Scope } from '../scope-access.ts';
import type { CategoryMembers, CategoryStore, Disposition } from './category-store.ts';
import { inTreeTransaction, TreeRecords } from './category-tree-records.ts';
import { assertParent } from './change-checks.ts';

const MEMBERS = ['name', 'description', 'parent_id', 'sort_order'] as const;

export class StoredCategories implements CategoryStore {
  readonly #connection: Connection;
  readonly #categories: Categories;
  readonly #tree: TreeRecords;
  readonly #scope: Scope;

  /** @param scope not that of a project */
  constructor(
    { connection, categories, standardsByCategory }: StandardsService,
    { subject_type, subject_id }: Scope,
  ) {
    this.#connection = connection;
    this.#categories = categories;
    this.#tree = new TreeRecords(categories, standardsByCategory);
    this.#scope = { subject_type, subject_id };
  }

  async create(category: CategoryMembers, ctx: RequestContext): Promise<CategoryView> {
    const { name, parent_id } = category;
    const id = await this.#categories.nextId();
    const record = newCategory(id, this.#scope, category, new Date());
    try {
      return await inTransaction(this.#connection, async (session) => {
        if (parent_id !== null) await this.#lockParent(session, parent_id);
        await this.#categories.insert(session, record);
        const entry = { resource: { type: 'category', id }, details: { name: record.name, ...this.#scope } };
        return ctx.finish(session, entry, presentCategory(record));
      });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const existing = await this.#categories.findSibling(this.#scope, parent_id, name);
      throw categoryNameTaken(name, this.#mayRead(ctx) ? existing?._id : undefined);
    }
  }

  async update(category: CategoryView, sent: Partial<CategoryMembers>, ctx: RequestContext) {
    const { id } = category;
    const updated = await inTreeTransaction(this.#connection, async (session) => {
      const before = await this.#tree.requireCurrent(session, id, ctx);
      const after = { ...before, ...sent };
      const { tree, nodes } = await this.#tree.load(session, {
        scope: this.#scope,
        ids: [id, ...(after.parent_id === null ? [] : [after.parent_id])],
        places: [{ parent_id: after.parent_id, names: [after.name] }],
        mayRead: this.#mayRead(ctx),
      });
      tree.assertPlace(id, after);
      if (categoryVersion(after) === categoryVersion(before)) return null;
      if (after.parent_id !== null) await this.#categories.lock(session, [after.parent_id]);
      const updated = await this.#categories.change(session, id, sent);
      if (!updated) throw notFound();
      const children = nodes.filter(({ parent_id }) => parent_id === id).map((child) => child.id);
      if (after.name !== before.name || after.parent_id !== before.parent_id)
        await this.#tree.refileSubtree(session, id, children);
      const changed = MEMBERS.filter((member) => after[member] !== before[member]);
      const details = { name: updated.name, changed };
      await ctx.audit(session, { resource: { type: 'category', id }, details });
      return updated;
    });
    if (!updated) ctx.markUnchanged();
    return updated ? presentCategory(updated) : category;
  }

  merge(id: number, intoCategoryId: number, ctx: RequestContext): Promise<MergedCategory> {
    return inTreeTransaction(this.#connection, async (session) => {
      const source = await this.#tree.requireCurrent(session, id, ctx);
      const ids = [id, intoCategoryId];
      const mayRead = this.#mayRead(ctx);
      const { tree } = await this.#tree.load(session, { scope: this.#scope, ids, mayRead });
      const change = tree.planMerge(id, intoCategoryId);
      const counts = await this.#tree.countStandards(session, ids);
      await this.#tree.apply(session, change);
      const target = await this.#categories.findById(intoCategoryId, session);
      if (!target) throw notFound();
      const movedStandards = counts.get(id) ?? 0;
      const result = {
        ...presentCategory(target),
        standard_count: (counts.get(intoCategoryId) ?? 0) + movedStandards,
        movedStandards,
        movedCategories: change.moved.length,
      };
      const details = { name: source.name, into: intoCategoryId, movedStandards };
      return ctx.finish(session, { resource: { type: 'category', id }, details }, result);
    });
  }

  delete(id: number, disposition: Disposition, ctx: RequestContext) {
    const { reassignTo, childDisposition, childReassignTo } = disposition;
    const wanted = {
      scope: this.#scope,
      ids: [id, reassignTo, childReassignTo].filter((named) => named !== undefined),
      mayRead: this.#mayRead(ctx),
    };
    return inTreeTransaction(this.#connection, async (session) => {
      const { name } = await this.#tree.requireCurrent(session, id, ctx);
      const known = await this.#tree.load(session, wanted);
      const children = known.nodes.filter(({ parent_id }) => parent_id === id);
      const counts = await this.#tree.countStandards(session, [id, ...children.map((child) => child.id)]);
      // Promoted children come between the other top-level categories.
      const promoted = { parent_id: null, names: children.map((child) => child.name) };
      const { tree } =
        childDisposition === 'promote'
          ? await this.#tree.load(session, { ...wanted, places: [promoted] })
          : known;
      const change = tree.planDeletion(id, disposition, (each) => counts.get(each) ?? 0);
      await this.#tree.apply(session, change);
      const moved = { movedStandards: counts.get(id) ?? 0, movedCategories: change.moved.length };
      const details = { name, ...disposition, ...moved, deleted: change.deleted };
      await ctx.audit(session, { resource: { type: 'category', id }, details });
      return { id, deleted: true, ...moved, deletedCategories: change.deleted.length };
    });
  }

  async adopt(path: readonly CategoryView[], ctx: RequestContext): Promise<AdoptedCategory> {
    const ids = await this.#categories.nextIds(path.length);
    const result = await inTreeTransaction(this.#connection, async (session) => {
      const adoption = { scope: this.#scope, path, ids, now: new Date() };
      const adopted = await ensureCategoryPath(session, this.#categories, adoption);
      const record = adopted.categories.at(-1);
      if (!record) throw new Error('the path of an adopted category is empty');
      const created = adopted.created.includes(record._id);
      const result = { ...presentCategory(record), created };
      if (!created) return result;
      const details = { name: record.name, ...this.#scope, source: path.at(-1)?.id };
      return ctx.finish(session, { resource: { type: 'category', id: record._id }, details }, result);
    });
    if (!result.created) ctx.markUnchanged();
    return result;
  }

  /** The parent as it is in the transaction that adds a child. @throws NOT_FOUND when it has been deleted */
  async #lockParent(session: ClientSession, parentId: number): Promise<void> {
    await this.#categories.lock(session, [parentId]);
    const parent = await this.#categories.findById(parentId, session);
    if (!parent) throw notFound();
    assertParent(parent, this.#scope);
  }

  /** Whether NAME_TAKEN may reveal the id of the other category. */
  #mayRead(ctx: RequestContext): boolean {
    return ctx.isAllowed('category:read', { kind: 'scope', scope: this.#scope });
  }
}
