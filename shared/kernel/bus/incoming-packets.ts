/**
 * Checks what other nodes and programs send before Moleculer sees it: the size by kind of packet, while it is unpacked;
 * the members by kind; how many nodes a NATS user has. Requests of programs go to `program-requests.ts`, which answers
 * an invalid one with an error where it can read the sender. Every other invalid packet is logged and dropped.
 */
import { createBufferGarbageCollection } from '../../buffer-garbage-collection.ts';
import { DroppedMessages } from './dropped-messages.ts';
import { InvalidPacket } from './invalid-packet.ts';
import { KnownNodes, type NodeRegistry } from './known-nodes.ts';
import { isCompressed, unpackMessage } from './message-compression.ts';
import {
  isPresenceKind,
  PROGRAM_REQUESTS,
  parseSubject,
  type SubjectParts,
  userOfNode,
} from './nats-subjects.ts';
import { type CleanPayload, cleanPacket, type PacketKind } from './packet-members.ts';
import { maxPacketBytes } from './packet-sizes.ts';
import { ProgramRequests, type RequestHandling } from './program-requests.ts';

export interface ReceivedMessage {
  subject: string;
  data: Uint8Array;
}

/** What is done with packets that are accepted. */
interface PacketHandling extends Pick<RequestHandling, 'isToken' | 'answer'>, NodeRegistry {
  handle(kind: PacketKind, payload: CleanPayload): Promise<unknown>;
  warn(line: string): void;
}

export class IncomingPackets {
  readonly #handling: PacketHandling;
  /** NATS users whose nodes have announced themselves; every other one is that of a program. */
  readonly #serviceUsers: Set<string>;
  readonly #knownNodes: KnownNodes;
  readonly #programRequests: ProgramRequests;
  readonly #dropped: DroppedMessages;
  readonly #collectGarbageIfDue = createBufferGarbageCollection();

  /** @param ownUser the NATS user of this node */
  constructor(ownUser: string, handling: PacketHandling) {
    this.#handling = handling;
    this.#serviceUsers = new Set([ownUser]);
    this.#knownNodes = new KnownNodes(handling);
    this.#dropped = new DroppedMessages((line) => handling.warn(line));
    this.#programRequests = new ProgramRequests({
      isToken: (token) => handling.isToken(token),
      answer: (node, id, error) => handling.answer(node, id, error),
      handle: (payload) => handling.handle('REQ', payload),
    });
  }

  isProgram(node: string): boolean {
    return !this.#serviceUsers.has(userOfNode(node));
  }

  /** Never throws. */
  async receive(kind: PacketKind, prefix: string, { subject, data }: ReceivedMessage): Promise<void> {
    const parts = parseSubject(prefix, subject);
    const isProgram = parts.channel === PROGRAM_REQUESTS || !this.#serviceUsers.has(parts.user);
    // A view: a copy of what is dropped would cost as much as what is kept.
    const message = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    try {
      if (kind === 'REQ' && isProgram) await this.#programRequests.receive(parts, message);
      else await this.#handling.handle(kind, await this.#read(kind, parts, message, isProgram));
    } catch (error) {
      this.#dropped.report(parts.user, subject, error instanceof Error ? error.message : String(error));
    } finally {
      if (isProgram) this.#collectGarbageIfDue(memoryOf(kind, parts, message));
    }
  }

  /** @throws InvalidPacket, and the errors of decompressing and parsing */
  async #read(
    kind: PacketKind,
    parts: SubjectParts,
    message: Buffer,
    isProgram: boolean,
  ): Promise<CleanPayload> {
    if (isProgram && (kind === 'RES' || kind === 'EVENT'))
      throw new InvalidPacket('a program sends requests only');
    const isPresence = isPresenceKind(kind);
    // They are always below the size from which messages are compressed.
    if ((isPresence || kind === 'EVENT') && isCompressed(message))
      throw new InvalidPacket('such a packet is never compressed');
    const limit = maxPacketBytes(kind, kind === 'REQ' ? parts.target : null);
    const content = await unpackMessage(message, limit);
    const payload = cleanPacket(kind, parts, JSON.parse(content.toString()), isProgram);
    if (isPresence && !this.#knownNodes.admit(parts.user, payload.sender))
      throw new InvalidPacket('its user has too many nodes');
    if (kind === 'INFO') this.#serviceUsers.add(parts.user);
    return payload;
  }
}

/** Largest expansion of one compressed byte in zlib. */
const MAX_INFLATED_BYTES = 1032;

/** The most memory that a message may have taken, in bytes. */
function memoryOf(kind: PacketKind, { target }: SubjectParts, message: Buffer): number {
  const limit = maxPacketBytes(kind, kind === 'REQ' ? target : null);
  const inflated = isCompressed(message) ? Math.min(limit, message.length * MAX_INFLATED_BYTES) : 0;
  return message.length + inflated;
}
