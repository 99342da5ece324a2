/**
 * The result of a tool call: the body as structured content and as text, markup as it is, cut to a part where it is
 * too large, with a sentence on how to go on. Refusals are problem documents as text.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { StaleContinuationError, takePart } from './answer-parts.ts';

/** Bytes of the largest result; the message around it has the rest of 64 KB. */
const MAX_RESULT_BYTES = 63 * 1024;
/** Of a part at first: a body is in a result twice, once with escapes. */
const PART_BYTES = 28_000;

interface AnswerOptions {
  /** The tool, which gives the rest. */
  name: string;
  continuation: string | undefined;
  /** Whether a call with the same arguments gives the same answer again: not one that writes. */
  canContinue: boolean;
  /** Sentences for the model. */
  notes: readonly string[];
}

/**
 * The result with this body, or with a part of it.
 * @throws VALIDATION_ERROR for a continuation of an answer that has changed
 */
export function toolAnswer(body: unknown, options: AnswerOptions): CallToolResult {
  const { continuation, notes } = options;
  if (continuation === undefined && sizeOf(body) <= MAX_RESULT_BYTES) {
    const whole = render(body, notes);
    if (sizeOf(whole) <= MAX_RESULT_BYTES) return whole;
  }
  for (let budget = PART_BYTES; ; budget = Math.floor(budget / 2)) {
    const part = renderPart(body, budget, options);
    if (sizeOf(part) <= MAX_RESULT_BYTES || budget < 1_000) return part;
  }
}

function renderPart(
  body: unknown,
  budget: number,
  { name, continuation, canContinue, notes }: AnswerOptions,
): CallToolResult {
  const part = takePartOf(body, continuation, budget);
  if (part.continuation === null) return render(part.body, notes);
  const kilobytes = Math.ceil(part.left / 1024);
  if (!canContinue) {
    const rest = `The write is done. About ${kilobytes} KB of its answer are left out; read them with a tool that reads.`;
    return render(part.body, [rest, ...notes]);
  }
  const goOn = `This is a part of the answer. For the rest, about ${kilobytes} KB, call ${name} again with the same arguments and "continuation": "${part.continuation}".`;
  return render({ ...Object(part.body), continuation: part.continuation }, [goOn, ...notes]);
}

function takePartOf(body: unknown, continuation: string | undefined, budget: number) {
  try {
    return takePart(body, continuation, budget);
  } catch (error) {
    if (!(error instanceof StaleContinuationError)) throw error;
    const message = 'The answer has changed since its first part. Call again without continuation.';
    throw validationError([{ path: 'continuation', message }]);
  }
}

/** Members with the text of a standard or of a wiki page. */
const TEXT_MEMBERS = ['markdown', 'content'];

/** Such a text is a text of its own, without escapes, before the other members. */
function render(body: unknown, notes: readonly string[]): CallToolResult {
  const structuredContent: Record<string, unknown> = { ...Object(body) };
  const name = TEXT_MEMBERS.find((member) => typeof structuredContent[member] === 'string');
  const others = Object.entries(structuredContent).filter(([member]) => member !== name);
  const texts =
    name === undefined
      ? [JSON.stringify(body)]
      : [
          String(structuredContent[name]),
          ...(others.length > 0 ? [JSON.stringify(Object.fromEntries(others))] : []),
        ];
  return {
    content: [...texts, ...notes].map((text) => ({ type: 'text', text })),
    structuredContent,
    isError: false,
  };
}

/** A refusal: the problem document as text, which no schema of a result is held against. */
export function toolRefusal(problem: object): CallToolResult {
  const text = JSON.stringify(problem);
  const isLarge = Buffer.byteLength(JSON.stringify(text)) > MAX_RESULT_BYTES;
  const texts = isLarge
    ? [
        JSON.stringify(takePart(problem, undefined, PART_BYTES).body),
        'The lists of this problem document are cut. Mend what is named here, then try again.',
      ]
    : [text];
  return { content: texts.map((each) => ({ type: 'text', text: each })), isError: true };
}

const sizeOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');
