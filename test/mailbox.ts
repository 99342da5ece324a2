/**
 * Reader of the mails that a service without a mail server writes to `DATA_DIR/mail`, with the token of
 * each. For tests and the fuzzer.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

interface ReceivedMail {
  to: string;
  subject: string;
  text: string;
  /** The token in the line `token: …`; empty when there is none. */
  token: string;
  raw: string;
}

export class Mailbox {
  readonly #dataDir: () => string;
  readonly #read = new Map<string, ReceivedMail>();

  /** @param dataDir a function when it is known only once the node has started */
  constructor(dataDir: string | (() => string)) {
    this.#dataDir = typeof dataDir === 'string' ? () => dataDir : dataDir;
  }

  /** All mails, oldest first. */
  async all(): Promise<ReceivedMail[]> {
    const folder = join(this.#dataDir(), 'mail');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    return Promise.all(
      names.map(async (name) => {
        const mail = this.#read.get(name) ?? parseMail(await readFile(join(folder, name), 'utf8'));
        this.#read.set(name, mail);
        return mail;
      }),
    );
  }

  /** The mails to an email address; waits until there are `count`. */
  requireMails(address: string, count = 1): Promise<ReceivedMail[]> {
    return eventually(async () => {
      const mails = (await this.all()).filter(({ to }) => to === address);
      if (mails.length < count) throw new Error(`there are no ${count} mails to ${address}`);
      return mails;
    });
  }

  /** The newest mail to an email address; waits until there are `count`. */
  async newestTo(address: string, count = 1): Promise<ReceivedMail> {
    const mail = (await this.requireMails(address, count)).at(-1);
    if (!mail) throw new Error(`there is no mail to ${address}`);
    return mail;
  }
}

function parseMail(raw: string): ReceivedMail {
  const line = (start: string): string => raw.match(new RegExp(`^${start}: (.*)$`, 'm'))?.[1] ?? '';
  return {
    to: line('To'),
    subject: line('Subject'),
    text: raw.slice(raw.indexOf('\n\n') + 2),
    token: line('token'),
    raw,
  };
}
