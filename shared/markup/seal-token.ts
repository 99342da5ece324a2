/** The comment that stands for the text of a withheld clause (working-copy save rule 5; decisions W14). */
export const SEAL_TOKEN = /<!-- notice:withheld:([\w-]{1,200}) -->/;
