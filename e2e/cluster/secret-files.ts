import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A process looks every 2 s and takes what two looks found the same. */
const TAKEN_MS = 6_000;

/** As an operator's tool writes them: whole, under their names at once. @returns when every process has them */
export async function putSecrets(folder: string, secrets: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, value] of Object.entries(secrets)) {
    const unfinished = path.join(folder, `.${name}`);
    writeFileSync(unfinished, value, { mode: 0o600 });
    renameSync(unfinished, path.join(folder, name));
  }
  await wait(TAKEN_MS);
}
