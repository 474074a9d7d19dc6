/** Writes docs/proof/verify.md when all parts of `npm run verify` have passed. Words: the file of its parts, their commit. */
import { readFileSync } from 'node:fs';
import { openProof, proofTable, type ProofBody } from './proof.ts';

/** As bin/verify.mjs keeps it; a part that failed and passed later has two. */
export interface VerifiedPart {
  name: string;
  seconds: number;
  passed: number;
  failed: number;
  /** Where it passed, when that was before the commit of the others. */
  commit?: string;
}

/** The gate reads the oldest commit from the first line (lib/verify-only.mjs); its parts stand first. */
export function verifyProof(rows: readonly VerifiedPart[], commit: string): ProofBody {
  const passed = rows.filter(({ failed }) => failed === 0);
  const sum = (key: 'seconds' | 'passed') => passed.reduce((total, row) => total + row[key], 0);
  if (passed.length === 0)
    return { body: 'They have not passed yet.', notReached: ['No part has been run to its end.'] };
  const again = rows.filter(({ failed }) => failed > 0);
  return {
    body: `Commit ${passed[0]?.commit ?? commit} passed all of it, or a later one where that is named.\n\n${proofTable(
      ['part', 'commit', 'seconds', 'passed'],
      [
        ...passed.map((row) => [row.name, row.commit ?? commit, row.seconds, row.passed]),
        ['together', '', sum('seconds'), sum('passed')],
      ],
    )}`,
    notReached: again.map(({ name, failed }) => `${name}: ${failed} failed, and passed when run again.`),
  };
}

const [file, commit] = process.argv.slice(2);
if (import.meta.main && file !== undefined && commit !== undefined) {
  const part = openProof({ name: 'verify', title: 'The long tests', command: 'npm run verify', chromium: true });
  const rows = JSON.parse(readFileSync(file, 'utf8')) as VerifiedPart[];
  process.stdout.write(`${await part.write(verifyProof(rows, commit))}\n`);
}
