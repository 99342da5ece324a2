/**
 * Builds the result of a tool call: the body as structured content and as text, markup as it is. An answer that is
 * too large is cut to a part, with a sentence on how to get the rest. Refusals are problem documents as text.
 */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { type CutMember, takePart } from './answer-parts.ts';
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
  whole: unknown,
  budget: number,
  { name, continuation, notes }: AnswerOptions,
): CallToolResult {
  const part = takePart(whole, continuation, budget);
  // Also the last part has not what earlier ones had.
  const body = part.cut.length === 0 ? part.body : { ...Object(part.body), notWhole: part.cut };
  if (part.continuation === null) {
    const last = `This is the last part of the answer. ${describeCut(part.cut)}`;
    return render(body, part.cut.length === 0 ? notes : [last, ...notes]);
  }
  const goOn = `For the rest, about ${kilobytes(part.left)} KB, call ${name} again with the same arguments and "continuation": "${part.continuation}".`;
  return render(
    { ...Object(body), continuation: part.continuation },
    [`This is a part of the answer. ${describeCut(part.cut)} ${goOn}`, ...notes],
    // A model that copies the text sees that it is not whole.
    textOf(part.body) === textOf(whole)
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
          `About ${kilobytes(part.left)} KB of the other members are left out. ${describeCut(part.cut)}`,
          isDryRun ? '' : readerSentence(name, 'the rest'),
        ]
      : []),
  ];
  const shown = part.cut.length === 0 ? part.body : { ...Object(part.body), notWhole: part.cut };
  return render(shown, [sentences.filter((sentence) => sentence !== '').join(' '), ...notes]);
}

/** A sentence that names the members which lack some of their items or characters. */
const describeCut = (cut: readonly CutMember[]): string =>
  cut.length === 0
    ? ''
    : `Not whole: ${cut.map(({ member, shown, of }) => `${member || 'the answer'} (${shown} of ${of})`).join(', ')}.`;

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
export function toolRefusal(problem: object, notes: readonly string[] = []): CallToolResult {
  const whole = refusal([JSON.stringify(problem), ...notes]);
  if (fitsMessage(whole)) return whole;
  return fitToMessage(PART_CHARACTERS, (budget) => {
    const { body, cut } = takePart(problem, undefined, budget);
    const rest = `The lists of this problem document are cut. ${describeCut(cut)} Mend what is named here, then try again.`;
    return refusal([JSON.stringify(body), rest]);
  });
}

const refusal = (texts: readonly string[]): CallToolResult => ({
  content: texts.map((text) => ({ type: 'text', text })),
  isError: true,
});
