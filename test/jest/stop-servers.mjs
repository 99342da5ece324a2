/** After the last test file. */
export default async function stopServers() {
  await globalThis.testServers?.stop();
}
