import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { PARTS } from './parts.ts';
import type { Part, Row } from './support/part.ts';

const REPOSITORY = path.resolve(import.meta.dirname, '../..');
const FILE = path.join(REPOSITORY, 'docs/proof/attack.md');

export interface PartRun {
  part: Part;
  rows: Row[];
  seconds: number;
}

export function printPart({ part, rows, seconds }: PartRun, say: (line: string) => void): void {
  say(`\n${part.name}: ${part.about} (${seconds} s)`);
  for (const { tried, count, found, note } of rows) {
    say(
      `  ${String(count).padStart(7)}  ${found.length === 0 ? 'nothing' : `${found.length} FOUND`}  ${tried}${note ? ` (${note})` : ''}`,
    );
    for (const each of found) say(`           - ${each}`);
  }
}

const git = (...args: string[]) => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

function sectionOf({ part, rows, seconds }: PartRun, { seed, fuzzSeconds, bodies }: Record<string, number>): string {
  const [cpu] = os.cpus();
  const machine = `${os.cpus().length} x ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const setting =
    part.name === 'decoders' ? `, ${fuzzSeconds} s each` : part.name === 'bodies' ? `, ${bodies} bodies each` : '';
  const table = [
    ['tried', 'times', 'found', 'figures'],
    ['---', '---:', '---', '---'],
    ...rows.map(({ tried, count, found, note }) => [
      tried,
      String(count),
      found.length > 0 ? found.join('; ') : 'nothing',
      note ?? '',
    ]),
  ];
  return [
    `## ${part.name}`,
    '',
    `${part.about[0]?.toUpperCase()}${part.about.slice(1)}.`,
    '',
    `Run on ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC at ${git('rev-parse', '--short', 'HEAD')}; seed ${seed}${setting}; ${seconds} s; ${machine}, load ${os
      .loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')} (1, 5, 15 minutes, everything on the machine); Node ${process.versions.node}.`,
    '',
    ...table.map((row) => `| ${row.map(cell).join(' | ')} |`),
    '',
    ...(part.notReached.length > 0 ? ['Not reached:', '', ...part.notReached.map((each) => `- ${each}.`), ''] : []),
  ].join('\n');
}

const HEAD = `# Attacks

Written by \`npm run attack\` ([how](../../e2e/attack/README.md)); a run of single parts replaces their sections. "Times" counts requests, files or inputs; "found" is what should not have happened.

`;

/** Puts one part's section in its place in docs/proof/attack.md; the others stay. */
export async function writeReport(
  run: PartRun,
  options: { seed: number; seconds: number; bodies: number },
): Promise<void> {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : '';
  const kept = new Map(
    before
      .split(/^(?=## )/m)
      .slice(1)
      .map((section) => [/^## (\S+)/.exec(section)?.[1] ?? '', section]),
  );
  kept.set(
    run.part.name,
    `${sectionOf(run, { seed: options.seed, fuzzSeconds: options.seconds, bodies: options.bodies })}\n`,
  );
  const sections = PARTS.flatMap(({ name }) => kept.get(name) ?? []);
  await mkdir(path.dirname(FILE), { recursive: true });
  await writeFile(FILE, `${HEAD}${sections.map((section) => section.trimEnd()).join('\n\n')}\n`);
}
