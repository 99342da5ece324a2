/** How mail leaves: through a mail server, or as files where none is configured (E4). */
import { join } from 'node:path';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { FileMailer } from './file-mailer.ts';
import type { Mailer } from './message.ts';
import { SmtpMailer } from './smtp-mailer.ts';

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl' | 'dataDir'>;

/** The mailer of the settings: an SMTP server, else a folder of files (E4). */
export function createMailer(settings: MailSettings): Mailer {
  const from = senderEmail(settings);
  return settings.smtpUrl === null
    ? new FileMailer(join(settings.dataDir, 'mail'), from)
    : new SmtpMailer(settings.smtpUrl, from);
}

/** The configured sender, else the account the mail server knows us by, else nobody at our own host. */
export function senderEmail({ mailFrom, smtpUrl, baseUrl }: Omit<MailSettings, 'dataDir'>): string {
  if (mailFrom !== null) return mailFrom;
  const user = smtpUrl === null ? '' : decodeURIComponent(new URL(smtpUrl).username);
  if (/^[^\s@]+@[^\s@]+$/.test(user)) return user;
  return `no-reply@${baseUrl === null ? 'localhost' : new URL(baseUrl).hostname}`;
}
