/**
 * `spec login`: stores an API key for a service, either the user's own or a new one, made by signing in with email and
 * password. Asks the service first whose key it is.
 */
import { hostname } from 'node:os';
import { ApiError } from '../../../shared/rest-client/api-error.ts';
import { SpecificationClient } from '../../../shared/rest-client/specification-client.ts';
import { UsageError } from '../../console/command-line.ts';
import { type Command, readArguments } from '../command.ts';
import { normaliseServer, storeKey } from '../credentials.ts';
import { describeError, EXIT, SpecError } from '../errors.ts';
import type { Terminal } from '../terminal.ts';

const PRESETS = ['author', 'publisher'] as const;

const HELP = `spec login [--url URL] [--email EMAIL] [--preset author|publisher] [--key-stdin]: stores a key for a service.

Asks for what is not given. With an email it signs in with the password and makes a key of the preset; without, it asks
for a key that you have.
  --url URL        the service, such as https://specs.example.org
  --email EMAIL    signs in as this account
  --preset PRESET  what the new key may do: author (default) or also publish (publisher)
  --key-stdin      reads the key from standard input
  --help           this text

The key is stored for this user only, in $XDG_CONFIG_HOME/spec or ~/.config/spec. SPEC_URL with SPEC_KEY win over it.`;

export const login: Command = {
  name: 'login',
  summary: 'stores a key for a service',
  help: HELP,
  async run(args, terminal) {
    const { values } = readArguments(
      'login',
      args,
      {
        url: { type: 'string' },
        email: { type: 'string' },
        preset: { type: 'string' },
        'key-stdin': { type: 'boolean' },
      },
      0,
    );
    const preset = PRESETS.find((one) => one === (values.preset ?? 'author'));
    if (!preset) throw new UsageError(`--preset is one of ${PRESETS.join(', ')}.`);
    const server = normaliseServer(
      values.url ?? terminal.env.SPEC_URL ?? (await terminal.ask('URL of the service')),
    );
    warnOfPlainHttp(server, terminal);
    const readsInput = values['key-stdin'] === true;
    const email = values.email ?? (readsInput ? '' : await terminal.ask('Email (empty: you have a key)'));
    const key = readsInput
      ? (await terminal.readInput()).trim()
      : email === ''
        ? await terminal.ask('Key', true)
        : await makeKey(server, { email, password: await terminal.ask('Password', true) }, preset, terminal);
    const name = await readOwner(server, key);
    const file = storeKey(terminal.env, { server, key });
    terminal.print(`Signed in to ${server} as ${name}. The key is in ${file}.`);
    return EXIT.done;
  },
};

/** Signs in, makes a key and signs out. @throws SpecError for a wrong password */
async function makeKey(
  server: string,
  account: { email: string; password: string },
  preset: 'author' | 'publisher',
  terminal: Terminal,
): Promise<string> {
  try {
    const session = await new SpecificationClient(server).openSession('account.login', account);
    try {
      const name = `spec on ${hostname()}`.slice(0, 100);
      return (await session.call('account.keys.create', { name, preset })).secret;
    } finally {
      await endSession(session, terminal);
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new SpecError(error.detail, EXIT.noPermission);
  }
}

/** Signs out. A failure is noted only: the key is made by then, and its secret would be lost with an error. */
async function endSession(session: SpecificationClient, { note }: Terminal): Promise<void> {
  try {
    await session.call('account.logout');
  } catch (error) {
    note(`The session of this sign-in is still open; end it in your account. ${describeError(error)[0]}`);
  }
}

/** The name of the account that a key is of. @throws SpecError for a key that the service does not know */
async function readOwner(server: string, key: string): Promise<string> {
  try {
    const { user } = await new SpecificationClient(server, { key }).call('discovery.whoami');
    return user.name;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    throw new SpecError(`${server} does not accept this key. Nothing was stored.`, EXIT.noPermission);
  }
}

function warnOfPlainHttp(server: string, { note }: Terminal): void {
  const { protocol, hostname: host } = new URL(server);
  if (protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(host))
    note(`${server} has no https: whoever sees the traffic can read the key.`);
}
