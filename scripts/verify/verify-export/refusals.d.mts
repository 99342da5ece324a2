/** The refusal of a file: `reason` is stable, the message is for people. */
export class Refused extends Error {
  readonly reason: string;
  constructor(reason: string, message: string);
}
