/** Mail through the server of SMTP_URL (E4). */
import { createTransport } from 'nodemailer';
import { fail } from '../../../shared/kernel/errors.ts';
import { hostOf, type Mailer, type Message } from './message.ts';

/** Shorter than the lease of the job that sends. */
const PATIENCE_MS = 10_000;

export class SmtpMailer implements Mailer {
  readonly #transport: ReturnType<typeof makeTransport>;
  readonly #from: string;

  constructor(url: string, from: string) {
    this.#transport = makeTransport(url);
    this.#from = from;
  }

  async send({ id, to, subject, text, date }: Message): Promise<void> {
    try {
      await this.#transport.sendMail({
        from: this.#from,
        // As an object, so that nothing in it is read as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        date,
        messageId: `<${id}@${hostOf(this.#from)}>`,
        // Nobody's program answers an automatic message.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw refusalOf(error);
    }
  }

  close(): void {
    this.#transport.close();
  }
}

const makeTransport = (url: string) =>
  createTransport({
    url,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** A server that is away or asks for patience comes back; anything else needs somebody. Its words may name the address: they stay out. */
function refusalOf(error: unknown): Error {
  const reply = memberOf(error, 'responseCode');
  const code = memberOf(error, 'code');
  const known = typeof reply === 'number' ? `reply ${reply}` : String(code ?? 'no reason known');
  return typeof reply === 'number' && reply >= 500
    ? fail('MAIL_REFUSED', `The mail server does not take the message (${known}). Check SMTP_URL and MAIL_FROM.`)
    : fail('SERVICE_UNAVAILABLE', `The mail server does not answer (${known}). The message is sent once it does.`);
}

function memberOf(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined;
}
