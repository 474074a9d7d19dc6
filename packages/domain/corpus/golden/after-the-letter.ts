/** What is printed after the first letter, in two zones at one instant: it is another day in each, and stands on the paper. */
import { dayAtPlace, withReports, NEW_CASE, type ClaimantReport, type ClaimCase } from '../../src/index.ts';
import { stateByCode } from '../../src/jurisdictions/index.ts';
import { composeLetter } from '../../src/letter/index.ts';
import { writeCasePaper, type CasePaper } from '../../src/papers/index.ts';
import { aClaim } from '../../src/testing/claims.ts';

/** 1 in the morning of November 21 in New York, 8 in the evening of November 20 in Hawaii. */
const AT = Date.UTC(2026, 10, 21, 6);
const came = (id: string, cents: number, day: string): ClaimantReport => ({
  type: 'money.reported',
  at: AT,
  id,
  kind: 'part',
  cents,
  day,
  replaces: null,
});
const FIRST = came('a', 25_050, '2026-10-02');
const OFFER: ClaimantReport = {
  type: 'answer.reported',
  at: AT,
  id: 'b',
  kind: 'offer',
  terms: { nowCents: 20_000, nowDay: '2026-12-01', eachCents: 15_000, every: 'month', from: '2026-12-31' },
  day: null,
  words: '',
};

const PLACES = {
  NY: { incidentCity: 'Albany', incidentState: 'NY', incidentZipcode: '12207' },
  HI: { incidentCity: 'Hilo', incidentState: 'HI', incidentZipcode: '96720' },
} as const;

const lineOf = (block: CasePaper['blocks'][number]): string => {
  switch (block.kind) {
    case 'title':
      return [block.text, block.lead ?? ''].filter(Boolean).join('\n');
    case 'list':
      return block.items.map((item, index) => `${index + 1}. ${item}`).join('\n');
    case 'table':
      return [block.columns.map(({ header }) => header), ...block.rows]
        .map((row) => row.join(' | ').replaceAll('\n', ' / '))
        .join('\n');
    case 'signature':
      return [`Signature: ${block.name}`, ...block.lines].join('\n');
    default:
      return 'text' in block ? block.text : block.kind;
  }
};
const textOf = ({ blocks, footer }: CasePaper): string => [...blocks.map(lineOf), footer].join('\n\n');

/** Letter with its slip, and papers, of one case in each zone. */
function afterTheLetter(code: keyof typeof PLACES) {
  const data = aClaim({ ...PLACES[code], venmo: '@maria', email: 'maria@example.com' });
  const state = stateByCode(code);
  const madeOn = dayAtPlace(AT, { state: code });
  const owed: ClaimCase = { ...NEW_CASE, state: 'delivered', claimedCents: 125_050 };
  const paper = (kind: 'agreement' | 'balance' | 'receipt', ...reports: ClaimantReport[]) =>
    writeCasePaper(kind, { data, claim: withReports(owed, reports), version: reports.length, madeOn, state });
  return {
    second: composeLetter({
      data,
      state,
      dates: { letterDay: madeOn },
      earlier: {
        sentOn: '2026-09-14',
        fate: 'unclaimed',
        fateOn: '2026-10-05',
        payments: [{ cents: 25_050, day: '2026-10-02' }],
        balanceCents: 100_000,
      },
    }),
    agreement: paper('agreement', FIRST, OFFER),
    balance: paper('balance', FIRST),
    receipt: paper('receipt', FIRST, came('c', 100_000, '2026-11-19')),
  };
}

/** Golden texts by name. The second letter has the slip behind it. */
export function afterTheLetterFiles(): Map<string, string> {
  const files = new Map<string, string>();
  for (const code of ['NY', 'HI'] as const) {
    const { second, ...papers } = afterTheLetter(code);
    files.set(`after.second-letter.${code}.txt`, `${second.parts.map(({ text }) => text).join('\n')}\n`);
    for (const [kind, paper] of Object.entries(papers)) files.set(`after.${kind}.${code}.txt`, `${textOf(paper)}\n`);
  }
  return files;
}
