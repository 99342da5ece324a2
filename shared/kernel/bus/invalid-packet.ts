/** A packet that is dropped; the message says what is wrong with it, and quotes nothing of it. */
export class InvalidPacket extends Error {}
