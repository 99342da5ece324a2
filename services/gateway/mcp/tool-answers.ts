/**
 * The result of a tool call: the body as structured content and as text, markup as it is, cut to a part where it is
 * too large, with a sentence on how to go on. Refusals are problem documents as text.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { takePart } from './answer-parts.ts';
import { fitsMessage, fitToMessage } from './message-size.ts';

/** Characters of a part at first: a body is in a result twice, once with escapes. */
const PART_CHARACTERS = 28_000;

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
  if (continuation === undefined && fitsMessage(body)) {
    const whole = render(body, notes);
    if (fitsMessage(whole)) return whole;
  }
  return fitToMessage(PART_CHARACTERS, (budget) => renderPart(body, budget, options));
}

function renderPart(
  body: unknown,
  budget: number,
  { name, continuation, canContinue, notes }: AnswerOptions,
): CallToolResult {
  const part = takePart(body, continuation, budget);
  if (part.continuation === null) return render(part.body, notes);
  const kilobytes = Math.ceil(part.left / 1024);
  if (!canContinue) {
    const rest = `The write is done. About ${kilobytes} KB of its answer are left out; read them with a tool that reads.`;
    return render(part.body, [rest, ...notes]);
  }
  const goOn = `This is a part of the answer. For the rest, about ${kilobytes} KB, call ${name} again with the same arguments and "continuation": "${part.continuation}".`;
  return render({ ...Object(part.body), continuation: part.continuation }, [goOn, ...notes]);
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
  const whole = refusal([JSON.stringify(problem)]);
  if (fitsMessage(whole)) return whole;
  const rest = 'The lists of this problem document are cut. Mend what is named here, then try again.';
  return fitToMessage(PART_CHARACTERS, (budget) =>
    refusal([JSON.stringify(takePart(problem, undefined, budget).body), rest]),
  );
}

const refusal = (texts: readonly string[]): CallToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
  isError: true,
});
