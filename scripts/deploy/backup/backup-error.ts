/** A backup or a restore that is not possible; the message is one line that says what to do. */
export class BackupError extends Error {}
