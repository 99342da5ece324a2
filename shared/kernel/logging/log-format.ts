/**
 * The two forms of a log line (LOG_FORMAT): text for people, or one JSON object for log collectors. Both carry
 * the id of the request, where there is one.
 */
import { inspect, styleText } from 'node:util';
import { isUnavailable } from '../errors/unavailable.ts';
import { currentRequestId } from './request-id.ts';

/** A line of named values, such as the one of each request; members of their own in JSON. */
export class LogFields {
  readonly message: string;
  readonly fields: Readonly<Record<string, string | number>>;

  /** @param message what the line is about; shown only in JSON */
  constructor(message: string, fields: Readonly<Record<string, string | number>>) {
    this.message = message;
    this.fields = fields;
  }

  toText(): string {
    return Object.entries(this.fields)
      .map(([name, value]) => `${name}=${value}`)
      .join(' ');
  }
}

/** Where a line comes from: the module of the logger, and the node. */
interface LogSource {
  mod: string;
  nodeID: string;
}

type LineFormat = (level: string, words: readonly unknown[], source: LogSource) => string[];

export const LOG_FORMATS: Readonly<Record<'text' | 'json', LineFormat>> = {
  text(level, words, { mod }) {
    const line = words.map((word) => (word instanceof LogFields ? word.toText() : toText(word))).join(' ');
    const id = currentRequestId();
    const request = id === undefined || words.some(isFields) ? '' : ` request=${id}`;
    const time = styleText('gray', `[${new Date().toISOString()}]`);
    return [`${time} ${colour(level)} ${styleText('gray', mod.toUpperCase())}: ${line}${request}`];
  },
  json(level, words, { mod, nodeID }) {
    const id = currentRequestId();
    const line = {
      time: new Date().toISOString(),
      level,
      module: mod,
      node: nodeID,
      message: words.map((word) => (word instanceof LogFields ? word.message : toText(word))).join(' '),
      ...(id === undefined ? {} : { request: id }),
      ...Object.assign({}, ...words.filter(isFields).map(({ fields }) => fields)),
    };
    return [JSON.stringify(line)];
  },
};

const isFields = (word: unknown): word is LogFields => word instanceof LogFields;

/** An error with its stack; one of an outage, which every call meets, in one line. */
function toText(word: unknown): string {
  if (typeof word === 'string') return word;
  if (word instanceof Error && isUnavailable(word)) return `${word.name}: ${word.message}`;
  return inspect(word, { depth: 2, breakLength: Number.POSITIVE_INFINITY });
}

const COLOURS = { fatal: 'red', error: 'red', warn: 'yellow', info: 'green', debug: 'magenta' } as const;

function colour(level: string): string {
  const word = level.toUpperCase().padEnd(5);
  const name = Object.entries(COLOURS).find(([known]) => known === level)?.[1];
  return name ? styleText(name, word) : word;
}
