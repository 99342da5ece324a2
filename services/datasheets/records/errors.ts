/** The error of a broken pointer, which is a fault of this service. */
export const missingRevisionError = (id: number): Error =>
  new Error(`datasheet revision ${id} does not exist`);
