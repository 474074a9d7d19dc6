/**
 * Writes the golden texts of corpus/golden/texts. Run it after a change of the letter or of the law data:
 * `node scripts/golden-letters.ts`. Read what changed before it is committed.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterTheLetterFiles } from '../corpus/golden/after-the-letter.ts';
import { goldenFiles } from '../corpus/golden/matrix.ts';

const folder = new URL('../corpus/golden/texts/', import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
for (const [name, text] of [...goldenFiles(), ...afterTheLetterFiles()]) writeFileSync(new URL(name, folder), text);
