/**
 * Mailer that sends through the server of SMTP_URL, and its errors: MAIL_REFUSED for a rejected message, else
 * SERVICE_UNAVAILABLE.
 */
import { createTransport } from 'nodemailer';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { emailDomain, type Mailer, type MailMessage } from './mailer.ts';

/** Shorter than the lease of the job that sends. */
const TIMEOUT_MS = 10_000;

export class SmtpMailer implements Mailer {
  readonly #transport: ReturnType<typeof createSmtpTransport>;
  readonly #from: string;

  constructor(url: string, from: string) {
    this.#transport = createSmtpTransport(url);
    this.#from = from;
  }

  async send({ id, to, subject, text, date }: MailMessage): Promise<void> {
    try {
      await this.#transport.sendMail({
        from: this.#from,
        // As an object, so that it is never parsed as a list of recipients.
        to: { name: '', address: to },
        subject,
        text,
        date,
        messageId: `<${id}@${emailDomain(this.#from)}>`,
        // Suppresses out-of-office replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw toMailError(error);
    }
  }

  close(): void {
    this.#transport.close();
  }
}

const createSmtpTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/**
 * Replies from 500 need an operator; any other failure is temporary. The server's text may contain the
 * recipient and is left out.
 */
function toMailError(error: unknown): Error {
  const reply = readProperty(error, 'responseCode');
  const code = readProperty(error, 'code');
  const reason = typeof reply === 'number' ? `reply ${reply}` : String(code ?? 'unknown reason');
  return typeof reply === 'number' && reply >= 500
    ? apiError(
        'MAIL_REFUSED',
        `The mail server rejected the message (${reason}). Check SMTP_URL and MAIL_FROM.`,
      )
    : apiError(
        'SERVICE_UNAVAILABLE',
        `The mail server is not responding (${reason}). The message will be retried.`,
      );
}

function readProperty(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null
    ? Object.entries(error).find(([key]) => key === name)?.[1]
    : undefined;
}
