/**
 * Mails as plain text: verification of an email, a registration with an email that has an account, password reset, and
 * the frame around a notification, whose text comes from whoever sends it (those of invitations are in
 * `shared/text/invitation-texts.ts`). A token has its own line `token: …`. Pure.
 */
import { basePathOf } from '../../../shared/kernel/node/base-path.ts';

export interface MailContent {
  subject: string;
  text: string;
}

const SERVICE = 'Construction Specification Service';

const siteName = (site: string | null): string =>
  site === null ? `the ${SERVICE}` : `the ${SERVICE} at ${site}`;

const formatExpiry = (until: Date): string => `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const withToken = (token: string, until: Date): string =>
  `It can be used once and expires at ${formatExpiry(until)}.\n\ntoken: ${token}\n`;

/**
 * Asks a recipient to verify the email. Without the name of the registrant: strangers must not write to
 * inboxes in our name.
 */
export const verificationMail = (site: string | null, token: string, until: Date): MailContent => ({
  subject: `Confirm your email for the ${SERVICE}`,
  text:
    `Someone registered this email at ${siteName(site)}.\n\n` +
    `If it was you, confirm your email: send this token to POST ${basePathOf(site)}/api/account/verify-email.\n` +
    `${withToken(token, until)}\n` +
    'If it was not you, ignore this message: nobody can use your email without the token.\n',
});

/** Informs an account's owner of an attempt to register its email again. */
export const existingAccountMail = (site: string | null): MailContent => ({
  subject: `You have an account at the ${SERVICE}`,
  text:
    `Someone, perhaps you, tried to register this email at ${siteName(site)}. It already has an account.\n\n` +
    `Sign in with it. If you forgot your password, request a reset with POST ${basePathOf(site)}/api/account/password-reset.\n` +
    'If it was not you, ignore this message: nothing has changed.\n',
});

/** Lets an account's owner set a new password. */
export const passwordResetMail = (site: string | null, token: string, until: Date): MailContent => ({
  subject: `Choose a new password at the ${SERVICE}`,
  text:
    `Someone requested a password reset for your account at ${siteName(site)}.\n\n` +
    `If it was you, send this token with the new password to POST ${basePathOf(site)}/api/account/password-reset/confirm. All your browser sessions will end; your API keys stay valid.\n` +
    `${withToken(token, until)}\n` +
    'If it was not you, ignore this message: your password has not changed.\n',
});

/** A notification, which the account shows too. */
export const notificationMail = (site: string | null, text: string): MailContent => ({
  subject: `Notice from the ${SERVICE}`,
  text: `${text}\n\nThis message was sent by ${siteName(site)}.\n`,
});
