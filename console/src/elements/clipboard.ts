/** Writes a text to the clipboard. @returns whether it was written: browsers give no clipboard without https */
export async function writeClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
