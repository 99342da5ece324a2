/**
 * The fuzzer: chooses endpoint and principal, generates requests from the seed and the responses so far,
 * sends them one by one and checks each response; `run.ts` checks the audit trail of its writes. Each new
 * fault is shrunk to the smallest request that still shows it.
 */
import fc from 'fast-check';
import { supportsDryRun } from '../../shared/contracts/endpoint.ts';
import { changedDigests } from '../../test/world/database-contents.ts';
import type { ExpectedWrite } from './checks/audit-trail.ts';
import type { DatabaseDigest } from './checks/database-digest.ts';
import { checkExistenceLeak } from './checks/existence-leak.ts';
import type { Finding } from './checks/finding.ts';
import { createFinding } from './checks/finding.ts';
import { checkIdempotentReplay } from './checks/idempotent-replay.ts';
import { checkReadConsistency } from './checks/read-consistency.ts';
import { checkResponse } from './checks/response-contract.ts';
import { checkTenantIsolation } from './checks/tenant-isolation.ts';
import { EndpointCoverage } from './endpoint-coverage.ts';
import { type FuzzRequest, requestTarget } from './fuzz-request.ts';
import { requestsFor, type TargetEndpoint } from './generate/requests.ts';
import { unknownPathRequests } from './generate/unknown-paths.ts';
import { replaceGuest } from './world/build-world.ts';
import type { FuzzExchange, FuzzWorld } from './world/fuzz-world.ts';
import { protectPrincipals } from './world/principal-guard.ts';
import type { FuzzPrincipal } from './world/principals.ts';

/** A fault with the smallest request that still shows it. */
export interface FuzzFault {
  readonly finding: Finding;
  readonly request: FuzzRequest;
  readonly call: number;
  /** How often it was seen; only the first is shrunk. */
  times: number;
}

interface FuzzerOptions {
  readonly world: FuzzWorld;
  readonly digest: DatabaseDigest;
  readonly targets: readonly TargetEndpoint[];
  readonly seed: number;
}

/** Request targets of this length must be accepted. */
const LONGEST_TARGET = 16 * 1024;

/** Maximum number of smaller requests tried for a fault. */
const MAX_SHRINK_ATTEMPTS = 60;

export class Fuzzer {
  readonly coverage: EndpointCoverage;
  readonly faults = new Map<string, FuzzFault>();
  /** Every write by its request id, for the audit trail. */
  readonly writes = new Map<string, ExpectedWrite>();
  readonly #world: FuzzWorld;
  readonly #digest: DatabaseDigest;
  readonly #targets: readonly TargetEndpoint[];
  readonly #seed: number;

  constructor({ world, digest, targets, seed }: FuzzerOptions) {
    this.#world = world;
    this.#digest = digest;
    this.#targets = targets;
    this.#seed = seed;
    this.coverage = new EndpointCoverage(targets);
  }

  /** One call, and the checks of its response. */
  async call(number: number): Promise<void> {
    const seed = (Math.imul(this.#seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0;
    const [dice = []] = fc.sample(
      fc.noBias(fc.array(fc.nat({ max: 0x3fffffff }), { minLength: 6, maxLength: 6 })),
      {
        seed,
        numRuns: 1,
      },
    );
    const [which = 0, who = 0, roll = 0, checkRoll = 0, preferenceRoll = 0, targetRoll = 0] = dice;
    if (number % 50 === 0) await this.#readMails();
    const target = targetRoll % 40 === 0 ? null : this.#chooseTarget(which, targetRoll);
    const requests = target
      ? requestsFor(target, this.#choosePrincipal(target, who, preferenceRoll), this.#world.pool, roll)
      : unknownPathRequests(this.#world.principals);
    let found: { finding: Finding; request: FuzzRequest } | null = null;
    let left = MAX_SHRINK_ATTEMPTS;
    await fc.check(
      fc.asyncProperty(requests, async (generated) => {
        if (left === 0) return;
        const request = protectPrincipals(this.#world, generated);
        const findings = await this.#runChecks(request, target ?? null, checkRoll);
        const before: string | undefined = found?.finding.key;
        const chosen =
          before === undefined ? this.#firstNew(findings) : findings.find(({ key }) => key === before);
        if (!chosen) return;
        left -= 1;
        found = { finding: chosen, request };
        throw new Error(chosen.message);
      }),
      { seed, numRuns: 1, interruptAfterTimeLimit: 20_000 },
    );
    this.#recordFault(found, number);
  }

  /** The first finding with a new key; known faults are counted. */
  #firstNew(findings: readonly Finding[]): Finding | undefined {
    for (const { key } of findings) {
      const known = this.faults.get(key);
      if (known) known.times += 1;
    }
    return findings.find(({ key }) => !this.faults.has(key));
  }

  #recordFault(found: { finding: Finding; request: FuzzRequest } | null, call: number): void {
    if (found) this.faults.set(found.finding.key, { ...found, call, times: 1 });
  }

  /** @param checkRoll a random number that selects which of the expensive checks run */
  async #runChecks(
    request: FuzzRequest,
    target: TargetEndpoint | null,
    checkRoll: number,
  ): Promise<Finding[]> {
    const spec = target?.spec ?? null;
    const watched = checkRoll % 25 === 0 ? await this.#digest.settledDigests() : null;
    let exchange: FuzzExchange;
    try {
      exchange = await this.#world.send(request);
    } catch (error) {
      // The parser may close the connection of a longer target before the response is read.
      if (requestTarget(request).length > LONGEST_TARGET) return [];
      return [createFinding('a response', request.endpoint, 'none', `no response: ${String(error)}`)];
    }
    const { status } = exchange.response;
    const asDeclared = spec !== null && request.method === spec.http?.split(' ')[0];
    if (target && asDeclared) this.#recordCall(target, exchange);
    const found = [
      ...checkResponse(exchange, spec),
      ...checkTenantIsolation(exchange, this.#world.principals),
    ];
    if (watched && (status >= 400 || request.method === 'GET')) {
      let changed = changedDigests(watched, await this.#digest.settledDigests());
      // Background work may have changed something; a real fault shows again.
      if (changed.length > 0) changed = await this.#changedAgain(request);
      if (changed.length > 0)
        found.push(
          createFinding(
            'a refused request and a read change nothing',
            request.endpoint,
            changed.join(' '),
            `answered ${status} and changed ${changed.join(', ')}`,
          ),
        );
    }
    if (
      asDeclared &&
      spec &&
      status === 200 &&
      request.method === 'GET' &&
      spec.responseType !== 'file' &&
      checkRoll % 6 === 3
    )
      found.push(...(await checkReadConsistency(this.#world, exchange, spec)));
    if (asDeclared && request.method === 'POST' && spec && checkRoll % 12 === 5)
      found.push(...(await checkIdempotentReplay(this.#world, exchange, spec)));
    if (asDeclared) found.push(...(await checkExistenceLeak(this.#world, exchange)));
    await this.#replaceUsedGuest(exchange);
    return found;
  }

  async #changedAgain(request: FuzzRequest): Promise<string[]> {
    const before = await this.#digest.settledDigests();
    await this.#world.send(request);
    return changedDigests(before, await this.#digest.settledDigests());
  }

  #recordCall({ id, spec }: TargetEndpoint, { request, response, json, requestId }: FuzzExchange): void {
    const { code }: { code?: unknown } = Object(json);
    this.coverage.record(
      id,
      request.who,
      response.status,
      response.status >= 400 && typeof code === 'string' ? code : '',
    );
    if (!spec.mutates || requestId === null) return;
    const isDryRun = supportsDryRun(spec) && Object(json).affected !== undefined;
    this.writes.set(requestId, { endpoint: id, accepted: response.status < 300 && !isDryRun });
  }

  /** Replaces the guest after it signed out or created a company. */
  async #replaceUsedGuest({ request, response }: FuzzExchange): Promise<void> {
    const used = request.endpoint === 'account.logout' || request.endpoint === 'companies.create';
    if (used && request.who === 'guest session' && response.status < 300) await replaceGuest(this.#world);
  }

  /** Any endpoint; sometimes one that has accepted no request yet. */
  #chooseTarget(which: number, targetRoll: number): TargetEndpoint | null {
    const neverAccepted = targetRoll % 5 === 1 ? this.coverage.neverAccepted() : [];
    const candidates =
      neverAccepted.length > 0 ? this.#targets.filter(({ id }) => neverAccepted.includes(id)) : this.#targets;
    return candidates[which % candidates.length] ?? null;
  }

  /** Mostly a principal that was accepted before or is allowed by the contract, else any. */
  #choosePrincipal({ id, spec }: TargetEndpoint, who: number, preferenceRoll: number): FuzzPrincipal {
    const everybody = this.#world.principals;
    const accepted = everybody.filter(({ name }) => this.coverage.acceptedPrincipals(id).includes(name));
    const likely = everybody.filter((principal) => isLikelyAllowed(spec, principal));
    const candidates =
      preferenceRoll % 10 < 4 && accepted.length > 0
        ? accepted
        : preferenceRoll % 10 < 7 && likely.length > 0
          ? likely
          : everybody;
    const chosen = candidates[who % candidates.length];
    if (!chosen) throw new Error('there is no principal');
    return chosen;
  }

  /** Adds the tokens mailed to other accounts to every tenant's values. */
  async #readMails(): Promise<void> {
    const own = new Set(this.#world.principals.map(({ email }) => email));
    for (const { to, token, kind } of await this.#world.mails.takeNewTokens()) {
      if (own.has(to)) continue;
      for (const { tenant, account } of this.#world.principals)
        this.#world.pool.add({ kind, value: token, tenant, account, facts: { [kind]: token } });
    }
  }
}

/** A guess from the contract, so that every endpoint soon accepts a request. */
function isLikelyAllowed(
  { auth, permissions }: TargetEndpoint['spec'],
  { name, kind }: FuzzPrincipal,
): boolean {
  if (auth === 'none') return true;
  if (auth === 'session_only' && kind !== 'session') return false;
  if (permissions.length === 0) return kind !== 'nobody';
  if (permissions.some((permission) => /^(site|wiki):/.test(permission)))
    return name.startsWith('site admin');
  return /chief|free|guest/.test(name);
}
