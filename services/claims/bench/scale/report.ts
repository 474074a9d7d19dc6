import { proofStatements, proofTable, type ProofBody } from '@redress/tools/proof';
import type { Figure, Measured, Timed } from './measure.ts';
import type { Size } from './population.ts';

const LIMIT_MS = 150;
/** A sweep holds up no save for longer than a call of a person may take. */
const SAVE_LIMIT_MS = 150;

const ms = (value: number) => (value < 10 ? value.toFixed(1) : value.toFixed(0));
const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GB`;
const megabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0);

const worst = ({ person, company, business }: Figure) => Math.max(person[1], company, business);

/** docs/proof/scale.md, below its head. */
export function describeMeasured(
  { asks, export: exported, operators, sweeps, bytes, tables }: Measured,
  size: Size,
): ProofBody {
  const slowAsks = asks.filter((figure) => worst(figure) > LIMIT_MS);
  const slowOperators = operators.filter((each) => (each.ms > LIMIT_MS && !each.isWhole) || each.failed);
  const slowSweeps = sweeps.filter((each) => (each.slowestSave ?? 0) > SAVE_LIMIT_MS || each.failed);
  const statements = [...asks, ...operators].flatMap(({ what, slowest }) => (slowest ? [{ what, ...slowest }] : []));
  const outcome = ({ failed }: Timed) => (failed ? `failed: ${failed}` : 'done');
  const body = [
    `${size.accounts.toLocaleString('en-US')} accounts; ${size.letters.toLocaleString('en-US')} paid claims of three years, each with a letter unless its account was deleted; ${gigabytes(bytes)} in all. Words are cut: what a letter weighs with its words is measured in [scaling](scaling.md). Accounts: a person with about four letters, a company with 2,000, a business with 20,000 and 3,000 drafts. PostgreSQL as it comes, with 2 GB of shared buffers; its files are partly in the memory of the machine.`,
    '## Lists and searches',
    `Times of the whole call in ms, without a network: 200 calls of 200 people, 100 of ten companies, 100 of one business. To reach: p99 of ${LIMIT_MS} ms.`,
    proofTable(['call', 'person, p50', 'person, p99', 'company, p99', 'business, p99'], asks.map(({ what, person, company, business }) => [what, ms(person[0]), ms(person[1]), ms(company), ms(business)])), // prettier-ignore
    '## Export',
    exported
      ? `All data of the business, read and sent page by page: ${megabytes(exported.bytes)} MB in ${(exported.ms / 1_000).toFixed(1)} s, the first after ${ms(exported.firstMs)} ms; the process held ${megabytes(exported.rss[1] - exported.rss[0])} MB more at most than before.`
      : 'Not measured.',
    "## Operators' queries",
    `The first time they are asked. To reach: ${LIMIT_MS} ms, but for what prints everything, page after page.`,
    proofTable(
      ['query', 'ms', 'outcome'],
      operators.map((each) => [each.what, ms(each.ms), outcome(each)]),
    ),
    '## Sweeps',
    'One run of each, beside saves of one draft every 25 ms.',
    proofTable(
      ['sweep', 'ms', 'slowest save meanwhile, ms', 'outcome'],
      sweeps.map((each) => [each.what, ms(each.ms), ms(each.slowestSave ?? 0), outcome(each)]),
    ),
    '## Tables',
    proofTable(
      ['table', 'rows', 'MB', 'MB of indexes'],
      tables.map(({ name, rows, heap, indexes }) => [name, rows, megabytes(heap), megabytes(indexes)]),
    ),
    proofStatements('scale', statements),
  ].join('\n\n');
  return {
    body,
    notReached: [
      ...slowAsks.map((figure) => `${figure.what}: p99 ${ms(worst(figure))} ms; to reach: ${LIMIT_MS} ms.`),
      ...slowOperators.map((each) => `${each.what}: ${ms(each.ms)} ms, ${outcome(each)}; to reach: ${LIMIT_MS} ms.`),
      ...slowSweeps.map(
        (each) =>
          `${each.what}: ${outcome(each)}, slowest save ${ms(each.slowestSave ?? 0)} ms; to reach: ${SAVE_LIMIT_MS} ms.`,
      ),
    ],
  };
}
