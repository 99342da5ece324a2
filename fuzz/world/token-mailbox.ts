/** The mails of a service without a mail server: files, read once each. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '../../test/eventually.ts';

export interface TokenMail {
  readonly to: string;
  readonly token: string;
  readonly kind: 'verifyToken' | 'resetToken';
}

export class TokenMailbox {
  readonly #folder: string;
  readonly #read = new Set<string>();
  #unclaimed: TokenMail[] = [];

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'mail');
  }

  /** Those with a token that came since the last call. */
  async takeNewTokens(): Promise<TokenMail[]> {
    await this.#readFolder();
    const found = this.#unclaimed;
    this.#unclaimed = [];
    return found;
  }

  /** The token sent to an address, once it is there. */
  async waitForToken(address: string): Promise<string> {
    const mail = await eventually(async () => {
      await this.#readFolder();
      const at = this.#unclaimed.findIndex(({ to }) => to === address);
      if (at < 0) throw new Error(`no mail came to ${address}`);
      return this.#unclaimed.splice(at, 1)[0] ?? null;
    });
    return mail.token;
  }

  async #readFolder(): Promise<void> {
    const names = (await readdir(this.#folder).catch(() => []))
      .filter((name) => name.endsWith('.eml') && !this.#read.has(name))
      .sort();
    for (const name of names) {
      const raw = await readFile(join(this.#folder, name), 'utf8');
      this.#read.add(name);
      const token = /^token: (.*)$/m.exec(raw)?.[1];
      const to = /^To: (.*)$/m.exec(raw)?.[1];
      if (token && to) this.#unclaimed.push({ to, token, kind: /^Subject: Confirm/m.test(raw) ? 'verifyToken' : 'resetToken' });
    }
  }
}
