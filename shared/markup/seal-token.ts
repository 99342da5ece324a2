/**
 * Pattern of the comment that replaces the text of a withheld clause in markup (working-copy save rule 5;
 * decisions W14).
 */
export const SEAL_TOKEN = /<!-- notice:withheld:([\w-]{1,200}) -->/;
