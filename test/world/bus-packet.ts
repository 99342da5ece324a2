/** Sends one packet on the bus as a program writes it, without our client, and reads the response. */
import { randomUUID } from 'node:crypto';
import { connect } from 'nats';
import { packMessage, unpackMessage } from '../../shared/kernel/bus/message-compression.ts';
import { natsConnectionOptions, natsUserFromUrl } from '../../shared/kernel/bus/nats-connection.ts';
import { publishSubject, subjectPrefix } from '../../shared/kernel/bus/nats-subjects.ts';

export interface BusAddress {
  /** NATS server with user and password. */
  url: string;
  namespace: string;
}

/** A response as text, and parsed. */
export interface ReceivedPacket {
  text: string;
  packet: { sender: string; success: boolean; data: unknown; error?: Record<string, unknown> };
}

/**
 * Sends a request for an action.
 * @param written the text of the packet, from its usual members
 */
export async function sendBusPacket(
  { url, namespace }: BusAddress,
  action: string,
  written: (members: Record<string, unknown>) => string,
): Promise<ReceivedPacket> {
  const prefix = subjectPrefix(namespace);
  const user = natsUserFromUrl(url);
  const nats = await connect(natsConnectionOptions(url));
  const sender = `${user}.intruder-${randomUUID()}`;
  const usual = { ver: '5', sender, id: randomUUID(), action, params: {}, timeout: 15_000, level: 1 };
  try {
    const response = Promise.withResolvers<Uint8Array>();
    nats.subscribe(`${prefix}.RES.*.${sender}`, { callback: (_, { data }) => response.resolve(data) });
    const message = await packMessage(Buffer.from(written(usual)));
    nats.publish(publishSubject(prefix, `${prefix}.REQB.${action}`, user), message);
    const text = (await unpackMessage(Buffer.from(await response.promise))).toString();
    return { text, packet: JSON.parse(text) };
  } finally {
    await nats.close();
  }
}
