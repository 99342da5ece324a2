/**
 * Types of a mailer and of the plain-text messages that it sends. Also the domain of an email address, which message
 * ids end with.
 */

export interface MailMessage {
  /** Stable, so that a message that is sent twice is recognised. */
  id: string;
  to: string;
  subject: string;
  text: string;
  date: Date;
}

export interface Mailer {
  /**
   * Resolves once the mail server has accepted the message, or it is on disk.
   * @throws SERVICE_UNAVAILABLE when the mail server does not respond, MAIL_REFUSED when it rejects the
   * message
   */
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The domain of an email, with which message ids end. */
export const emailDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
