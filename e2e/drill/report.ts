import { openProof, proofTable } from '@redress/tools/proof';
import { HEALTHY_WITHIN_MS, KILLS } from './kills.ts';
import { results, type Result } from './state.ts';

/** What no drill here spoils, and why. */
const NOT_DRILLED = [
  'A page of the letter as a PDF that never comes (30 s), and sign-in with a provider that fails.',
  'A missing webhook of the carrier: letters are looked up every six hours, which no clock of this drill can pass.',
  'The machine’s own clock: the program alone runs 1 h fast, then 1 h slow; browser and database keep theirs.',
  'Two workers of one installation at the same provider: the sandbox lives inside a program.',
];

const byGroup = (all: readonly Result[]) => Map.groupBy(all, ({ group }) => group);

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** The kills of all batches, by what they met. */
function killTable(batches: readonly Result[]): string {
  const kills = batches.flatMap((batch) => batch.kills ?? []);
  const rows = [...Map.groupBy(kills, ({ act }) => act)].flatMap(([act, all]) =>
    [...Map.groupBy(all, ({ victim }) => victim)].map(([victim, some]) => [
      act,
      victim,
      some.length,
      some.filter(({ acknowledged }) => acknowledged).length,
      (median(some.map(({ healthyMs }) => healthyMs)) / 1000).toFixed(1),
      (Math.max(...some.map(({ healthyMs }) => healthyMs)) / 1000).toFixed(1),
    ]),
  );
  return proofTable(
    ['during', 'killed', 'kills', 'acknowledged (all kept)', 'healthy after, median s', 'longest s'],
    rows,
  );
}

/** What all batches brought about, none of it twice. */
function effects(batches: readonly Result[]): string {
  const counts = batches.map(({ out }) => (out?.match(/\d+/g) ?? []).map(Number));
  const sum = (at: number) => counts.reduce((total, each) => total + (each[at] ?? 0), 0);
  return `${sum(0)} charges, ${sum(1)} letters and ${sum(2)} receipts, none twice.`;
}

/** Writes docs/proof/drill.md from what passed and failed at this commit. */
export async function writeDrillTable(): Promise<void> {
  const all = results();
  if (all.length === 0) return;
  const kills = all.filter((each) => each.kills !== undefined);
  const killed = kills.flatMap((batch) => batch.kills ?? []).length;
  const drills = all.filter((each) => each.kills === undefined && !each.name.startsWith('kills'));
  const failed = all.filter(({ ok }) => !ok);
  const sections = [...byGroup(drills)].toSorted().map(
    ([group, rows]) =>
      `## ${group}\n\n${proofTable(
        ['fault', 'hypothesis', 'what the person sees', 'what the books hold', 'what went out', 'load'],
        rows.map((row) => [
          row.name,
          row.hypothesis,
          row.ok ? (row.sees ?? '') : `Failed: ${row.failure}`,
          row.books ?? '',
          row.out ?? '',
          row.load,
        ]),
      )}`,
  );
  const note = process.env['DRILL_NOTE'] ?? '';
  const about = `Each fault is made in the real programs, with Chromium where a person would see something. Limits: [reliability.md](../reliability.md). ${all.length - failed.length} of ${all.length} drills passed; ${killed} kills.`;
  const loads = kills.map(({ load }) => load);
  const bases = [...new Set(kills.map(({ base }) => base))].join(', ');
  const killPart = killed
    ? `## kills at random moments\n\nMade at ${bases}, at load averages of ${Math.min(...loads)} to ${Math.max(...loads)}. ${kills[0]?.hypothesis} Each effect was counted in the books of the sandbox after every ${Math.round(killed / kills.length)} kills: ${effects(kills)}\n\n${killTable(kills)}`
    : '';
  const late = kills.flatMap((batch) => batch.kills ?? []).filter(({ healthyMs }) => healthyMs > HEALTHY_WITHIN_MS);
  const notReached = [
    ...failed.map(({ name, failure }) => `${name}: ${failure}`),
    ...(killed < KILLS ? [`${KILLS} kills: ${killed} were made.`] : []),
    ...(late.length
      ? [
          `Healthy within 10 s: ${late.length} of ${killed} kills took longer, at load averages of ${Math.min(...loads)} to ${Math.max(...loads)}.`,
        ]
      : []),
    ...NOT_DRILLED,
  ];
  await openProof({
    name: 'drill',
    title: 'Faults made on purpose',
    command: 'npm run drill',
    database: 'PostgreSQL (embedded)',
    chromium: true,
  }).write({ body: [about, note, killPart, ...sections].filter(Boolean).join('\n\n'), notReached });
}
