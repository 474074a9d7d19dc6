import { AppError } from '@redress/contracts';
import {
  claimantOf,
  explainScan,
  formatCents,
  formatDay,
  formatTrackingNumber,
  STAGE_NAMES,
  trackingUrl,
  zoneOfPlace,
} from '@redress/domain';
import { addressLines } from '@redress/domain/letter';
import { PAPER_ANSWERS, type AfterLetter } from '@redress/domain/papers';
import type { Block } from '../../platform/pdf/blocks.ts';
import type { Platform } from '../../platform/platform.ts';
import { isFirstClass } from '../../shared/cases/further-letter.ts';
import { afterLetterOf } from '../../shared/cases/after-letter.ts';
import { readKnown } from '../../shared/cases/known-case.ts';
import { findSession } from '../../shared/form-sessions/form-session.repository.ts';
import { findSnapshot, findVersion, type LetterRow } from '../../shared/letters/letter.repository.ts';
import { standingAfter } from '../../shared/mailings/mailing-history.ts';
import { findMailings, type TrackedMailing } from '../../shared/mailings/mailing.repository.ts';
import { findOrder } from '../../shared/orders/order.repository.ts';
import type { Services } from '../../shared/feature-services.ts';
import { formatTime } from '../../shared/orders/times.ts';

type Answers = Parameters<typeof formatTime>[1];

/**
 * What the carrier recorded about a letter, as a file for a court: every event with time and place, the numbers, and
 * which text was mailed.
 * @throws {AppError} DOCUMENT_NOT_READY before the printer has taken a copy
 */
export async function drawProof(
  { db, text, now, config, pdf }: Services,
  letter: LetterRow,
): Promise<{ bytes: Buffer; fileName: string }> {
  const taken = (await findMailings(db, letter.id)).filter(({ mailing }) => mailing.accepted_at !== null);
  const version = taken[0] && (await findVersion(db, letter.id, taken[0].mailing.version));
  const snapshot = version && (await findSnapshot(db, version.snapshot_id));
  const order = letter.order_id ? await findOrder(db, letter.order_id) : null;
  if (!version || !snapshot) throw new AppError('DOCUMENT_NOT_READY', { details: { reason: 'not posted' } });
  const session = await findSession(db, letter.form_session_id);
  const { answers } = snapshot;
  const number = order?.order_number ?? '';
  const bytes = await pdf.draw(
    {
      title: text('proof.title'),
      madeAt: now().toISOString(),
      footer: text('proof.footer', { site: new URL(config.siteOrigin).host, order: number }),
    },
    proofBlocks(text, {
      answers,
      orderNumber: number,
      version: version.version,
      fingerprint: version.text_hash,
      madeAt: now(),
      mailings: taken,
      isFirstClass: isFirstClass(order?.package_id),
      after: session && afterLetterOf(await readKnown(db, session)),
    }),
  );
  return { bytes, fileName: `proof-of-mailing-${number}.pdf` };
}

export interface Proof {
  answers: Answers;
  orderNumber: string;
  version: number;
  fingerprint: string;
  madeAt: Date;
  mailings: readonly ProvenMailing[];
  isFirstClass?: boolean;
  /** What the sender reported since; the carrier knows nothing of it. */
  after?: AfterLetter | null | undefined;
}

interface ProvenMailing {
  mailing: Pick<TrackedMailing['mailing'], 'recipient' | 'tracking_number' | 'accepted_at'>;
  scans: TrackedMailing['scans'];
}

/** What the file says. */
export function proofBlocks(text: Platform['text'], proof: Proof): Block[] {
  const { answers, orderNumber, version, fingerprint, madeAt, mailings } = proof;
  return [
    { kind: 'title', text: text('proof.title'), lead: text('proof.lead', { made: formatTime(madeAt, answers) }) },
    {
      kind: 'facts',
      rows: [
        { label: text('proof.sender'), value: claimantOf(answers).name },
        { label: text('proof.order'), value: orderNumber },
        { label: text('proof.version'), value: text('proof.versionOf', { version }) },
        { label: text('proof.fingerprint'), value: fingerprint },
      ],
    },
    ...mailings.flatMap((one) => mailingBlocks(text, one, proof)),
    ...(proof.after ? reportedBlocks(text, proof.after) : []),
    { kind: 'note', text: text('proof.note') },
  ];
}

/** What exactly happened, as a court reads it. */
const scanWords = (detail: string | null): string =>
  detail === 'accepted' ? 'accepted at the post office' : (detail ?? '').replaceAll('_', ' ');

function reportedBlocks(text: Platform['text'], { payments, answers }: AfterLetter): Block[] {
  const lines = [
    ...payments.map(({ day, cents }) => ({ day, what: text('proof.received', { sum: formatCents(cents) }) })),
    ...answers.map(({ day, kind }) => ({ day, what: PAPER_ANSWERS[kind] })),
  ].toSorted((a, b) => a.day.localeCompare(b.day));
  if (lines.length === 0) return [];
  return [
    { kind: 'heading', level: 1, text: text('proof.reported') },
    {
      kind: 'table',
      columns: [{ header: text('proof.day'), share: 0.24 }, { header: text('proof.what') }],
      rows: lines.map(({ day, what }) => [formatDay(day), what]),
    },
  ];
}

function mailingBlocks(
  text: Platform['text'],
  { mailing, scans }: ProvenMailing,
  { answers, isFirstClass: isPlain = false }: Proof,
): Block[] {
  const { recipient, tracking_number, accepted_at } = mailing;
  const rows = scans.map((scan) => [
    formatTime(scan.at, answers, zoneOfPlace(recipient)),
    scan.place ?? text('proof.noPlace'),
    [STAGE_NAMES[scan.stage], scanWords(scan.detail)].filter(Boolean).join(': '),
    explainScan(scan).sentence,
  ]);
  return [
    { kind: 'heading', level: 1, text: text('proof.to', { name: recipient.name }) },
    {
      kind: 'facts',
      rows: [
        { label: text('proof.address'), value: addressLines(recipient).join(', ') },
        { label: text('proof.way'), value: text(isPlain ? 'proof.firstClass' : 'proof.certified') },
        {
          label: text('proof.number'),
          value: tracking_number
            ? formatTrackingNumber(tracking_number)
            : text(isPlain ? 'proof.neverNumber' : 'proof.noNumber'),
          ...(tracking_number ? { note: trackingUrl(tracking_number) } : {}),
        },
        ...(accepted_at ? [{ label: text('proof.handedOver'), value: formatTime(accepted_at, answers) }] : []),
        { label: text('proof.now'), value: standingAfter(scans).meaning.sentence },
      ],
    },
    rows.length > 0
      ? {
          kind: 'table',
          columns: [
            { header: text('proof.when'), share: 0.24 },
            { header: text('proof.place'), share: 0.18 },
            { header: text('proof.scan'), share: 0.24 },
            { header: text('proof.meaning') },
          ],
          rows,
        }
      : { kind: 'paragraph', text: text('proof.noScans') },
  ];
}
