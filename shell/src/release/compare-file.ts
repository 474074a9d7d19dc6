const toBase64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)));

/** Whose file an address is: `/assets/{name}/{version}-{buildId}/{file}`. */
const ADDRESS = /\/assets\/([a-z0-9-]+)\/[^/]*-([0-9a-f]{12})\/(.+)$/;

/**
 * Finds out why a file of a release failed twice, and reports it when other bytes were answered: a proxy that gives one
 * build's file for another's, or one that changes scripts. The browser itself says only "error".
 * @param integrity - the pin of the signed snapshot, `sha384-…`
 * @param report - gets the file and both hashes
 */
export async function compareFile(
  url: string,
  integrity: string,
  report: (build: { name: string; buildId: string }, detail: string) => void,
): Promise<void> {
  const [, name, buildId, file] = ADDRESS.exec(url) ?? [];
  if (!name || !buildId) return;
  try {
    // As the page asked for it: through the caches, one of which may be what answers wrongly.
    const response = await fetch(url, { credentials: 'same-origin' });
    if (!response.ok) return;
    const answered = `sha384-${toBase64(await crypto.subtle.digest('SHA-384', await response.arrayBuffer()))}`;
    if (answered !== integrity) report({ name, buildId }, `${integrity} was answered as ${answered}: ${file}`);
  } catch {
    // It did not arrive at all; the loader has reported that.
  }
}
