/** A message, and what takes it. */

/** One message to one address, in plain text. */
export interface MailMessage {
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
  send(message: MailMessage): Promise<void>;
  close(): void;
}

/** The host of an address, which a message id ends with. */
export const emailDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1);
