/**
 * The members of packets from other nodes: each packet is checked and built again from the members of its kind, before
 * Moleculer sees it. Moleculer itself pools the chunks of streams, keeps what a node tells of itself, and
 * logs the whole packet when a member has another type.
 */
import { randomUUID } from 'node:crypto';
import type { Transporters } from 'moleculer';
import { isPrototypeKey } from '../json/json-scan.ts';
import { isSafeRequestId } from '../logging/request-id.ts';
import { MAX_CALL_DURATION_MS } from './call-timeouts.ts';
import { InvalidPacket } from './invalid-packet.ts';
import {
  isNodeOfUser,
  PRESENCE_KINDS,
  PROGRAM_REQUESTS,
  SERVICE_REQUESTS,
  type SubjectParts,
} from './nats-subjects.ts';
import { cleanNodeInfo } from './node-info.ts';

export type Packet = Parameters<Transporters.NATS['serialize']>[0];
/** The members of a packet that was checked. */
export type CleanPayload = Packet['payload'] & { sender: string };
type Members = Readonly<Record<string, unknown>>;

export type PacketKind = 'REQ' | 'RES' | 'EVENT' | (typeof PRESENCE_KINDS)[number];

/** Moleculer's options for a packet; `balanced`: for any node that has the action. */
export interface SendOptions {
  balanced?: boolean;
  packet?: {
    type?: unknown;
    target?: unknown;
    payload?: { id?: unknown; action?: unknown; meta?: { isRead?: unknown } };
  };
}

export const PROTOCOL_VERSION = '5';
/** Ids of calls, and of questions after them, between nodes and from programs. */
const ID = /^[\w.:-]{1,128}$/;
/** As many calls as a node may have under way. */
const MAX_CALLS = 50_000;
/** As deep as calls may call each other (`maxCallLevel`). */
const MAX_LEVEL = 20;

/** Responses carry no meta: Moleculer would merge it into that of the caller, who uses it for retries. */
export function clearMeta({ payload }: Packet): void {
  payload.meta = {};
}

const KINDS: readonly string[] = [...PRESENCE_KINDS, 'REQ', 'RES', 'EVENT'];

/** Whether nodes of this deployment send packets of the kind. */
export const isPacketKind = (kind: string): kind is PacketKind => KINDS.includes(kind);

export const isPacketId = (value: unknown): value is string => typeof value === 'string' && ID.test(value);

/**
 * The members of a packet that its kind has, each of its type.
 * @param isProgram whether the sender is a program, which calls on behalf of nobody else
 * @throws InvalidPacket
 */
export function cleanPacket(
  kind: PacketKind,
  subject: SubjectParts,
  sent: unknown,
  isProgram: boolean,
): CleanPayload {
  if (!isObject(sent)) throw new InvalidPacket('it is no object');
  const { sender, ver } = sent;
  if (ver !== PROTOCOL_VERSION) throw new InvalidPacket('its version is not that of the protocol');
  if (!isNodeOfUser(subject.user, sender)) throw new InvalidPacket('the sender is not a node of that user');
  return { ...MEMBERS[kind](sent, subject, isProgram), ver: PROTOCOL_VERSION, sender };
}

/** The members of each kind but `ver` and `sender`. */
const MEMBERS: Readonly<
  Record<PacketKind, (sent: Members, subject: SubjectParts, isProgram: boolean) => Record<string, unknown>>
> = {
  REQ: requestMembers,
  RES: responseMembers,
  EVENT: eventMembers,
  INFO: cleanNodeInfo,
  DISCOVER: () => ({}),
  DISCONNECT: () => ({}),
  HEARTBEAT: ({ cpu }) => ({ cpu: isNumber(cpu) ? cpu : null }),
  PING: ({ id, time, calls }) =>
    calls === undefined ? { id: requireId(id), time: requireNumber(time) } : { calls: requireIds(calls) },
  PONG: ({ id, time, arrived, calls, underWay }) =>
    calls === undefined
      ? { id: requireId(id), time: requireNumber(time), arrived: requireNumber(arrived) }
      : { calls: requireIds(calls), underWay: requireIds(underWay) },
};

function requestMembers(sent: Members, { channel, target }: SubjectParts, isProgram: boolean): Members {
  // NATS chooses the node of a call, so none is addressed to one.
  refuseIf(channel !== SERVICE_REQUESTS && channel !== PROGRAM_REQUESTS, 'a request names no node');
  refuseIf(sent.action !== target, 'its action is not that of its subject');
  refuseStream(sent);
  return {
    id: requireId(sent.id),
    action: target,
    params: sent.params ?? {},
    ...contextMembers(sent, isProgram),
    timeout: toTimeout(sent.timeout),
  };
}

function responseMembers(sent: Members): Members {
  refuseStream(sent);
  const { id, success, data, error } = sent;
  return {
    id: requireId(id),
    meta: {},
    headers: {},
    success: success === true,
    data,
    error: toObject(error),
  };
}

function eventMembers(sent: Members, { channel, target }: SubjectParts): Members {
  const { id, event, data, groups, broadcast } = sent;
  if (typeof event !== 'string') throw new InvalidPacket('it names no event');
  const isNamed = channel === 'EVENT' || target.endsWith(`.${event}`);
  refuseIf(!isNamed, 'its event is not that of its subject');
  return {
    id: requireId(id),
    event,
    data,
    groups: isStringArray(groups) ? groups.slice(0, MAX_LEVEL) : null,
    broadcast: broadcast === true,
    ...contextMembers(sent, false),
  };
}

/** What is logged, stored or traced of a call is checked, or replaced as if it were missing. */
function contextMembers(sent: Members, isProgram: boolean): Members {
  const { meta, headers, level, tracing, parentID, requestID, caller } = sent;
  return {
    meta: toObject(meta),
    headers: isProgram ? {} : toObject(headers),
    level: !isProgram && Number.isInteger(level) ? Math.min(Math.max(Number(level), 1), MAX_LEVEL) : 1,
    tracing: !isProgram && tracing === true ? true : null,
    parentID: isSafeRequestId(parentID) ? parentID : null,
    requestID: isSafeRequestId(requestID) ? requestID : randomUUID(),
    caller: !isProgram && isSafeRequestId(caller) ? caller : null,
  };
}

/** No call of ours is a stream; Moleculer would pool the chunks of one before it looks at anything else. */
function refuseStream({ stream, seq }: Members): void {
  refuseIf((stream ?? false) !== false || (seq ?? null) !== null, 'it is part of a stream');
}

/** Whole milliseconds, as timers take them; null: Moleculer's default. */
function toTimeout(sent: unknown): number | null {
  return typeof sent === 'number' && sent > 0 ? Math.ceil(Math.min(sent, MAX_CALL_DURATION_MS)) : null;
}

function refuseIf(isWrong: boolean, reason: string): void {
  if (isWrong) throw new InvalidPacket(reason);
}

function requireId(value: unknown): string {
  if (!isPacketId(value))
    throw new InvalidPacket('its id has other characters than ids have, or is too long');
  return value;
}

function requireIds(value: unknown): string[] {
  if (!isStringArray(value) || value.length > MAX_CALLS || !value.every(isPacketId))
    throw new InvalidPacket('it has no list of calls');
  return value;
}

function requireNumber(value: unknown): number {
  if (!isNumber(value)) throw new InvalidPacket('a time is no number');
  return value;
}

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object without members that would reach a prototype when it is copied. */
const toObject = (value: unknown): Record<string, unknown> =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([name]) => !isPrototypeKey(name))) : {};

export const isStringArray = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
