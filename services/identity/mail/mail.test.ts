/**
 * Tests of outgoing mail: files and SMTP, content and sender, failures of the mail server, and delivery after its
 * return or a restart of the node.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { hasErrorCode } from '../../../shared/kernel/errors/errors.ts';
import { eventually } from '../../../test/eventually.ts';
import { Mailbox } from '../../../test/mailbox.ts';
import { anonymous } from '../../../test/people.ts';
import { startTestNode } from '../../../test/service-node.ts';
import { databasePrefix, dropDatabases } from '../../../test/test-servers.ts';
import { createMailer, senderEmail } from './create-mailer.ts';
import type { MailMessage } from './mailer.ts';
import { passwordResetMail, verificationMail } from './templates.ts';

const message: MailMessage = {
  id: '0b9a1f0e-2f6f-4a57-8f6b-0c1d2e3f4a5b',
  to: 'ann@example.org',
  subject: 'Confirm your address',
  text: 'Grüße aus 東京.\n\ntoken: abc-DEF_123\n',
  date: new Date('2026-03-04T05:06:07.089Z'),
};

/** A mail server of a few lines: what it was told, and how it answers RCPT TO. */
class SmallMailServer {
  readonly received: string[] = [];
  readonly recipients: string[] = [];
  reply = '250 OK';
  readonly #server: Server;

  constructor() {
    this.#server = createServer((socket) => {
      let data: string | null = null;
      let rest = '';
      socket.on('error', () => undefined);
      socket.write('220 test\r\n');
      socket.on('data', (chunk) => {
        rest += chunk.toString('utf8');
        for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
          const line = rest.slice(0, end);
          rest = rest.slice(end + 2);
          if (data !== null) {
            if (line === '.') {
              this.received.push(data);
              data = null;
              socket.write('250 taken\r\n');
            } else data += `${line}\n`;
          } else if (/^DATA/i.test(line)) {
            data = '';
            socket.write('354 go on\r\n');
          } else if (/^RCPT/i.test(line)) {
            this.recipients.push(line);
            socket.write(`${this.reply}\r\n`);
          } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
          else socket.write('250 OK\r\n');
        }
      });
    });
  }

  async listen(port = 0): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    const bound = this.#server.address();
    return typeof bound === 'object' && bound ? bound.port : 0;
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

describe('mail (E4)', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mail-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const settings = (smtpUrl: string | null) => ({ smtpUrl, mailFrom: null, baseUrl: null, dataDir: folder });

  it('without a mail server each message is a whole file that only its owner reads', async () => {
    await createMailer(settings(null)).send(message);
    const [name = ''] = await readdir(join(folder, 'mail'));
    assert.equal(name, `2026-03-04T05-06-07-089Z-${message.id}.eml`);
    assert.equal((await stat(join(folder, 'mail', name))).mode & 0o777, 0o600);
    const [mail] = await new Mailbox(folder).all();
    assert.deepEqual(
      [mail?.to, mail?.subject, mail?.token, mail?.text],
      [message.to, message.subject, 'abc-DEF_123', message.text],
    );
    assert.match(mail?.raw ?? '', /^From: no-reply@localhost$/m);
    assert.match(mail?.raw ?? '', /^Date: Wed, 04 Mar 2026 05:06:07 \+0000$/m);
  });

  it('a line break in an email or a subject adds no header', async () => {
    const other = join(folder, 'breaks');
    const mailer = createMailer({ ...settings(null), dataDir: other });
    await mailer.send({ ...message, to: 'a@b.c\r\nBcc: all@b.c', subject: 'Hello\nX-Evil: yes' });
    const [mail] = await new Mailbox(other).all();
    assert.doesNotMatch(mail?.raw ?? '', /^(Bcc|X-Evil):/m);
  });

  it('a mail names the endpoint below the path of BASE_URL (Y22)', () => {
    const until = new Date('2026-01-01T00:00:00Z');
    assert.match(
      verificationMail('https://example.org/specs', 't', until).text,
      /POST \/specs\/api\/account\/verify-email\./,
    );
    assert.match(
      verificationMail('https://example.org', 't', until).text,
      / POST \/api\/account\/verify-email\./,
    );
    assert.match(passwordResetMail('https://example.org/specs', 't', until).text, /POST \/specs\/api\//);
  });

  it('the sender is MAIL_FROM, else the account at the mail server, else nobody at the host of BASE_URL', () => {
    const none = { mailFrom: null, smtpUrl: null, baseUrl: null };
    assert.equal(
      senderEmail({ ...none, mailFrom: 'specs@example.org', smtpUrl: 'smtp://a%40b.c:x@mail' }),
      'specs@example.org',
    );
    assert.equal(
      senderEmail({ ...none, smtpUrl: 'smtp://robot%40example.org:pw@mail.example.org' }),
      'robot@example.org',
    );
    assert.equal(
      senderEmail({ ...none, smtpUrl: 'smtp://robot:pw@mail', baseUrl: 'https://specs.example.org' }),
      'no-reply@specs.example.org',
    );
    assert.equal(senderEmail(none), 'no-reply@localhost');
  });

  it('with SMTP_URL a message goes to the mail server, to one recipient, token and umlauts whole', async () => {
    const server = new SmallMailServer();
    const mailer = createMailer(settings(`smtp://127.0.0.1:${await server.listen()}?ignoreTLS=true`));
    await mailer.send({ ...message, to: 'ann@example.org' });
    mailer.close();
    const [got = ''] = server.received;
    assert.deepEqual(server.recipients, ['RCPT TO:<ann@example.org>']);
    assert.match(got, /^Auto-Submitted: auto-generated$/m);
    assert.match(got, new RegExp(`^Message-ID: <${message.id}@localhost>$`, 'm'));
    const body = got.slice(got.indexOf('\n\n') + 2);
    const plain = /^Content-Transfer-Encoding: base64$/m.test(got)
      ? Buffer.from(body, 'base64').toString()
      : decodeQuotedPrintable(body);
    assert.match(plain, /^token: abc-DEF_123$/m);
    assert.match(plain, /Grüße aus 東京/);
    await server.close();
  });

  it('an unavailable or busy mail server is SERVICE_UNAVAILABLE, a rejection MAIL_REFUSED; the message does not contain the email', async () => {
    const server = new SmallMailServer();
    const port = await server.listen();
    const mailer = createMailer(settings(`smtp://127.0.0.1:${port}?ignoreTLS=true`));
    const outcome = async (reply: string): Promise<unknown> => {
      server.reply = reply;
      return mailer.send(message).then(
        () => null,
        (error: unknown) => error,
      );
    };
    const [busy, refused] = [
      await outcome('450 4.2.0 <ann@example.org> greylisted'),
      await outcome('550 no ann@example.org here'),
    ];
    await server.close();
    const away = await outcome('');
    assert.ok(
      hasErrorCode(busy, 'SERVICE_UNAVAILABLE') &&
        hasErrorCode(away, 'SERVICE_UNAVAILABLE') &&
        hasErrorCode(refused, 'MAIL_REFUSED'),
    );
    for (const error of [busy, refused, away]) assert.doesNotMatch(String(error), /ann@example/);
  });

  it('a mail requested while the mail server is down is sent once it is back; its change is committed by then', async () => {
    const server = new SmallMailServer();
    const port = await server.listen();
    await server.close();
    const node = await startTestNode(['identity'], {
      SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
      EMAIL_VERIFICATION: 'required',
      LOG_LEVEL: 'silent',
    });
    const later = new SmallMailServer();
    try {
      await node.call(anonymous, 'identity.register', {
        email: 'late@example.org',
        password: 'a long enough password',
        name: 'Late',
      });
      const jobs = (await node.node.openDatabase('identity')).collection<{ attempts: number }>('jobs');
      await eventually(
        async () =>
          ((await jobs.findOne({ kind: 'identity.mail' }))?.attempts ?? 0) > 0 &&
          (await jobs.findOne({ kind: 'identity.mail', state: 'queued' })) !== null,
      );
      await later.listen(port);
      await eventually(async () => later.received.length === 1);
      const token = /^token: (\S+)$/m.exec(decodeQuotedPrintable(later.received[0] ?? ''))?.[1] ?? '';
      assert.equal((await node.call(anonymous, 'account.verifyEmail', { token })).email, 'late@example.org');
      await eventually(async () => (await jobs.countDocuments({ kind: 'identity.mail' })) === 0);
      const tokens = (await node.node.openDatabase('identity')).collection('mail_tokens');
      assert.equal(await tokens.countDocuments(), 0, 'the token of the failed attempt is deleted too');
    } finally {
      await node.stop();
      await later.close();
    }
  });
});

describe('mail across a restart (E4)', () => {
  it('what a node had not sent when it stopped is sent by the next one, once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mail-restart-'));
    const env = {
      DATABASE_PREFIX: databasePrefix('mail'),
      EMAIL_VERIFICATION: 'required',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder,
    };
    try {
      // Nobody listens on port 1.
      const first = await startTestNode(['identity'], { ...env, SMTP_URL: 'smtp://127.0.0.1:1' });
      const who = { email: 'ann@example.org', password: 'a long enough password', name: 'Ann' };
      await first.call(anonymous, 'identity.register', who);
      await first.stop();
      const second = await startTestNode(['identity'], env);
      const { token } = await new Mailbox(folder).newestTo('ann@example.org');
      assert.deepEqual(await second.call(anonymous, 'account.verifyEmail', { token }), {
        email: 'ann@example.org',
        waits_for: null,
      });
      const jobs = (await second.node.openDatabase('identity')).collection('jobs');
      await eventually(async () => (await jobs.countDocuments({ kind: 'identity.mail' })) === 0);
      assert.equal((await new Mailbox(folder).all()).length, 1);
      await second.stop();
    } finally {
      await dropDatabases(env.DATABASE_PREFIX);
      await rm(folder, { recursive: true, force: true });
    }
  });
});

const decodeQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
