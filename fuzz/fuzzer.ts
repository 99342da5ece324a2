/** The run: call after call, each made from the seed and what was seen so far, each answer checked. */
import fc from 'fast-check';
import type { EndpointId } from '../shared/contracts/index.ts';
import { checkAnswer } from './checks/answers.ts';
import type { Finding } from './checks/finding.ts';
import { finding } from './checks/finding.ts';
import { checkPurity } from './checks/purity.ts';
import { checkReplay } from './checks/replay.ts';
import { checkSilence } from './checks/silence.ts';
import { differing, type Stored } from './checks/stored.ts';
import { checkTenancy } from './checks/tenancy.ts';
import type { Write } from './checks/trail.ts';
import { Coverage } from './coverage.ts';
import { type Draft, targetOf } from './draft.ts';
import { foreignRequests } from './generate/foreign.ts';
import { requestsTo, type Target } from './generate/requests.ts';
import { renewGuest } from './site/build.ts';
import { spare } from './site/guard.ts';
import type { Principal } from './site/principals.ts';
import type { Exchange, Site } from './site/site.ts';

/** A fault with the smallest request that still shows it. */
export interface Fault {
  readonly finding: Finding;
  readonly draft: Draft;
  readonly call: number;
  /** How often it was seen; only the first time it is made smaller. */
  times: number;
}

interface Settings {
  readonly site: Site;
  readonly stored: Stored;
  readonly targets: readonly Target[];
  readonly seed: number;
}

/** Addresses of this length have to be taken (S27). */
const LONGEST_TARGET = 16 * 1024;

/** How many smaller requests are tried for a fault. */
const SHRINKING = 60;

export class Fuzzer {
  readonly coverage: Coverage;
  readonly faults = new Map<string, Fault>();
  /** Every write by its request id, for the audit trail. */
  readonly writes = new Map<string, Write>();
  readonly #site: Site;
  readonly #stored: Stored;
  readonly #targets: readonly Target[];
  readonly #seed: number;

  constructor({ site, stored, targets, seed }: Settings) {
    this.#site = site;
    this.#stored = stored;
    this.#targets = targets;
    this.#seed = seed;
    this.coverage = new Coverage(targets);
  }

  /** One call, and the checks of its answer. */
  async call(number: number): Promise<void> {
    const seed = (Math.imul(this.#seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0;
    const [dice = []] = fc.sample(fc.noBias(fc.array(fc.nat({ max: 0x3fffffff }), { minLength: 6, maxLength: 6 })), {
      seed,
      numRuns: 1,
    });
    const [which = 0, who = 0, luck = 0, close = 0, often = 0, out = 0] = dice;
    if (number % 50 === 0) await this.#readMails();
    const target = out % 40 === 0 ? null : this.#chooseTarget(which, out);
    const requests = target
      ? requestsTo(target, this.#choosePrincipal(target, who, often), this.#site.pool, luck)
      : foreignRequests(this.#site.principals);
    let found: { finding: Finding; draft: Draft } | null = null;
    let left = SHRINKING;
    await fc.check(
      fc.asyncProperty(requests, async (made) => {
        if (left === 0) return;
        const draft = spare(this.#site, made);
        const findings = await this.#judge(draft, target ?? null, close);
        const before: string | undefined = found?.finding.key;
        const chosen = before === undefined ? this.#firstNew(findings) : findings.find(({ key }) => key === before);
        if (!chosen) return;
        left -= 1;
        found = { finding: chosen, draft };
        throw new Error(chosen.what);
      }),
      { seed, numRuns: 1, interruptAfterTimeLimit: 20_000 },
    );
    this.#keep(found, number);
  }

  /** Those that were not seen before come first; the others are counted. */
  #firstNew(findings: readonly Finding[]): Finding | undefined {
    for (const { key } of findings) {
      const known = this.faults.get(key);
      if (known) known.times += 1;
    }
    return findings.find(({ key }) => !this.faults.has(key));
  }

  #keep(found: { finding: Finding; draft: Draft } | null, call: number): void {
    if (found) this.faults.set(found.finding.key, { ...found, call, times: 1 });
  }

  /** @param close a number that decides which of the dearer checks are made */
  async #judge(draft: Draft, target: Target | null, close: number): Promise<Finding[]> {
    const spec = target?.spec ?? null;
    const watched = close % 25 === 0 ? await this.#stored.quiet() : null;
    let exchange: Exchange;
    try {
      exchange = await this.#site.send(draft);
    } catch (error) {
      // The parser may cut off an address longer than it takes before its answer is read.
      if (targetOf(draft).length > LONGEST_TARGET) return [];
      return [finding('an answer', draft.endpoint, 'none', `no answer: ${String(error)}`)];
    }
    const { status } = exchange.answer;
    const asDeclared = spec !== null && draft.method === spec.http?.split(' ')[0];
    if (draft.endpoint && asDeclared) this.#note(draft.endpoint, exchange, spec.mutates);
    const found = [...checkAnswer(exchange, spec), ...checkTenancy(exchange, this.#site.principals)];
    if (watched && (status >= 400 || draft.method === 'GET')) {
      let changed = differing(watched, await this.#stored.quiet());
      // Work in the background may have moved something meanwhile; it does not do so each time the same request comes.
      if (changed.length > 0) changed = await this.#changedAgain(draft);
      if (changed.length > 0)
        found.push(
          finding(
            'a refused request and a read change nothing',
            draft.endpoint,
            changed.join(' '),
            `answered ${status} and changed ${changed.join(', ')}`,
          ),
        );
    }
    if (asDeclared && spec && status === 200 && draft.method === 'GET' && spec.answer !== 'file' && close % 6 === 3)
      found.push(...(await checkPurity(this.#site, exchange, spec)));
    if (asDeclared && draft.method === 'POST' && spec && close % 12 === 5)
      found.push(...(await checkReplay(this.#site, exchange, spec)));
    if (asDeclared) found.push(...(await checkSilence(this.#site, exchange)));
    await this.#repair(exchange);
    return found;
  }

  async #changedAgain(draft: Draft): Promise<string[]> {
    const before = await this.#stored.quiet();
    await this.#site.send(draft);
    return differing(before, await this.#stored.quiet());
  }

  #note(id: EndpointId, { draft, answer, json, requestId }: Exchange, mutates: boolean): void {
    const { code }: { code?: unknown } = Object(json);
    this.coverage.note(id, draft.who, answer.status, answer.status >= 400 && typeof code === 'string' ? code : '');
    if (mutates && requestId !== null) this.writes.set(requestId, { endpoint: id, taken: answer.status < 300 });
  }

  /** The guest is a new one when it has signed out or founded a firm. */
  async #repair({ draft, answer }: Exchange): Promise<void> {
    const used = draft.endpoint === 'account.logout' || draft.endpoint === 'companies.create';
    if (used && draft.who === 'guest session' && answer.status < 300) await renewGuest(this.#site);
  }

  /** Any endpoint; now and then one of those that nobody was let through yet. */
  #chooseTarget(which: number, out: number): Target | null {
    const never = out % 5 === 1 ? this.coverage.neverTaken() : [];
    const among = never.length > 0 ? this.#targets.filter(({ id }) => never.includes(id)) : this.#targets;
    return among[which % among.length] ?? null;
  }

  /** Mostly somebody who was let in before, or would be by the contract, else anybody. */
  #choosePrincipal({ id, spec }: Target, who: number, often: number): Principal {
    const everybody = this.#site.principals;
    const letIn = everybody.filter(({ name }) => this.coverage.letIn(id).includes(name));
    const likely = everybody.filter((principal) => mayBeLetIn(spec, principal));
    const among = often % 10 < 4 && letIn.length > 0 ? letIn : often % 10 < 7 && likely.length > 0 ? likely : everybody;
    const chosen = among[who % among.length];
    if (!chosen) throw new Error('there is nobody to send a request');
    return chosen;
  }

  /** Tokens of mails to accounts that are not the run's own may be used by anybody. */
  async #readMails(): Promise<void> {
    const own = new Set(this.#site.principals.map(({ email }) => email));
    for (const { to, token, kind } of await this.#site.mails.news()) {
      if (own.has(to)) continue;
      for (const { tenant, account } of this.#site.principals)
        this.#site.pool.add({ kind, value: token, tenant, account, facts: { [kind]: token } });
    }
  }
}

/** A guess from the contract, so that every endpoint is let through soon. */
function mayBeLetIn({ auth, permissions }: Target['spec'], { name, kind }: Principal): boolean {
  if (auth === 'none') return true;
  if (auth === 'session_only' && kind !== 'session') return false;
  if (permissions.length === 0) return kind !== 'nobody';
  if (permissions.some((permission) => /^(site|wiki):/.test(permission))) return name.startsWith('site admin');
  return /chief|free|guest/.test(name);
}
