/**
 * The result of a tool call: the body as structured content and as text, markup as it is, cut to a part where it is
 * too large, with a sentence on how to go on. Refusals are problem documents as text.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { takePart } from './answer-parts.ts';
import { readerSentence, withoutDocumentTexts } from './document-texts.ts';
import { fitsMessage, fitToMessage } from './message-size.ts';

/** Characters of a part at first: a body is in a result twice, once with escapes. */
const PART_CHARACTERS = 28_000;

interface AnswerOptions {
  /** The tool, which gives the rest. */
  name: string;
  continuation: string | undefined;
  /** Whether a call with the same arguments gives the same answer again: not one that writes. */
  canContinue: boolean;
  /** Whether the call was a write that stored nothing. */
  isDryRun?: boolean;
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
  return fitToMessage(PART_CHARACTERS, (budget) =>
    options.canContinue ? renderPart(body, budget, options) : renderWrite(body, budget, options),
  );
}

function renderPart(
  body: unknown,
  budget: number,
  { name, continuation, notes }: AnswerOptions,
): CallToolResult {
  const part = takePart(body, continuation, budget);
  if (part.continuation === null) return render(part.body, notes);
  const goOn = `For the rest, about ${kilobytes(part.left)} KB, call ${name} again with the same arguments and "continuation": "${part.continuation}".`;
  return render(
    { ...Object(part.body), continuation: part.continuation },
    [
      `This is a part of the answer: lists and texts that are short or empty here go on in other parts. ${goOn}`,
      ...notes,
    ],
    // A model that copies the text sees that it is not whole.
    textOf(part.body) === textOf(body)
      ? ''
      : `\n\nThis is a part of the text; saved as it is, it would delete the rest. ${goOn}`,
  );
}

/** What a write says of itself, without texts of documents. */
function renderWrite(
  body: unknown,
  budget: number,
  { name, isDryRun = false, notes }: AnswerOptions,
): CallToolResult {
  const told = withoutDocumentTexts(body);
  const part = takePart(told, undefined, budget);
  const hasText = JSON.stringify(told) !== JSON.stringify(body);
  const sentences = [
    isDryRun ? 'Nothing was stored: this was a dry run.' : 'The write is done.',
    ...(hasText ? ['The text is too large for this answer, which has no part of it.'] : []),
    ...(hasText && !isDryRun ? [readerSentence(name)] : []),
    ...(part.left > 0
      ? [
          `About ${kilobytes(part.left)} KB of the other members are left out, so lists may be short or empty here; read them with a tool that reads.`,
        ]
      : []),
  ];
  return render(part.body, [sentences.join(' '), ...notes]);
}

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024);

/** Members with the text of a standard or of a wiki page. */
const TEXT_MEMBERS = ['markdown', 'content'];

const textMemberOf = (body: Readonly<Record<string, unknown>>): string | undefined =>
  TEXT_MEMBERS.find((member) => typeof body[member] === 'string');

function textOf(body: unknown): unknown {
  const members: Record<string, unknown> = { ...Object(body) };
  return members[textMemberOf(members) ?? ''];
}

/**
 * Such a text is a text of its own, without escapes, before the other members.
 * @param end after this text
 */
function render(body: unknown, notes: readonly string[], end = ''): CallToolResult {
  const structuredContent: Record<string, unknown> = { ...Object(body) };
  const name = textMemberOf(structuredContent);
  const others = Object.entries(structuredContent).filter(([member]) => member !== name);
  const texts =
    name === undefined
      ? [JSON.stringify(body)]
      : [
          `${structuredContent[name]}${end}`,
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
