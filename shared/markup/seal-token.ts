/**
 * Pattern of the comment that replaces the text of a withheld clause in markup.
 */
export const SEAL_TOKEN = /<!-- notice:withheld:([\w-]{1,200}) -->/;
