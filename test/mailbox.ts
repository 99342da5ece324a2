/** The mails of a service without a mail server, which are files. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from './eventually.ts';

export interface ReceivedMail {
  subject: string;
  text: string;
  /** What stands on the line `token: …`, or an empty text. */
  token: string;
  raw: string;
}

/** The mails in `DATA_DIR/mail`, oldest first. */
export class Mailbox {
  readonly #dataDir: () => string;

  /** @param dataDir a function when it is known only once the node has started */
  constructor(dataDir: string | (() => string)) {
    this.#dataDir = typeof dataDir === 'string' ? () => dataDir : dataDir;
  }

  async all(): Promise<(ReceivedMail & { to: string })[]> {
    const folder = join(this.#dataDir(), 'mail');
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    return Promise.all(
      names.map(async (name) => {
        const raw = await readFile(join(folder, name), 'utf8');
        const text = raw.slice(raw.indexOf('\n\n') + 2);
        const line = (start: string): string => raw.match(new RegExp(`^${start}: (.*)$`, 'm'))?.[1] ?? '';
        return { to: line('To'), subject: line('Subject'), text, token: line('token'), raw };
      }),
    );
  }

  /** The mails to an address, once there are so many. */
  requireMails(address: string, count = 1): Promise<ReceivedMail[]> {
    return eventually(async () => {
      const mails = (await this.all()).filter(({ to }) => to === address);
      if (mails.length < count) throw new Error(`there are no ${count} mails to ${address}`);
      return mails;
    });
  }

  /** The newest mail to an address, once there are so many. */
  async newestTo(address: string, count = 1): Promise<ReceivedMail> {
    const mail = (await this.requireMails(address, count)).at(-1);
    if (!mail) throw new Error(`there is no mail to ${address}`);
    return mail;
  }
}
