/**
 * The error class for a packet from the bus that is not accepted: it is dropped, or a program that sent it is answered with
 * the message. The message says what is wrong with the packet, and quotes nothing of it.
 */
export class InvalidPacket extends Error {}
