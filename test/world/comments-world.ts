/**
 * Test fixture: a project of five firms with a member of each and a guest of none, a standard with two fields
 * and a datasheet on it; calls that comment, forward, resolve and list.
 */

import type { InputOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { ProjectRole } from '../../shared/contracts/permissions.ts';
import type { UserPrincipal } from '../../shared/kernel/auth/principal.ts';
import { createProject } from '../../tools/world/projects.ts';
import { callerFor, startTestNode, type TestNode } from '../service-node.ts';
import { type SignedUpAccount, signUp } from '../test-accounts.ts';
import { useStarted } from '../use-started.ts';
import { adoptEdition, clause, editionField, section } from './editions.ts';
import { addProjectMember } from './project-members.ts';

const FIRMS = ['owner', 'engineer', 'prime', 'sub', 'otherSub'] as const;
/** A member of each firm, and a guest without a company. */
export type People = Readonly<Record<(typeof FIRMS)[number] | 'guest', SignedUpAccount>>;

type CreateInput = InputOf<EndpointMap['comments.create']>;

/** The fields of clauses 2.1 and 2.2. */
const FIELDS = ['2.1', '2.2'].map((element_address) =>
  editionField({ element_address, label: `Value ${element_address}`, unit: 'mm' }),
);
const ELEMENTS = [section('2', 'Products'), clause('2.1', 'Cement.'), clause('2.2', 'Sand.')];

interface CommentsWorldInput {
  services?: readonly string[];
  env?: Record<string, string>;
}

export class CommentsWorld {
  readonly node: TestNode;
  readonly people: People;

  private constructor(node: TestNode, people: People) {
    this.node = node;
    this.people = people;
  }

  /** For the tests of a file or `describe`. @param services beside those of projects */
  static use({ services = [], env = {} }: CommentsWorldInput = {}): () => CommentsWorld {
    return useStarted(() => CommentsWorld.start(services, env));
  }

  private static async start(
    services: readonly string[],
    env: Record<string, string>,
  ): Promise<CommentsWorld> {
    const all = ['identity', 'standards', 'projects', 'datasheets', 'files', 'audit', ...services];
    const node = await startTestNode(all, env);
    const [owner, engineer, prime, sub, otherSub] = [
      await signUp(node, 'Owner Inc'),
      await signUp(node, 'Engineers'),
      await signUp(node, 'Prime Builders'),
      await signUp(node, 'Steel Subs'),
      await signUp(node, 'Glass Subs'),
    ];
    return new CommentsWorld(node, { owner, engineer, prime, sub, otherSub, guest: await signUp(node) });
  }

  stop(): Promise<void> {
    return this.node.stop();
  }

  principal(who: keyof People): UserPrincipal {
    return this.people[who].principal;
  }

  companyId(who: keyof People): number {
    return this.principal(who).company?.id ?? 0;
  }

  async addMember(projectId: number, who: keyof People, role: ProjectRole = 'ProjectEditor'): Promise<void> {
    const member = { userId: this.principal(who).user.id, companyId: this.companyId(who) };
    await addProjectMember(this.node, projectId, member, role);
  }

  /** A project of all firms, whose people are editors; the guest is a viewer. Its draft is open. */
  async createProject(name = 'Harbour', firms: Partial<InputOf<EndpointMap['projects.create']>> = {}) {
    const header = {
      name,
      engineer_id: this.companyId('engineer'),
      prime_contractor_id: this.companyId('prime'),
      sub_contractors: [this.companyId('sub'), this.companyId('otherSub')],
      ...firms,
    };
    const projectId = await createProject(callerFor(this.node, this.principal('owner')), header);
    for (const who of ['engineer', 'prime', 'sub', 'otherSub'] as const) await this.addMember(projectId, who);
    await this.addMember(projectId, 'guest', 'ProjectViewer');
    return projectId;
  }

  /** A standard pinned in the draft, with a datasheet, an element and a field of it. */
  async addStandard(projectId: number, title = `Standard of ${projectId}`) {
    const owner = this.principal('owner');
    const { page, standardId, revision } = await adoptEdition(this.node, {
      title,
      elements: ELEMENTS,
      fields: FIELDS,
    });
    await this.node.call(owner, 'projects.standards.add', { id: projectId, action: 'import', standardId });
    const sealed = await this.node.call(owner, 'standards.sealedRevision', { revision_id: revision.id });
    const sheet = await this.node.call(owner, 'datasheets.create', {
      project_id: projectId,
      standard_id: standardId,
      name: `Sheet of ${title}`,
    });
    const [elementId, fieldId] = [sealed.elements[1]?.element_id ?? 0, sheet.elements[0]?.id ?? 0];
    return { page, standardId, elementId, datasheetId: sheet.id, fieldId };
  }

  publish(projectId: number) {
    return this.node.call(this.principal('owner'), 'projects.publish', { id: projectId });
  }

  /** A comment, by default a question about the project. */
  comment(as: keyof People, projectId: number, more: Partial<CreateInput> = {}) {
    return this.node.call(this.principal(as), 'comments.create', {
      projectId,
      anchorType: 'project',
      anchorId: projectId,
      intent: 'question',
      body: 'Which cement?',
      ...more,
    });
  }

  forward(as: keyof People, projectId: number, id: number, more: object = {}) {
    const sent = { projectId, id, endorsementStance: 'relay' as const, ...more };
    return this.node.call(this.principal(as), 'comments.forward', sent);
  }

  resolve(
    as: keyof People,
    projectId: number,
    id: number,
    more: Partial<InputOf<EndpointMap['comments.resolve']>> & { dryRun?: boolean } = {},
  ) {
    return this.node.call(this.principal(as), 'comments.resolve', {
      projectId,
      id,
      state: 'answered',
      answerBody: 'Portland.',
      ...more,
    });
  }

  update(as: keyof People, projectId: number, id: number, body = 'Which sand?') {
    return this.node.call(this.principal(as), 'comments.update', { projectId, id, body });
  }

  delete(as: keyof People, projectId: number, id: number) {
    return this.node.call(this.principal(as), 'comments.delete', { projectId, id });
  }

  list(as: keyof People, projectId: number, query: Partial<InputOf<EndpointMap['comments.list']>> = {}) {
    return this.node.call(this.principal(as), 'comments.list', { projectId, ...query });
  }

  /** Writes into the database of projects what no endpoint writes yet. */
  async archive(projectId: number): Promise<void> {
    const heads = (await this.node.node.openDatabase('projects')).collection<{ _id: number }>('projects');
    await heads.updateOne({ _id: projectId }, { $set: { archived_at: new Date() } });
  }
}
