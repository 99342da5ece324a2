/** The servers behind a node: which of them answer at this moment (decisions E3). */

export const SERVER_NAMES = ['mongodb', 'nats', 'redis', 's3'] as const;
export type ServerName = (typeof SERVER_NAMES)[number];
export type Standing = Partial<Record<ServerName, 'up' | 'down'>>;

/** One that takes longer counts as away; it may stand still without ever saying so. */
const PATIENCE_MS = 500;
/** Anybody may ask for health, however often: the servers are asked this seldom. */
const KEPT_MS = 200;
/** A question that had no answer for so long is put again, on another connection. */
const QUESTION_LIFETIME_MS = 10_000;

interface Question {
  answer: Promise<boolean>;
  /** Until when it need not be put again. */
  until: number;
}

export class Servers {
  readonly #checks = new Map<ServerName, () => Promise<unknown>>();
  readonly #asked = new Map<ServerName, Question>();

  /** @param check resolves when the server answers, rejects when it is away */
  add(name: ServerName, check: () => Promise<unknown>): void {
    this.#checks.set(name, check);
  }

  /** How they stand, within half a second. */
  async standing(): Promise<Standing> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), PATIENCE_MS);
    });
    const answers = [...this.#checks.keys()].map(async (name) => {
      const isUp = await Promise.race([this.#ask(name), late]);
      return [name, isUp ? 'up' : 'down'] as const;
    });
    const standing: Standing = Object.fromEntries(await Promise.all(answers));
    clearTimeout(timer);
    return standing;
  }

  #ask(name: ServerName): Promise<boolean> {
    const known = this.#asked.get(name);
    if (known && performance.now() < known.until) return known.answer;
    const check = this.#checks.get(name) ?? (async () => undefined);
    const question: Question = {
      answer: check().then(
        () => true,
        () => false,
      ),
      until: performance.now() + QUESTION_LIFETIME_MS,
    };
    this.#asked.set(name, question);
    void question.answer.then(() => {
      question.until = performance.now() + KEPT_MS;
    });
    return question.answer;
  }
}

/** Those that are away. */
export const awayIn = (standing: Standing): ServerName[] => SERVER_NAMES.filter((name) => standing[name] === 'down');
