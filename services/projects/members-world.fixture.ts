/** Test fixture: companies with people and limits, their projects, invitations and seats. */
import assert from 'node:assert/strict';
import type { InputOf, ResultOf } from '../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../shared/contracts/index.ts';
import type { CompanyRole } from '../../shared/contracts/permissions.ts';
import type { UserPrincipal } from '../../shared/kernel/auth/principal.ts';
import { eventually } from '../../test/eventually.ts';
import { Mailbox } from '../../test/mailbox.ts';
import { type TestNode, useNode } from '../../test/service-node.ts';
import {
  joinCompany,
  resolvePrincipal,
  type SignedUpAccount,
  signInAdministrator,
  signUp,
} from '../../test/test-accounts.ts';

type Invite = InputOf<EndpointMap['projects.invite']>;
type Appointment = ResultOf<EndpointMap['projects.lead.appoint']>;

export interface TestCompany {
  id: number;
  admin: SignedUpAccount;
}

export class MembersWorld {
  readonly node: TestNode;
  readonly mailbox: Mailbox;

  constructor(node: TestNode) {
    this.node = node;
    this.mailbox = new Mailbox(() => node.node.config.dataDir);
  }

  /** For the tests of a file or `describe`. */
  static use(services = ['identity', 'projects', 'audit'], env: Record<string, string> = {}): MembersWorld {
    return new MembersWorld(useNode(services, env));
  }

  /** A company with its administrator, and limits of its own where they are given. */
  async createCompany(limits: { seat_limit?: number; slot_limit?: number } = {}): Promise<TestCompany> {
    const admin = await signUp(this.node, 'Arch & Co');
    const id = admin.principal.company?.id ?? 0;
    if (Object.keys(limits).length > 0) {
      const site = await signInAdministrator(this.node);
      await this.node.call(site, 'admin.companies.update', { id, ...limits });
    }
    return { id, admin };
  }

  /** The rights that an account has now. */
  now({ token }: SignedUpAccount): Promise<UserPrincipal> {
    return resolvePrincipal(this.node, 'session', token);
  }

  /** A new account in the company. */
  async join(company: TestCompany, role: CompanyRole = 'CompanyViewer'): Promise<SignedUpAccount> {
    return this.joinAs(company, await signUp(this.node), role);
  }

  /** An account joins the company. */
  async joinAs(
    { id, admin }: TestCompany,
    account: SignedUpAccount,
    role: CompanyRole = 'CompanyViewer',
  ): Promise<SignedUpAccount> {
    return {
      ...account,
      principal: await joinCompany(this.node, { id, by: admin.principal }, account, role),
    };
  }

  leave({ id, admin }: TestCompany, { principal }: SignedUpAccount) {
    return this.node.call(admin.principal, 'companies.members.remove', { id, userId: principal.user.id });
  }

  async createProject({ admin }: TestCompany, name = 'Harbour'): Promise<number> {
    return (await this.node.call(admin.principal, 'projects.create', { name })).id;
  }

  invite(
    by: SignedUpAccount,
    projectId: number,
    email: string,
    permission_type: Invite['permission_type'] = 'ProjectEditor',
  ) {
    return this.node.call(by.principal, 'projects.invite', { projectId, email, permission_type });
  }

  /** A new account without a company that is invited to the project. */
  async inviteGuest(
    { admin }: TestCompany,
    projectId: number,
    permission_type: Invite['permission_type'] = 'ProjectEditor',
  ): Promise<SignedUpAccount> {
    const guest = await signUp(this.node);
    await this.invite(admin, projectId, guest.email, permission_type);
    return guest;
  }

  appoint({ admin }: TestCompany, id: number, { principal }: SignedUpAccount): Promise<Appointment> {
    return this.node.call(admin.principal, 'projects.lead.appoint', { id, userId: principal.user.id });
  }

  seat({ principal }: SignedUpAccount, projectId: number) {
    return this.node.call(principal, 'projects.seatProvenance', { projectId });
  }

  /** The explicit roles by user id. */
  async rolesOn(by: SignedUpAccount, id: number): Promise<Map<number, string>> {
    const { members } = await this.node.call(by.principal, 'projects.members.list', { id });
    return new Map(members.map(({ user_id, role }) => [user_id, role]));
  }

  /** The role that the account has on the project now, by the action that whoami asks. */
  async roleOf({ principal }: SignedUpAccount, id: number): Promise<string | null> {
    const { roles } = await this.node.call(principal, 'projects.roles', {});
    return roles.find(({ project_id }) => project_id === id)?.role ?? null;
  }

  /** Changes the draft. */
  async edit({ principal }: SignedUpAccount, id: number, summary: string): Promise<void> {
    const shown = await this.node.call(principal, 'projects.details', { id });
    assert.ok('draftVersion' in shown && shown.draftVersion, 'may edit');
    const save = { id, baseVersion: shown.draftVersion, summary, confirm_replace: true };
    await this.node.call(principal, 'projects.edit', save);
  }

  /** How many people use a seat of the company. */
  async countSeats({ id }: TestCompany): Promise<number> {
    const memberships = (await this.node.node.openDatabase('projects')).collection('memberships');
    return (await memberships.distinct('user_id', { seat_company_id: id })).length;
  }

  /** Waits until no background work is left. */
  async settled(): Promise<void> {
    const jobs = (await this.node.node.openDatabase('projects')).collection('jobs');
    await eventually(async () => assert.equal(await jobs.countDocuments(), 0, 'jobs are left'));
  }

  /** The kinds of an account's notifications, newest first. */
  async notificationsOf({ principal }: SignedUpAccount): Promise<string[]> {
    const { notifications } = await this.node.call(principal, 'account.notifications.list', {});
    return notifications.map(({ kind }) => kind);
  }
}
