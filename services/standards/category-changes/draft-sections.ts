/**
 * The categories of a project: sections, which the projects service changes in the open draft; an adopted one is visible
 * immediately. This service allocates their ids and lists the standards of the project that are filed in them.
 */
import type { CategoryView } from '../../../shared/contracts/category-shapes.ts';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { loadSectionPaths } from '../category/project-sections.ts';
import type { StandardsService } from '../open-standards.ts';
import type { CategoryMembers, CategoryStore, Disposition } from './category-store.ts';

type SectionChange = `projects.sections.${'create' | 'update' | 'merge' | 'delete' | 'adopt'}`;

export class DraftSections implements CategoryStore {
  readonly #service: StandardsService;
  readonly #projectId: number;

  constructor(service: StandardsService, projectId: number) {
    this.#service = service;
    this.#projectId = projectId;
  }

  async create(category: CategoryMembers, ctx: RequestContext) {
    const id = await this.#service.categories.nextId();
    return this.#change('projects.sections.create', { project_id: this.#projectId, id, ...category }, ctx);
  }

  update({ id }: CategoryView, sent: Partial<CategoryMembers>, ctx: RequestContext) {
    return this.#change('projects.sections.update', { ...this.#section(id, ctx), ...sent }, ctx);
  }

  async merge(id: number, intoCategoryId: number, ctx: RequestContext) {
    const filed_standards = await this.#listFiledStandards(ctx);
    const params = { ...this.#section(id, ctx), intoCategoryId, filed_standards };
    return this.#change('projects.sections.merge', params, ctx);
  }

  async delete(id: number, disposition: Disposition, ctx: RequestContext) {
    const filed_standards = await this.#listFiledStandards(ctx);
    const params = { ...this.#section(id, ctx), ...disposition, filed_standards };
    return this.#change('projects.sections.delete', params, ctx);
  }

  async adopt(path: readonly CategoryView[], ctx: RequestContext) {
    const params = {
      project_id: this.#projectId,
      path: path.map(({ name, description, sort_order }) => ({ name, description, sort_order })),
      ids: await this.#service.categories.nextIds(path.length),
    };
    return this.#change('projects.sections.adopt', params, ctx);
  }

  /** Projects checks the draft and the tree, and writes the audit entry; nothing changes in this service. */
  #change<K extends SectionChange>(action: K, params: InputOf<EndpointMap[K]>, ctx: RequestContext) {
    ctx.markUnchanged();
    return ctx.call(action, params);
  }

  #section(section_id: number, { ifMatch }: RequestContext) {
    return { project_id: this.#projectId, section_id, ...(ifMatch ? { if_match: [...ifMatch] } : {}) };
  }

  /** The standards of the project itself, each with the section that has it now. */
  async #listFiledStandards(ctx: RequestContext): Promise<{ standard_id: number; section_id: number }[]> {
    const [filed, places] = await Promise.all([
      this.#service.standardsByCategory.listFiledInProject(this.#projectId),
      loadSectionPaths(this.#projectId, ctx),
    ]);
    return filed.flatMap(({ _id: standard_id, category_id }) => {
      const section = places.get(category_id ?? 0);
      return section ? [{ standard_id, section_id: section.id }] : [];
    });
  }
}
