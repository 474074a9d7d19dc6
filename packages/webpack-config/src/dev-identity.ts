import { createHash } from 'node:crypto';

/**
 * Stands in every file of a development build where the build's id belongs. A watching compiler cannot know the id before
 * it has compiled, and each rebuild must be a build of its own: the page may hold the one before.
 */
export const DEV_ID = 'deadbeef0000';

/** Puts an id made of the files' own contents in place of the stand-in. */
export function giveIdentity(files: ReadonlyMap<string, Buffer>): { buildId: string; files: Map<string, Buffer> } {
  const hash = createHash('sha256');
  for (const [name, content] of [...files].sort(([a], [b]) => a.localeCompare(b)))
    hash.update(`${name}\0`).update(content);
  const buildId = hash.digest('hex').slice(0, 12);
  const named = [...files].map(([name, content]): [string, Buffer] => [
    name,
    /\.(js|css|html)$/.test(name) ? Buffer.from(content.toString('utf8').replaceAll(DEV_ID, buildId)) : content,
  ]);
  return { buildId, files: new Map(named) };
}
