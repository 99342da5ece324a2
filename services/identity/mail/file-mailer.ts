/** Mailer that writes each message to an .eml file; names sort in the order of sending. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { emailDomain, type Mailer, type MailMessage } from './message.ts';

export const fileMailer = (folder: string, from: string): Mailer => ({
  async send(message) {
    // Messages contain tokens: only the user of this process may read them.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const name = `${message.date.toISOString().replace(/[:.]/g, '-')}-${message.id}`;
    const temporary = join(folder, `.${name}.draft`);
    await writeFile(temporary, formatMessage(from, message), { mode: 0o600, flush: true });
    // Programs that watch the folder see only complete messages.
    await rename(temporary, join(folder, `${name}.eml`));
  },

  close() {},
});

function formatMessage(from: string, { id, to, subject, text, date }: MailMessage): string {
  const headers = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${id}@${emailDomain(from)}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  // Line breaks in a recipient or subject would inject headers.
  return `${headers.map((header) => header.replace(/[\r\n]+/g, ' ')).join('\n')}\n\n${text}`;
}
