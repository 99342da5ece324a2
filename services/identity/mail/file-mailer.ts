/** Each message is a file that a mail program opens; in the order of their names they are in the order of sending (E4). */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emailDomain, type Mailer, type MailMessage } from './message.ts';

export class FileMailer implements Mailer {
  readonly #folder: string;
  readonly #from: string;

  constructor(folder: string, from: string) {
    this.#folder = folder;
    this.#from = from;
  }

  async send(message: MailMessage): Promise<void> {
    // A message may hold a token, so it is nobody's but the owner's of the process.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${message.date.toISOString().replace(/[:.]/g, '-')}-${message.id}`;
    const draft = join(this.#folder, `.${name}.draft`);
    await writeFile(draft, this.#write(message), { mode: 0o600, flush: true });
    // Whoever watches the folder sees whole messages only.
    await rename(draft, join(this.#folder, `${name}.eml`));
  }

  close(): void {}

  #write({ id, to, subject, text, date }: MailMessage): string {
    const headers = [
      `From: ${this.#from}`,
      `To: ${to}`,
      `Subject: ${subject}`,
      `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
      `Message-ID: <${id}@${emailDomain(this.#from)}>`,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 8bit',
    ];
    // An address or a subject with a line break would write headers of its own.
    return `${headers.map((header) => header.replace(/[\r\n]+/g, ' ')).join('\n')}\n\n${text}`;
  }
}
