/** Error of a backup or restore that is not possible. Its message is one line that says what to do. */
export class BackupError extends Error {}
