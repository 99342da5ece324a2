/** Check that the reason `other` has a note. Pure. */
import type { ModerationReason } from '../../../shared/contracts/wiki-moderation/moderation-reasons.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { hasVisibleCharacter } from '../../../shared/text/names-and-emails.ts';

/** @throws VALIDATION_ERROR for `other` without a note */
export function assertReasonNote(reason: ModerationReason, note: string | undefined): void {
  if (reason !== 'other' || hasVisibleCharacter(note ?? '')) return;
  throw validationError([
    { path: 'reason_note', message: "The reason 'other' needs a note. Send reason_note." },
  ]);
}
