/** Global tear-down of jest: stops the backing servers. */
export default async function stopServers() {
  await globalThis.testServers?.stop();
}
