/** Reader of the mail folder, for tests. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../../test/eventually.ts';

interface ReceivedMail {
  subject: string;
  text: string;
  /** The token of the line `token: …`, or an empty string. */
  token: string;
  raw: string;
}

/** The mails in `DATA_DIR/mail`, oldest first. */
export class Mailbox {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail');
  }

  async all(): Promise<(ReceivedMail & { to: string })[]> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
    return Promise.all(
      names.map(async (name) => {
        const raw = await readFile(join(this.#folder, name), 'utf8');
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
