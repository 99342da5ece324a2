/** Mailer that writes each message to an .eml file; names sort in the order of sending (E4). */
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
    // Messages contain tokens: only the user of this process may read them.
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${message.date.toISOString().replace(/[:.]/g, '-')}-${message.id}`;
    const temporary = join(this.#folder, `.${name}.draft`);
    await writeFile(temporary, this.#format(message), { mode: 0o600, flush: true });
    // Programs that watch the folder see only complete messages.
    await rename(temporary, join(this.#folder, `${name}.eml`));
  }

  close(): void {}

  #format({ id, to, subject, text, date }: MailMessage): string {
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
    // Line breaks in a recipient or subject would inject headers.
    return `${headers.map((header) => header.replace(/[\r\n]+/g, ' ')).join('\n')}\n\n${text}`;
  }
}
