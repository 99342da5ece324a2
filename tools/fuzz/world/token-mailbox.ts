/**
 * Reader of the tokens for email verification and password reset in the mails that the service under test
 * has written to files.
 */
import { Mailbox } from '../../../test/mailbox.ts';

interface TokenMail {
  readonly to: string;
  readonly token: string;
  readonly kind: 'verifyToken' | 'resetToken';
}

export class TokenMailbox {
  readonly #mails: Mailbox;
  readonly #taken = new Set<string>();

  constructor(dataDir: string) {
    this.#mails = new Mailbox(dataDir);
  }

  /** Tokens that neither method has returned before. */
  async takeNewTokens(): Promise<TokenMail[]> {
    const mails = (await this.#mails.all()).filter(({ token }) => token !== '' && !this.#taken.has(token));
    return mails.map(({ to, token, subject }) => {
      this.#taken.add(token);
      return { to, token, kind: subject.startsWith('Confirm') ? 'verifyToken' : 'resetToken' };
    });
  }

  /** The token of the newest mail to an email address; waits for it. */
  async waitForToken(address: string): Promise<string> {
    const { token } = await this.#mails.newestTo(address);
    this.#taken.add(token);
    return token;
  }
}
