/**
 * The error class for a packet from the bus that is dropped. Its message says what is wrong with the packet, and
 * quotes nothing of it.
 */
export class InvalidPacket extends Error {}
