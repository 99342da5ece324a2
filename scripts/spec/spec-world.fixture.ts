/** Test fixture: a service with two authors of one company, and folders in which either runs `spec`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { type TestNode, useNode } from '../../test/service-node.ts';
import { useStarted } from '../../test/use-started.ts';
import { createKey, registerAccount, registerMember } from '../../tools/world/accounts.ts';
import { createStandard } from '../../tools/world/standards.ts';
import type { SaveBody } from '../import/documents/outline-conversion.ts';
import { storeKey } from './credentials.ts';
import { runSpec } from './run-spec.ts';
import type { Terminal } from './terminal.ts';

interface Run {
  code: number;
  out: string;
  err: string;
}

/** A folder in which somebody is signed in. */
export interface Desk {
  folder: string;
  /** Runs a command line. @param input standard input, and the answers to questions in their order */
  spec(words: string[], input?: string | string[], env?: Record<string, string>): Promise<Run>;
  read(file: string): string;
  write(file: string, text: string): void;
}

export interface SpecWorld {
  node: TestNode;
  url: string;
  author: RestClient;
  colleague: RestClient;
  authorSession: RestClient;
  /** A new folder. @param key null: nobody is signed in there */
  desk(key?: string | null): Desk;
  colleagueDesk(): Desk;
  /** A standard with this text in its working copy. */
  createStandard(text: SaveBody): Promise<number>;
}

/** Starts it for the tests of a file or `describe`. */
export function useSpecWorld(): SpecWorld {
  const node = useNode([
    'gateway',
    'identity',
    'standards',
    'projects',
    'datasheets',
    'wiki-moderation',
    'audit',
  ]);
  const started = useStarted(async () => {
    const authorSession = await registerAccount(node.url, 'Ada', 'Works');
    const colleagueSession = await registerMember(authorSession, 'Byron', 'CompanyEditor');
    const [own, other] = [await createKey(authorSession), await createKey(colleagueSession)];
    const { id } = await own.client.call('categories.create', { name: 'Concrete', subject_type: 'company' });
    const root = mkdtempSync(join(tmpdir(), 'spec-'));
    return {
      authorSession,
      own,
      other,
      categoryId: id,
      root,
      stop: async () => rmSync(root, { recursive: true, force: true }),
    };
  });
  let standards = 0;
  const desk = (key: string | null): Desk => {
    const folder = mkdtempSync(join(started().root, 'desk-'));
    const env = { XDG_CONFIG_HOME: join(folder, 'configuration') };
    if (key !== null) storeKey(env, { server: node.url, key });
    return {
      folder,
      spec: (words, input = '', more = {}) => runIn(folder, { ...env, ...more }, words, input),
      read: (file) => readFileSync(join(folder, file), 'utf8'),
      write: (file, text) => writeFileSync(join(folder, file), text),
    };
  };
  return {
    node,
    get url() {
      return node.url;
    },
    get author() {
      return started().own.client;
    },
    get colleague() {
      return started().other.client;
    },
    get authorSession() {
      return started().authorSession;
    },
    desk: (key = started().own.secret) => desk(key),
    colleagueDesk: () => desk(started().other.secret),
    async createStandard(text) {
      standards += 1;
      const { own, categoryId } = started();
      const name = `Standard ${standards}`;
      const about = { name, category_id: categoryId, subject_type: 'company' } as const;
      return (await createStandard(own.client, about, text)).id;
    },
  };
}

async function runIn(
  folder: string,
  env: Record<string, string>,
  words: string[],
  input: string | string[],
): Promise<Run> {
  const out: string[] = [];
  const err: string[] = [];
  const answers = [input].flat();
  const terminal: Terminal = {
    folder,
    env,
    print: (line) => void out.push(`${line}\n`),
    write: (text) => void out.push(text),
    note: (line) => void err.push(`${line}\n`),
    ask: async () => answers.shift() ?? '',
    readInput: async () => answers.shift() ?? '',
  };
  const code = await runSpec(words, terminal);
  return { code, out: out.join(''), err: err.join('') };
}
