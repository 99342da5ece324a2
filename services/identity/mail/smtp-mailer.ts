/** Mail through the server of SMTP_URL (E4). */
import { createTransport } from 'nodemailer';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import { emailDomain, type Mailer, type MailMessage } from './message.ts';

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
        // As an object, so that nothing in it is read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        date,
        messageId: `<${id}@${emailDomain(this.#from)}>`,
        // Nobody's program answers an automatic message.
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

/** A server that is away or asks for patience comes back; anything else needs somebody. Its words may name the address: they stay out. */
function toMailError(error: unknown): Error {
  const reply = readProperty(error, 'responseCode');
  const code = readProperty(error, 'code');
  const known = typeof reply === 'number' ? `reply ${reply}` : String(code ?? 'unknown reason');
  return typeof reply === 'number' && reply >= 500
    ? apiError('MAIL_REFUSED', `The mail server rejected the message (${known}). Check SMTP_URL and MAIL_FROM.`)
    : apiError('SERVICE_UNAVAILABLE', `The mail server is not responding (${known}). The message will be retried.`);
}

function readProperty(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined;
}
