/**
 * Reads the requests of programs on the bus, which anybody with a NATS user can send: by the limits and the strict
 * JSON of a request over HTTP, and a large one only with the token of somebody who has signed in. Errors are answered
 * to the sender that the packet names.
 */
import { setImmediate } from 'node:timers/promises';
import { apiError, unauthenticated } from '../errors/errors.ts';
import { parseJsonBody, parseStrictJson } from '../json/strict-json.ts';
import { InvalidPacket } from './invalid-packet.ts';
import { isCompressed, unpackMessage } from './message-compression.ts';
import { isNodeOfUser, type SubjectParts } from './nats-subjects.ts';
import { cleanPacket, isPacketId, type Packet } from './packet-members.ts';
import { maxPacketBytes } from './packet-sizes.ts';
import { LARGE_REQUESTS, RequestLanes, SMALL_REQUESTS } from './request-lanes.ts';

/** Tokens that are looked at. A text has one; more are guesses. */
const MAX_TOKENS = 3;
const MEMBER = '"principal"';
const TOKEN = /^"principal"\s{0,9}:\s{0,9}"([\w.-]{1,8192})"/;
/** The longest match of `TOKEN`. */
const TOKEN_BYTES = 9_000;
/** Up to this size a request is parsed in one go, and without a token. */
const SMALL_BYTES = 64 * 1024;

/** What requests of programs need of the transporter. */
export interface RequestHandling {
  /** Whether a token is genuine and in date. */
  isToken(token: string): boolean;
  /** Calls the action, and answers. */
  handle(payload: Packet['payload']): Promise<unknown>;
  answer(node: string, id: string, error: Error): Promise<unknown>;
}

export class ProgramRequests {
  readonly #handling: RequestHandling;
  readonly #small = new RequestLanes(SMALL_REQUESTS);
  readonly #large = new RequestLanes(LARGE_REQUESTS);

  constructor(handling: RequestHandling) {
    this.#handling = handling;
  }

  /** @throws InvalidPacket, and other errors for a message that cannot be read */
  async receive(subject: SubjectParts, message: Buffer): Promise<void> {
    const limit = maxPacketBytes('REQ', subject.target);
    // Before anything is unpacked: a plain one is as large as it looks.
    if (!isCompressed(message) && message.length > limit + 1)
      throw new InvalidPacket(`it has more than ${limit} bytes`);
    const isSmall = !isCompressed(message) && message.length <= SMALL_BYTES;
    const lanes = isSmall ? this.#small : this.#large;
    const isTaken = await lanes.run(subject.user, message, async (kept, unpack) => {
      const read = async (): Promise<Packet['payload'] | null> => {
        const content = await unpackMessage(kept, limit);
        // Others are served between two of them.
        await setImmediate();
        return this.#parse(subject, content);
      };
      const payload = await (isSmall ? read() : unpack(read));
      if (payload) await this.#handling.handle(payload);
    });
    if (!isTaken) throw new InvalidPacket('too many requests of this user are waiting');
  }

  /** Null for a request that was answered with an error. @throws InvalidPacket */
  async #parse(subject: SubjectParts, content: Buffer): Promise<Packet['payload'] | null> {
    try {
      if (content.length > SMALL_BYTES && !this.#containsToken(content)) throw unauthenticated();
      return cleanPacket('REQ', subject, await parse(content), true);
    } catch (error) {
      const sender = senderIn(content, subject.user);
      if (!(error instanceof Error) || sender === null) throw error;
      const answered = error instanceof InvalidPacket ? malformed(error.message) : error;
      await this.#handling.answer(sender.node, sender.id, answered);
      return null;
    }
  }

  #containsToken(content: Buffer): boolean {
    let tries = 0;
    // Found one after the other, without a copy of the text: it may be large, and have half a million of them.
    for (let at = content.indexOf(MEMBER); at !== -1; at = content.indexOf(MEMBER, at + MEMBER.length)) {
      const [, token] = TOKEN.exec(content.toString('latin1', at, at + TOKEN_BYTES)) ?? [];
      if (token === undefined) continue;
      if (this.#handling.isToken(token)) return true;
      tries += 1;
      if (tries === MAX_TOKENS) break;
    }
    return false;
  }
}

const parse = async (content: Buffer): Promise<unknown> =>
  content.length > SMALL_BYTES ? (await parseJsonBody(content)).body : parseStrictJson(content);

const malformed = (reason: string): Error =>
  apiError('MALFORMED_REQUEST', `The request on the bus is not valid: ${reason}.`);

/** Bytes at either end of a text, in which the members of a packet before and behind its parameters are. */
const ENDS_BYTES = 2_048;

/** To whom an error is answered: read from the ends of the text, which need not be valid JSON. */
function senderIn(content: Buffer, user: string): { node: string; id: string } | null {
  const start = content.toString('latin1', 0, ENDS_BYTES);
  const end = content.toString('latin1', Math.max(0, content.length - ENDS_BYTES));
  const member = (name: string, text: string): string[] =>
    [...text.matchAll(new RegExp(`"${name}"\\s{0,9}:\\s{0,9}"([\\w.:-]{1,200})"`, 'g'))].map(
      ([, value = '']) => value,
    );
  const node = member('sender', start)[0] ?? member('sender', end).at(-1);
  const id = member('id', start)[0] ?? member('id', end).at(-1);
  return isNodeOfUser(user, node) && isPacketId(id) ? { node, id } : null;
}
