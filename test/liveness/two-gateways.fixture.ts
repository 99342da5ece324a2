/**
 * Two gateways on separate nodes of this process over real NATS, with accounts, companies and keys whose
 * clients use either. For suites in which a change through one must take effect at the other.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanyRole, Permission } from '../../shared/contracts/permissions.ts';
import { RestClient } from '../../shared/rest-client/client.ts';
import { createKey, emailOf, identify, joinCompany, registerAccount } from '../../tools/world/accounts.ts';
import { Mailbox } from '../mailbox.ts';
import { startTestNode, TEST_ADMINISTRATOR, type TestNode } from '../service-node.ts';
import { natsUrl, releasePrefix, takePrefix } from '../test-servers.ts';

/** An account with its session at both gateways. */
export interface TestPerson {
  id: number;
  /** 0 without one. */
  companyId: number;
  email: string;
  firstGateway: RestClient;
  secondGateway: RestClient;
}

/** A key created at the first gateway, used at the second. */
export interface TestKey {
  id: number;
  secret: string;
  secondGateway: RestClient;
}

export class TwoGateways {
  readonly #env: Record<string, string>;
  readonly #folder: string;
  readonly #nodes: TestNode[] = [];
  #people = 0;

  private constructor(folder: string, env: Record<string, string>) {
    this.#folder = folder;
    this.#env = env;
  }

  /**
   * A node with every service and a gateway, and a second one with only a gateway; `principalCacheTtlMs` is
   * that of its cache.
   */
  static async start(env: Record<string, string> = {}, principalCacheTtlMs?: number): Promise<TwoGateways> {
    const gateways = new TwoGateways(await mkdtemp(join(tmpdir(), 'two-gateways-')), {
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: await takePrefix(),
      EMAIL_VERIFICATION: 'off',
      ...env,
    });
    gateways.#nodes.push(await startTestNode([], { ...gateways.#env, DATA_DIR: gateways.#folder }));
    const away = await startTestNode(['gateway'], gateways.#env, principalCacheTtlMs);
    gateways.#nodes.push(away);
    const others = ['identity', 'standards', 'wiki-moderation', 'projects', 'datasheets', 'files', 'audit'];
    await away.node.broker.waitForServices(others, 60_000);
    return gateways;
  }

  async stop(): Promise<void> {
    for (const node of this.#nodes.toReversed()) await node.stop();
    releasePrefix(this.#env.DATABASE_PREFIX ?? '');
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Client without a credential of the gateway beside the services. */
  get firstGateway(): RestClient {
    return new RestClient(this.#nodes[0]?.node.url ?? '');
  }

  /** Client without a credential of the gateway on its own node. */
  get secondGateway(): RestClient {
    return new RestClient(this.#nodes[1]?.node.url ?? '');
  }

  get mailbox(): Mailbox {
    return new Mailbox(this.#folder);
  }

  /** A collection of identity, for changes without an event. */
  async collection(name: string) {
    const [home] = this.#nodes;
    assert.ok(home);
    return (await home.node.openDatabase('identity')).collection<{ _id: number | string; user_id?: number }>(
      name,
    );
  }

  administrator(): Promise<RestClient> {
    return this.firstGateway.openSession('account.login', TEST_ADMINISTRATOR);
  }

  /** @param companyName of a new company */
  async person(companyName?: string): Promise<TestPerson> {
    this.#people += 1;
    const name = `person${this.#people}`;
    const firstGateway = await registerAccount(this.firstGateway.base, name, companyName);
    const { userId: id, companyId } = await identify(firstGateway);
    const secondGateway = this.secondGateway.withCredential(firstGateway.credential);
    return { id, companyId, email: emailOf(name), firstGateway, secondGateway };
  }

  /** A company with its administrator and a member of this role. */
  async company(role: CompanyRole): Promise<{ id: number; boss: TestPerson; member: TestPerson }> {
    const boss = await this.person(`Company ${this.#people}`);
    const member = await this.person();
    await joinCompany(boss.firstGateway, { member: member.firstGateway, email: member.email, role });
    return { id: boss.companyId, boss, member };
  }

  async key({ firstGateway }: TestPerson, permissions: readonly Permission[]): Promise<TestKey> {
    const { id, secret } = await createKey(firstGateway, permissions);
    return { id, secret, secondGateway: this.secondGateway.withCredential({ key: secret }) };
  }
}
