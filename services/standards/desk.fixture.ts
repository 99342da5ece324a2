/** Test support: people, and standards as they write them through the service. */

import type { Input, Result } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { Permission } from '../../shared/contracts/permissions.ts';
import type { Principal, UserPrincipal } from '../../shared/kernel/callers/principal.ts';
import { eventually } from '../../test/eventually.ts';
import { person, type TestNode } from '../../test/service-node.ts';

export const STEEL = { id: 501, name: 'Steel & Sons' };
export const BRICK = { id: 502, name: 'Brick Brothers' };

export const ada = person({ id: 11, name: 'Ada', company: STEEL, companyRole: 'CompanyAdmin' });
export const byron = person({ id: 12, name: 'Byron', company: STEEL, companyRole: 'CompanyEditor' });
export const viewer = person({ id: 13, name: 'Vera', company: STEEL, companyRole: 'CompanyViewer' });
/** Of another company. */
export const stranger = person({ id: 21, name: 'Stan', company: BRICK, companyRole: 'CompanyAdmin' });
export const loner = person({ id: 31, name: 'Lone' });
export const administrator = person({ id: 1, name: 'Admin', siteRoles: ['SiteAdmin'] });
export const system: Principal = { kind: 'system', service: 'test', channel: 'bus' };

const AUTHORING: Permission[] = [
  'standard:read',
  'standard:view_revisions',
  'standard:view_drafts',
  'standard:create',
  'standard:update',
  'standard:revision:save',
  'category:read',
  'category:create',
];

/** The same person by a key, with the permissions of an author unless others are given. */
export const byKey = (who: UserPrincipal, granted: Permission[] = AUTHORING): UserPrincipal => ({
  ...who,
  credential: { type: 'key', id: 7, name: 'test key' },
  granted,
});

export type WorkingCopy = Result<EndpointMap['standards.edit']>;
export type Saved = Result<EndpointMap['standards.workingCopy.save']>;

type SaveInput = Input<EndpointMap['standards.workingCopy.save']>;
export type Fields = NonNullable<SaveInput['datasheetElements']>;

export interface Clause {
  element_id?: number;
  address: string;
  content?: string;
  toc_content?: string;
  attributes?: { inToc?: boolean; isNote?: boolean };
}

/** A section with two clauses and a note. */
export const SMALL: Clause[] = [
  { address: '1', toc_content: 'Materials', attributes: { inToc: true } },
  { address: '1.1', content: 'Cement shall be grey.' },
  { address: '1.2', content: 'Water shall be clean.' },
  { address: '1.2.1', content: 'Rain will do.', attributes: { isNote: true } },
];

let names = 0;

/** Writes standards as one author of a company. */
export class Desk {
  readonly #node: TestNode;
  #category: Promise<number> | null = null;

  constructor(node: TestNode) {
    this.#node = node;
  }

  category(): Promise<number> {
    this.#category ??= this.#node
      .call(ada, 'categories.create', { name: 'Concrete', subject_type: 'company' })
      .then(({ id }) => id);
    return this.#category;
  }

  /** A new standard with these clauses in its working copy. */
  async draft(elements: Clause[] = SMALL, fields: Fields = []): Promise<{ id: number; version: string }> {
    names += 1;
    const created = await this.#node.call(ada, 'standards.create', {
      name: `Standard ${names}`,
      category_id: await this.category(),
      subject_type: 'company',
    });
    if (elements.length + fields.length === 0) return { id: created.id, version: created.working_copy.version };
    const saved = await this.#node.call(ada, 'standards.workingCopy.save', {
      id: created.id,
      elements,
      datasheetElements: fields,
    });
    return { id: created.id, version: saved.version };
  }

  /** A published standard. */
  async published(elements?: Clause[], fields?: Fields): Promise<{ id: number; revisionId: number }> {
    const { id } = await this.draft(elements, fields);
    const { revision } = await this.#node.call(ada, 'standards.publish', { id });
    return { id, revisionId: revision.id };
  }

  /** The working copy as an HTTP caller reads it. */
  read(id: number, who: Principal = ada): Promise<WorkingCopy> {
    return this.#node.call(who, 'standards.workingCopy.get', { id });
  }
}

/** A text field, or another with some members changed. */
export const field = (element_address: string, label: string, more: object = {}): Fields[number] => ({
  element_address,
  label,
  input_type: 'text',
  ...more,
});

/** The details of the latest audit entry of a standard that matches, once the outbox has brought it. */
export async function auditDetails(
  node: TestNode,
  id: number,
  action: string,
  matches: (details: Record<string, unknown>) => boolean,
): Promise<Record<string, unknown>> {
  return eventually(async () => {
    const { entries } = await node.call(administrator, 'admin.audit.list', {
      resource_type: 'standard',
      resource_id: String(id),
      action,
    });
    const found = entries.find(({ details }) => matches(details));
    if (!found) throw new Error('no such audit entry');
    return found.details;
  });
}

/** What a merging client sends back: every clause as it was read, some reworded. */
export function reworded({ version, elements }: WorkingCopy, words: Record<string, string>) {
  return {
    baseVersion: version,
    baseElements: elements.map(({ element_id, address, hash = '' }) => ({ elementId: element_id, address, hash })),
    elements: elements.map((element) => ({ ...element, content: words[element.address] ?? element.content })),
  };
}
