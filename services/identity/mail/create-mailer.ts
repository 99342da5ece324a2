/** Choice of the mailer, SMTP or .eml files where no mail server is configured, and of the sender. */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { emailDomain, type Mailer, type MailMessage } from './mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl' | 'dataDir'>;

export function createMailer(settings: MailSettings): Mailer {
  const from = senderEmail(settings);
  return settings.smtpUrl === null
    ? fileMailer(join(settings.dataDir, 'mail'), from)
    : new SmtpMailer(settings.smtpUrl, from);
}

/** The sender: MAIL_FROM, else the user of SMTP_URL, else no-reply at the host of BASE_URL. */
export function senderEmail({ mailFrom, smtpUrl, baseUrl }: Omit<MailSettings, 'dataDir'>): string {
  if (mailFrom !== null) return mailFrom;
  const user = smtpUrl === null ? '' : decodeURIComponent(new URL(smtpUrl).username);
  if (/^[^\s@]+@[^\s@]+$/.test(user)) return user;
  return `no-reply@${baseUrl === null ? 'localhost' : new URL(baseUrl).hostname}`;
}

/** Writes each message to an .eml file; names sort in the order of sending. */
const fileMailer = (folder: string, from: string): Mailer => ({
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
