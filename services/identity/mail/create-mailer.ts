/** Choice of the mailer, SMTP or files where no mail server is configured, and of the sender. */
import { join } from 'node:path';
import type { Config } from '../../../shared/kernel/node/config.ts';
import { fileMailer } from './file-mailer.ts';
import type { Mailer } from './message.ts';
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
