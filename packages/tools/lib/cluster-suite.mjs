import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const LIST = 'e2e/cluster/not-applicable.json';
/** Of the suite that runs against a cluster: attack and drill start programs in every file. */
const FOLDERS = ['journeys', 'releases', 'faults', 'a11y'];
/** A program of one's own, or the end of the one that all workers use. */
const OWN_PROGRAM = /\bstart(?:Program|ReleaseService|ReleasePrograms)\(|\bprogram\.(?:kill|start|stop)\(/;

/**
 * Faults of the list of tests that `npm run cluster -- drill e2e` leaves out: entries that name no test, and files with a program of
 * their own that are not listed.
 * @param root - folder of the repository
 * @returns a sentence each; empty when there is none
 */
export function findClusterSuiteFaults(root) {
  const list = JSON.parse(readFileSync(path.join(root, LIST), 'utf8'));
  const read = (file) => readFileSync(path.join(root, 'e2e', file), 'utf8');
  const dead = list.flatMap(({ file, title, why }) => {
    if (!existsSync(path.join(root, 'e2e', file))) return [`${LIST}: there is no ${file}.`];
    if (title !== undefined && !read(file).includes(`'${title}'`)) return [`${LIST}: ${file} has no test "${title}".`];
    return why ? [] : [`${LIST}: ${file} has no reason.`];
  });
  const listed = new Set(list.map(({ file }) => file));
  const unlisted = FOLDERS.flatMap((folder) =>
    readdirSync(path.join(root, 'e2e', folder))
      .filter((name) => name.endsWith('.spec.ts'))
      .map((name) => `${folder}/${name}`),
  ).filter((file) => !listed.has(file) && OWN_PROGRAM.test(read(file)));
  return [
    ...dead,
    ...unlisted.map((file) => `e2e/${file} starts or ends a program, and is not in ${LIST} with a reason.`),
  ];
}
