/** The error of a missing datasheet revision, to which a pointer still refers: a fault of this service. */
export const missingRevisionError = (id: number): Error =>
  new Error(`datasheet revision ${id} does not exist`);
