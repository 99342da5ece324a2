/**
 * Names of people, companies and projects in notifications and mails: a name that contains a web address is replaced by a
 * word. Mail programs make a link of it, and a stranger could send links in our name. Pure.
 */

/** The dots that end a label of a domain, in addition to the full stop (UTS 46); compatibility forms are folded before. */
const OTHER_DOTS = /[\u3002\uff0e\uff61\u2024\ufe52]/gu;
/** A scheme, `www`, an IPv4 address, or two labels of a domain (some are symbols) of which the last is made of letters. */
const WEB_ADDRESS =
  /:\s*\/\/|\b(?:https?|ftp|mailto|tel|javascript|data):\S|\bwww\b|\d+\.\d+\.\d+\.\d+|[\p{L}\p{M}\p{N}\p{S}_-]\.(?:[\p{L}\p{M}]{2}|xn--)/iu;

/** Whether a mail program, or a reader, would take a part of the text for an address of the web. */
export const containsWebAddress = (text: string): boolean =>
  WEB_ADDRESS.test(
    text
      .replace(OTHER_DOTS, '.')
      .normalize('NFKC')
      .replace(/[\p{Cf}\p{Cc}\p{Default_Ignorable_Code_Point}]/gu, ''),
  );

/** The name, or this word in its place. */
export const nameOr = (name: string, word: string): string => (containsWebAddress(name) ? word : name);

/** A named thing in a sentence: `the project “Harbour”`, or `a project`. */
export const quoteName = (kind: string, name: string): string =>
  containsWebAddress(name) ? `a ${kind}` : `the ${kind} “${name}”`;
