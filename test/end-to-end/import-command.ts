/**
 * Runs `npm run import` as a process of its own, with an author's key, against a service in the process of the tests.
 * For end-to-end tests.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ReadDocument } from '../../scripts/import/documents/read-document.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { AUTHOR_PERMISSIONS, createKey, registerAccount } from '../../tools/world/accounts.ts';
import { startTestNode, type TestNode } from '../service-node.ts';

/** What `--json` prints. */
export interface ImportReport {
  element_count: number;
  changes: ReadDocument['changes'];
  standard: {
    id: number;
    content_hash: string;
    resumed: boolean;
    notices: string[];
    revision: { code: string } | null;
  };
}

export class ImportCommand {
  readonly base: string;
  /** A session of the company's administrator. */
  readonly owner: RestClient;
  /** The key of the command. */
  readonly client: RestClient;
  readonly #service: TestNode;
  readonly #folder = mkdtempSync(join(tmpdir(), 'css-import-'));
  #files = 0;

  private constructor(service: TestNode, owner: RestClient, client: RestClient) {
    this.base = service.url;
    this.owner = owner;
    this.client = client;
    this.#service = service;
  }

  /** Starts the service, with a company and a key of its administrator. */
  static async start(): Promise<ImportCommand> {
    const service = await startTestNode();
    const owner = await registerAccount(service.url, 'Ada', 'Access Specifiers');
    const { client } = await createKey(owner, AUTHOR_PERMISSIONS);
    return new ImportCommand(service, owner, client);
  }

  async stop(): Promise<void> {
    await this.#service.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A new file with this markup. */
  write(markup: string): string {
    const file = join(this.#folder, `text-${++this.#files}.md`);
    writeFileSync(file, markup);
    return file;
  }

  /** Starts the command. */
  spawn(args: string[], base = this.base): ChildProcess {
    return spawn(process.execPath, ['scripts/import/import.ts', ...args, '--to', base], {
      env: { ...process.env, IMPORT_KEY: this.client.credential.key ?? '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** Runs the command to its end. */
  async run(args: string[], base?: string): Promise<{ code: number | null; out: string; err: string }> {
    const child = this.spawn(args, base);
    assert.ok(child.stdout && child.stderr);
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { code: typeof code === 'number' ? code : null, out, err };
  }

  /** Runs it with `--json` and returns the report. */
  async report(args: string[]): Promise<ImportReport> {
    const { code, out, err } = await this.run([...args, '--json']);
    assert.equal(code, 0, err);
    const report: ImportReport = JSON.parse(out);
    return report;
  }
}
