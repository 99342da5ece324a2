/** The tokens in the mails of the service under test. */
import { Mailbox } from '../../test/mailbox.ts';

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

  /** Those that arrived since the last call and that nobody waited for. */
  async takeNewTokens(): Promise<TokenMail[]> {
    const mails = (await this.#mails.all()).filter(({ token }) => token !== '' && !this.#taken.has(token));
    return mails.map(({ to, token, subject }) => {
      this.#taken.add(token);
      return { to, token, kind: subject.startsWith('Confirm') ? 'verifyToken' : 'resetToken' };
    });
  }

  /** The token sent to an address. */
  async waitForToken(address: string): Promise<string> {
    const { token } = await this.#mails.newestTo(address);
    this.#taken.add(token);
    return token;
  }
}
