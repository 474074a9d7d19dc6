/**
 * `node scripts/make-samples.ts`: the twelve letters, the papers of both packages and a receipt as PDFs in docs/samples.
 * The same files every time: look at them page by page after a change, and commit them with it.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  amountCents,
  CASE_PAPERS,
  claimantOf,
  formatTrackingNumber,
  incidentPlace,
  payByDay,
  defendantOf,
  NEW_CASE,
  withReports,
  type CasePaperKind,
  type ClaimantReport,
  type PackageId,
} from '@redress/domain';
import { composeLetter } from '@redress/domain/letter';
import { printedParts } from '@redress/domain/letter-layout';
import { writeCasePaper, writePapers, type SentLetter } from '@redress/domain/papers';
import { PNG } from 'pngjs';
import { proofBlocks } from '../src/features/mailings/proof-of-mailing.ts';
import { paperBlocks } from '../src/shared/papers/paper-blocks.ts';
import { createText } from '../src/platform/text.ts';
import { standingAfter } from '../src/shared/mailings/mailing-history.ts';
import { catalogues } from '../src/texts/index.ts';
import { renderPdf, type PdfJob } from '../src/platform/pdf/render.ts';
import type { SheetInfo } from '../src/platform/pdf/sheet.ts';
import { flattenSignature } from '../src/platform/signatures/flatten-signature.ts';
import { letterFooter } from '../src/shared/letters/letter-pdf.ts';
import { findState } from '../src/shared/reference/tax.ts';
import { answerPeriodOf } from '@redress/domain/jurisdictions';
import { HARD_CLAIMS } from './hard-claims.ts';
import { SAMPLE_CLAIMS } from '../src/shared/sample-claims.ts';

const DAY = '2026-11-23';
const MADE_AT = `${DAY}T15:00:00.000Z`;
const FOLDER = fileURLToPath(new URL('../../../docs/samples/', import.meta.url));

/** A line that swings like a hand's, the same every time. */
function sampleSignature(): Buffer {
  const [width, height] = [555, 250];
  const image = new PNG({ width, height });
  const dot = (x: number, y: number) => {
    for (let dx = -2; dx <= 2; dx += 1) {
      for (let dy = -2; dy <= 2; dy += 1) {
        if (dx * dx + dy * dy > 5) continue;
        const at = ((Math.round(y) + dy) * width + Math.round(x) + dx) * 4;
        image.data.set([24, 40, 110, 255], at);
      }
    }
  };
  for (let step = 0; step <= 6000; step += 1) {
    const t = step / 6000;
    const swing = Math.sin(t * 34) * (70 - 46 * t) + Math.sin(t * 11 + 1) * 22;
    dot(40 + t * 460 + Math.cos(t * 34) * 18, 130 + swing);
  }
  return flattenSignature(`data:image/png;base64,${PNG.sync.write(image).toString('base64')}`);
}

/** Job of the renderer without the file's own title, footer and time. */
type Drawn<Job = PdfJob> = Job extends PdfJob ? Omit<Job, 'info'> : never;

const signature = sampleSignature();
const trackingNumber = formatTrackingNumber('9407100000000000000429');
const pages: string[] = [];

const write = (name: string, bytes: Uint8Array) => {
  const file = path.join(FOLDER, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes);
};

async function keep(name: string, drawn: Pick<SheetInfo, 'title' | 'footer'>, job: Drawn): Promise<void> {
  const file = await renderPdf({ ...job, info: { ...drawn, madeAt: MADE_AT } });
  if (file.missing.length > 0) throw new Error(`${name}: characters that cannot be drawn: ${file.missing.join(', ')}`);
  write(name, file.bytes);
  pages.push(`| [${name}](${name}) | ${file.pages} |`);
}

async function drawLetters(): Promise<void> {
  const letters = [
    ...SAMPLE_CLAIMS.map((claim, index) => ({ ...claim, folder: 'letters', index })),
    ...HARD_CLAIMS.map((claim, index) => ({ ...claim, folder: 'hard-cases', index })),
  ];
  for (const { category, answers, folder, index } of letters) {
    const letter = composeLetter({
      data: answers,
      state: findState(incidentPlace(answers).state),
      dates: { letterDay: DAY },
    });
    const name = `${folder}/${String(index + 1).padStart(2, '0')}-${category}.pdf`;
    const parts = printedParts(letter.parts);
    const { personName: signerName } = claimantOf(answers);
    const about = { title: 'Demand letter', footer: letterFooter(answers) };
    await keep(name, about, { kind: 'letter', parts, signerName, signature });
  }
}

/** The papers of a package, or of a letter that has ended its way. */
async function drawPapers(folder: string, packageId: PackageId, category: string, letter: Partial<SentLetter> = {}) {
  const claim = SAMPLE_CLAIMS.find((sample) => sample.category === category);
  if (!claim) throw new Error(`There is no sample of ${category}.`);
  const state = findState(incidentPlace(claim.answers).state);
  const papers = writePapers(packageId, {
    data: claim.answers,
    state,
    madeOn: letter.outcome?.day ?? DAY,
    letter: {
      letterDay: DAY,
      mailedOn: DAY,
      payBy: payByDay(DAY, answerPeriodOf(claim.answers, state)).payBy,
      trackingNumber,
      ...letter,
    },
  });
  for (const paper of papers) {
    // What became of the letter stands in these two alone.
    if (letter.outcome && !['statement-of-claim', 'timeline'].includes(paper.id)) continue;
    await keep(`${folder}/${paper.fileName}`, paper, { kind: 'blocks', blocks: paperBlocks(paper, signature) });
  }
}

/** The papers about money that came, is left or was agreed on. */
async function drawMoney(): Promise<void> {
  const invoice = SAMPLE_CLAIMS[0]?.answers ?? {};
  const came = (cents: number): ClaimantReport => ({ type: 'money.reported', at: 1, id: 'a', kind: 'part', cents, day: DAY, replaces: null }); // prettier-ignore
  const terms = {
    nowCents: 20_000,
    nowDay: '2026-12-15',
    eachCents: 15_000,
    every: 'month',
    from: '2027-01-31',
  } as const;
  const claimedCents = amountCents(invoice.amount) ?? 0;
  const histories: Readonly<Record<CasePaperKind, readonly ClaimantReport[]>> = {
    receipt: [came(claimedCents)],
    balance: [came(25_050)],
    agreement: [{ type: 'answer.reported', at: 1, id: 'b', kind: 'offer', terms, day: null, words: '' }],
  };
  for (const kind of CASE_PAPERS) {
    const claim = withReports({ ...NEW_CASE, claimedCents }, histories[kind]);
    const state = findState(incidentPlace(invoice).state);
    const paper = writeCasePaper(kind, { data: invoice, claim, version: 1, madeOn: DAY, state });
    await keep(`money/${kind}.pdf`, paper, { kind: 'blocks', blocks: paperBlocks(paper, null) });
  }
}

/** What comes of a letter that was refused or not picked up. */
async function drawEnded(): Promise<void> {
  const text = createText('en', catalogues('en'));
  for (const [state, ending] of [
    ['refused', [['issue', 'refused', 4]]],
    [
      'unclaimed',
      [
        ['issue', 'notice_left', 4],
        ['issue', 'unclaimed', 19],
        ['returned', 'coming_back', 24],
      ],
    ],
  ] as const) {
    const scans = ([['mailed', 'accepted', 1], ['in_transit', 'departed', 2], ...ending] as const).map(
      ([stage, detail, days]) => ({
        stage,
        detail,
        place: `Sample City, TX 7870${days % 10}`,
        at: new Date(Date.parse(MADE_AT) + days * 86_400_000),
      }),
    );
    const { ended } = standingAfter(scans);
    if (!ended) throw new Error(`The letter that was ${state} has not ended its way.`);
    const day = ended.scan.at.toISOString().slice(0, 10);
    await drawPapers(`letter-${state}`, 'small-claims', 'tenant-landlord', { outcome: { state: ended.state, day } });
    const answers = SAMPLE_CLAIMS[3]?.answers ?? {};
    const { place, name: to } = defendantOf(answers);
    const mailing = {
      recipient: { name: to, ...place },
      tracking_number: trackingNumber,
      accepted_at: new Date(MADE_AT),
    };
    const blocks = proofBlocks(text, {
      answers,
      orderNumber: 'R-SAMPLE',
      version: 2,
      fingerprint: createHash('sha256').update(state).digest('hex'),
      madeAt: new Date(Date.parse(MADE_AT) + 30 * 86_400_000),
      mailings: [{ mailing, scans }],
    });
    const about = { title: 'Proof of mailing', footer: 'Redress, proof of mailing, order R-SAMPLE' };
    await keep(`letter-${state}/proof-of-mailing.pdf`, about, { kind: 'blocks', blocks });
  }
}

rmSync(FOLDER, { recursive: true, force: true });
await drawLetters();
await drawPapers('small-claims', 'small-claims', 'tenant-landlord');
await drawPapers('full-trial', 'full-trial', 'poor-construction');
await drawPapers('full-trial-texas', 'full-trial', 'debt-collection');
await drawMoney();
await drawEnded();
write(
  'README.md',
  Buffer.from(
    [
      '# Samples',
      '',
      'What the product prints: a letter for each category, the hard cases, the papers of both packages, papers about the money, and what comes of a letter that was refused or not picked up. Every party is a sample.',
      `Made by \`node scripts/make-samples.ts\` in \`services/claims\`; dated ${DAY}, the same bytes every time.`,
      '',
      '| file | pages |',
      '| --- | --- |',
      ...pages,
      '',
    ].join('\n'),
  ),
);
