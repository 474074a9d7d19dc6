/** Court papers as content: what each package holds, and what each paper says. */
import { paperSetOf } from '../pricing/packages.ts';
import { afterTheDecision } from './after-judgment.ts';
import { caseFileOf, type CaseFile } from './case-file.ts';
import { evidenceIndex, timeline } from './evidence.ts';
import { feeWaiver, filingChecklist, readMeFirst, serviceInstructions } from './guides.ts';
import { hearingRehearsal, hearingScript } from './hearing.ts';
import type { Paper, PaperBlock, PaperId, PaperInput } from './paper.ts';
import { damagesWorksheet, statementOfClaim } from './statement.ts';

export { afterJudgment, type JudgmentStep } from './after-judgment.ts';
export * from './case-papers.ts';
export * from './fee-figures.ts';
export { COUNTS_FROM, KIND_NAMES } from './fact-rows.ts';
export * from './hearing-card.ts';
export * from './court-forms.ts';
export * from './paper.ts';

interface PaperKind {
  readonly id: PaperId;
  readonly title: string;
  readonly isForTrial: boolean;
}

const KINDS: readonly PaperKind[] = [
  { id: 'read-me-first', title: 'Read Me First', isForTrial: false },
  { id: 'statement-of-claim', title: 'Statement of Claim', isForTrial: false },
  { id: 'damages-worksheet', title: 'Damages Worksheet', isForTrial: false },
  { id: 'timeline', title: 'Timeline', isForTrial: false },
  { id: 'evidence-index', title: 'Evidence Index', isForTrial: false },
  { id: 'filing-checklist', title: 'Filing Checklist', isForTrial: false },
  { id: 'service-instructions', title: 'Service Instructions', isForTrial: false },
  { id: 'fee-waiver', title: 'Fee Waiver Notes', isForTrial: false },
  { id: 'after-the-decision', title: 'After the Decision', isForTrial: false },
  { id: 'hearing-script', title: 'Hearing Script', isForTrial: true },
  { id: 'hearing-rehearsal', title: 'Hearing Rehearsal', isForTrial: true },
];

export interface PaperListing {
  readonly id: PaperId;
  readonly title: string;
  readonly fileName: string;
}

/** What a package holds, in reading order; none for the plain letter. Needs no answers, so it can be shown before paying. */
export function papersOf(packageId: string): readonly PaperListing[] {
  const set = paperSetOf(packageId);
  return KINDS.filter(({ isForTrial }) => set === 'trial' || (set === 'claim' && !isForTrial)).map(
    ({ id, title }, index) => ({ id, title, fileName: `${String(index + 1).padStart(2, '0')}-${id}.pdf` }),
  );
}

const WRITERS: Readonly<Record<PaperId, (file: CaseFile, titles: readonly string[]) => readonly PaperBlock[]>> = {
  'read-me-first': readMeFirst,
  'statement-of-claim': statementOfClaim,
  'damages-worksheet': damagesWorksheet,
  timeline,
  'evidence-index': evidenceIndex,
  'filing-checklist': filingChecklist,
  'service-instructions': serviceInstructions,
  'fee-waiver': feeWaiver,
  'after-the-decision': afterTheDecision,
  'hearing-script': hearingScript,
  'hearing-rehearsal': hearingRehearsal,
};

/**
 * Writes all papers of a package.
 * @throws {RangeError} when an answer the papers rest on is missing (`letterGaps`)
 */
export function writePapers(packageId: string, input: PaperInput): readonly Paper[] {
  const listings = papersOf(packageId);
  if (listings.length === 0) return [];
  const file = caseFileOf(input);
  const titles = listings.map(({ title }) => title);
  return listings.map((listing) => ({ ...listing, footer: file.footer, blocks: WRITERS[listing.id](file, titles) }));
}
