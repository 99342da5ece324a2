/** The error of publishing a draft that is closed. */
import { draftClosed, noOpenDraft } from '../../../shared/kernel/errors/errors.ts';

/** A draft that the caller has read was closed since; without a version there is simply no open draft. */
export const closedDraftError = (baseVersion: string | undefined): Error =>
  baseVersion === undefined ? noOpenDraft() : draftClosed();
