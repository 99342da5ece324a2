/** Tests of writing documents in a child process with limits of time and memory. */
import assert from 'node:assert/strict';
import { afterEach, it } from '@jest/globals';
import type { DocumentFormat } from '../../documents/document-formats.ts';
import { printableStandard } from '../../documents/standards.fixture.ts';
import { hasErrorCode } from '../errors/errors.ts';
import { DocumentWriter } from './document-writer.ts';

const FAILING = new URL('./failing-process.fixture.ts', import.meta.url);
const requester = { quotaOwner: 'ada', signal: new AbortController().signal };
const titled = (name: string, format: DocumentFormat = 'pdf') => {
  const standard = printableStandard([{ address: '1', toc_content: 'Doors', content: '**Open** `x`.' }]);
  const head = { ...standard.head, name };
  return { format, source: { kind: 'standard', ...standard, head } } as const;
};
let writer: DocumentWriter;
afterEach(() => writer.stop());

const isUnavailable = (error: unknown): boolean => hasErrorCode(error, 'SERVICE_UNAVAILABLE');

it('a PDF is written by a process of its own', async () => {
  writer = new DocumentWriter();
  const bytes = await writer.write(titled('Doors'), requester);
  assert.equal(Buffer.from(bytes).toString('latin1', 0, 5), '%PDF-');
});

it('a process that hangs, dies or takes too much memory is replaced; its caller gets 503 or 413, the log a line', async () => {
  const lines: string[] = [];
  writer = new DocumentWriter({
    log: (line) => lines.push(line),
    maxTaskMs: 4_000,
    maxProcessBytes: 300 * 1024 * 1024,
    processFile: FAILING,
  });
  for (const fault of ['Deadly', 'Endless'])
    await assert.rejects(writer.write(titled(fault), requester), isUnavailable, fault);
  const isTooLarge = (error: unknown): boolean => hasErrorCode(error, 'PAYLOAD_TOO_LARGE');
  await assert.rejects(writer.write(titled('Hungry'), requester), isTooLarge);
  assert.deepEqual(
    lines.map((line) => line.replace(/: .*/, '')),
    Array.from({ length: 3 }, () => 'the pdf of standard 3, revision 7, was not written'),
  );
  assert.doesNotMatch(lines.join(), /Deadly|Endless|Hungry|Doors/);
  assert.equal(Buffer.from(await writer.write(titled('Doors'), requester)).toString(), 'Doors');
});

it.each(['pdf', 'docx'] as const)(
  'two workers write the same %s, whatever they wrote before',
  async (format) => {
    writer = new DocumentWriter();
    const other = new DocumentWriter();
    await other.write(titled('Gates', format), requester);
    const [one, two] = await Promise.all(
      [writer, other].map((each) => each.write(titled('Doors', format), requester)),
    );
    await other.stop();
    assert.deepEqual(one, two);
  },
);

it('a process has no variable of the environment of the service', async () => {
  process.env.CSS_TEST_SECRET = 'secret';
  writer = new DocumentWriter({ processFile: FAILING });
  const seen = Buffer.from(await writer.write(titled('Environment'), requester)).toString();
  assert.ok(!seen.includes('CSS_TEST_SECRET'), seen);
});
