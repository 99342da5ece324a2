/**
 * Pattern of the seal token, the comment that stands for the text of a withheld clause in the markup of a working
 * copy.
 */
export const SEAL_TOKEN = /<!-- notice:withheld:([\w-]{1,200}) -->/;
