/** How mail leaves: through a mail server, or as files where none is configured (E4). */
import { join } from 'node:path';
import type { Config } from '../../../shared/kernel/config.ts';
import { FileMailer } from './file-mailer.ts';
import { SmtpMailer } from './smtp-mailer.ts';

/** One message to one address, in plain text. */
export interface Message {
  /** Names the message for ever: sent twice, it is recognised as the same. */
  id: string;
  to: string;
  subject: string;
  text: string;
  date: Date;
}

export interface Mailer {
  /**
   * Resolves once the message is the mail server's, or on disk.
   * @throws SERVICE_UNAVAILABLE when the mail server is away, MAIL_REFUSED when it does not take the message
   */
  send(message: Message): Promise<void>;
  close(): void;
}

type MailSettings = Pick<Config, 'smtpUrl' | 'mailFrom' | 'baseUrl' | 'dataDir'>;

export function openMailer(settings: MailSettings): Mailer {
  const from = senderOf(settings);
  return settings.smtpUrl === null
    ? new FileMailer(join(settings.dataDir, 'mail'), from)
    : new SmtpMailer(settings.smtpUrl, from);
}

/** The configured sender, else the account the mail server knows us by, else nobody at our own host. */
export function senderOf({ mailFrom, smtpUrl, baseUrl }: Omit<MailSettings, 'dataDir'>): string {
  if (mailFrom !== null) return mailFrom;
  const user = smtpUrl === null ? '' : decodeURIComponent(new URL(smtpUrl).username);
  if (/^[^\s@]+@[^\s@]+$/.test(user)) return user;
  return `no-reply@${baseUrl === null ? 'localhost' : new URL(baseUrl).hostname}`;
}

/** The host of an address, which a message id ends with. */
export const hostOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
