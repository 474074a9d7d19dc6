/** Court papers as content: what each package holds, and what each paper says. */
import { paperSetOf } from '../pricing/packages.ts';
import { afterTheDecision } from './after-judgment.ts';
import { isFiled } from '../case/court-dates.ts';
import { caseFileOf, isPaid, paidNote, type CaseFile } from './case-file.ts';
import { evidenceIndex, timeline } from './evidence.ts';
import { feeWaiver, filingChecklist, readMeFirst, serviceInstructions } from './guides.ts';
import { hearingRehearsal, hearingScript } from './hearing.ts';
import type { Paper, PaperBlock, PaperId, PaperInput } from './paper.ts';
import { damagesWorksheet, statementOfClaim } from './statement.ts';

export { afterJudgment, type JudgmentStep } from './after-judgment.ts';
export { alsoOweOf } from './case-file.ts';
export * from './case-papers.ts';
export * from './fee-figures.ts';
export { COUNTS_FROM, KIND_NAMES } from './fact-rows.ts';
export * from './hearing-card.ts';
export * from './court-forms.ts';
export * from './paper.ts';

interface PaperKind {
  readonly id: PaperId;
  readonly title: string;
  readonly isForTrial?: true;
  /** Says nothing of a claim that is paid before it is filed. */
  readonly isOnTheWay?: true;
  readonly write: (file: CaseFile, titles: readonly string[]) => readonly PaperBlock[];
}

const KINDS: readonly PaperKind[] = [
  { id: 'read-me-first', title: 'Read Me First', write: readMeFirst },
  { id: 'statement-of-claim', title: 'Statement of Claim', write: statementOfClaim },
  { id: 'damages-worksheet', title: 'Damages Worksheet', write: damagesWorksheet },
  { id: 'timeline', title: 'Timeline', write: timeline },
  { id: 'evidence-index', title: 'Evidence Index', write: evidenceIndex },
  { id: 'filing-checklist', title: 'Filing Checklist', isOnTheWay: true, write: filingChecklist },
  { id: 'service-instructions', title: 'Service Instructions', isOnTheWay: true, write: serviceInstructions },
  { id: 'fee-waiver', title: 'Fee Waiver Notes', isOnTheWay: true, write: feeWaiver },
  { id: 'after-the-decision', title: 'After the Decision', isOnTheWay: true, write: afterTheDecision },
  { id: 'hearing-script', title: 'Hearing Script', isForTrial: true, isOnTheWay: true, write: hearingScript },
  { id: 'hearing-rehearsal', title: 'Hearing Rehearsal', isForTrial: true, isOnTheWay: true, write: hearingRehearsal },
];

/** Papers of a package with the names of their files, in reading order; none for the plain letter. */
function listed(packageId: string) {
  const set = paperSetOf(packageId);
  const kinds = KINDS.filter(({ isForTrial }) => set === 'trial' || (set === 'claim' && !isForTrial));
  return kinds.map((kind, index) => ({ ...kind, fileName: `${String(index + 1).padStart(2, '0')}-${kind.id}.pdf` }));
}

/**
 * Writes all papers of a package.
 * @throws {RangeError} when an answer the papers rest on is missing (`letterGaps`)
 */
export function writePapers(packageId: string, input: PaperInput): readonly Paper[] {
  const papers = listed(packageId);
  if (papers.length === 0) return [];
  const file = caseFileOf(input);
  const titles = papers.map(({ title }) => title);
  const isIdle = isPaid(file) && !isFiled(file.court);
  return papers.map(({ id, title, fileName, isOnTheWay, write }) => {
    const head: PaperBlock = { kind: 'title', text: title, lead: file.caseName };
    const blocks = isIdle && isOnTheWay ? paidNote(file) : write(file, titles);
    return { id, title, fileName, footer: file.footer, blocks: [head, ...blocks] };
  });
}
