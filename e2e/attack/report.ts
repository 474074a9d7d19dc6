import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openProof, postgres, proofTable } from '@redress/tools/proof';
import { PARTS } from './parts.ts';
import type { Options, Part, Row } from './support/part.ts';

const FILE = path.resolve(import.meta.dirname, '../../docs/proof/attack.md');
const LAST_HEADING = '## Not reached';

export interface PartRun {
  part: Part;
  rows: Row[];
  seconds: number;
  /** When it was begun. */
  at: Date;
  /** The machine's load average at the start. */
  load: string;
}

export function printPart({ part, rows, seconds }: PartRun, say: (line: string) => void): void {
  say(`\n${part.name}: ${part.about} (${seconds} s)`);
  for (const { tried, count, found, note } of rows) {
    const verdict = found.length === 0 ? 'nothing' : `${found.length} FOUND`;
    say(`  ${String(count).padStart(7)}  ${verdict}  ${tried}${note ? ` (${note})` : ''}`);
    for (const each of found) say(`           - ${each}`);
  }
}

function sectionOf({ part, rows, seconds, at, load }: PartRun, options: Options): string {
  const setting =
    { decoders: `, ${options.seconds} s each`, bodies: `, ${options.bodies} bodies a call` }[part.name] ?? '';
  const cells = rows.map(({ tried, count, found, note }) => [tried, count, found.join('; ') || 'nothing', note ?? '']);
  return [
    `## ${part.name}`,
    `${part.about.charAt(0).toUpperCase()}${part.about.slice(1)}.`,
    `Begun ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC, seed ${options.seed}${setting}, ${seconds} s, load average ${load}.`,
    proofTable(['tried', 'times', 'found', 'figures'], cells),
  ].join('\n\n');
}

/** The sections of an earlier run, by part. */
function keptSections(): Map<string, string> {
  const page = existsSync(FILE) ? readFileSync(FILE, 'utf8').split(LAST_HEADING)[0] : '';
  const sections = (page ?? '').split(/^(?=## )/m).slice(1);
  return new Map(sections.map((section) => [/^## (\S+)/.exec(section)?.[1] ?? '', section.trim()]));
}

/** Writes docs/proof/attack.md: the parts that were run, and of the others what an earlier run left there. */
export async function writeReport(runs: readonly PartRun[], options: Options, proof: ReturnType<typeof openProof>) {
  const sections = keptSections();
  for (const run of runs) sections.set(run.part.name, sectionOf(run, options));
  const missing = PARTS.filter(({ name }) => !sections.has(name)).map(({ name }) => `${name}: not run yet.`);
  const found = runs.flatMap(({ part, rows }) =>
    rows.flatMap((row) => row.found.map((each) => `${part.name}, found: ${each}.`)),
  );
  const unreached = PARTS.flatMap(({ name, notReached }) => notReached.map((each) => `${name}: ${each}.`));
  const intro =
    '"Times" counts requests, files or inputs; "found" is what should not have happened. A run of single parts replaces their sections; the table above is about the last run.';
  const body = [intro, ...PARTS.flatMap(({ name }) => sections.get(name) ?? [])].join('\n\n');
  await proof.write({ body, notReached: [...found, ...missing, ...unreached] });
}

export const openReport = () =>
  openProof({ name: 'attack', title: 'Attacks', command: 'npm run attack', database: postgres(), chromium: true });
