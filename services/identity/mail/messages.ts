/** The words of every mail. Plain text; a token stands alone on its line `token: …` (A17). Pure. */

export interface Written {
  subject: string;
  text: string;
}

const SERVICE = 'Construction Specification Service';

/** What the messages say about where they come from. */
const at = (site: string | null): string => (site === null ? `the ${SERVICE}` : `the ${SERVICE} at ${site}`);

const untilText = (until: Date): string => `${until.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const withToken = (token: string, until: Date): string => `It works once, until ${untilText(until)}.\n\ntoken: ${token}\n`;

// What the registrant called itself stays out: a stranger's words do not reach an inbox under our name.
/** Asks the owner of an address to prove it. */
export const verificationMail = (site: string | null, token: string, until: Date): Written => ({
  subject: `Confirm your address at the ${SERVICE}`,
  text:
    `Somebody registered this address at ${at(site)}.\n\n` +
    'If it was you, confirm the address: send this token to POST /api/account/verify-email.\n' +
    `${withToken(token, until)}\n` +
    'If it was not you, do nothing: without the token nobody can use your address.\n',
});

/** Tells somebody who has an account that another was asked for with the address (A17). */
export const knownAddressMail = (site: string | null): Written => ({
  subject: `You have an account at the ${SERVICE}`,
  text:
    `Somebody, perhaps you, registered this address at ${at(site)}, where it has an account already.\n\n` +
    'Sign in with it. If you do not know the password any more, ask for a new one with POST /api/account/password-reset.\n' +
    'If it was not you, there is nothing to do: nothing has changed.\n',
});

/** Lets the owner of an address set a new password. */
export const passwordResetMail = (site: string | null, token: string, until: Date): Written => ({
  subject: `Choose a new password at the ${SERVICE}`,
  text:
    `Somebody asked for a new password of your account at ${at(site)}.\n\n` +
    'If it was you, send this token with the new password to POST /api/account/password-reset/confirm. All your browser sessions end; keys stay.\n' +
    `${withToken(token, until)}\n` +
    'If it was not you, do nothing: your password stays.\n',
});

/** A notice that stands in the account too. */
export const noticeMail = (site: string | null, text: string): Written => ({
  subject: `Notice from the ${SERVICE}`,
  text: `${text}\n\nThis is a message of ${at(site)}.\n`,
});
