import type { CaseRow, CaseStanding } from '@redress/contracts';
import { account } from '@redress/copy/account';
import { dateAndTime, longDay, shortDate, shortDay } from '@redress/copy/format';
import { formatDollars } from '@redress/domain';
import type { RouteStop } from '@redress/ui/charts';

export type Act = keyof typeof account.board.acts;
type Standing = CaseStanding | 'other';
type Step = keyof typeof account.board.steps;

const STEPS = ['drafted', 'paid', 'posted', 'delivered', 'answer'] as const satisfies readonly Step[];

/** Which step a claim is at, whether something is wrong with it, and the one thing to do next. */
const STANDINGS: Record<Standing, { at: Step; isProblem?: true; act: Act }> = {
  draft: { at: 'drafted', act: 'continue' },
  payable: { at: 'paid', act: 'pay' },
  payment_failed: { at: 'paid', isProblem: true, act: 'payAgain' },
  payment_processing: { at: 'paid', act: 'payment' },
  payment_problem: { at: 'paid', act: 'payment' },
  writing: { at: 'posted', act: 'letter' },
  to_read: { at: 'posted', act: 'read' },
  held: { at: 'posted', isProblem: true, act: 'change' },
  looking: { at: 'posted', act: 'letter' },
  approved: { at: 'posted', act: 'letter' },
  posting: { at: 'posted', act: 'track' },
  not_posted: { at: 'posted', isProblem: true, act: 'help' },
  posted: { at: 'delivered', act: 'track' },
  in_transit: { at: 'delivered', act: 'track' },
  attempted: { at: 'delivered', act: 'track' },
  awaiting_pickup: { at: 'delivered', act: 'track' },
  refused: { at: 'delivered', isProblem: true, act: 'help' },
  unclaimed: { at: 'delivered', isProblem: true, act: 'help' },
  returned: { at: 'delivered', isProblem: true, act: 'help' },
  undeliverable: { at: 'delivered', isProblem: true, act: 'help' },
  delivered: { at: 'answer', act: 'track' },
  answer_due: { at: 'answer', isProblem: true, act: 'case' },
  refunding: { at: 'paid', act: 'payment' },
  refunded: { at: 'paid', act: 'payment' },
  closed: { at: 'answer', act: 'case' },
  other: { at: 'posted', act: 'letter' },
};

const isKnown = (standing: string): standing is Standing => Object.hasOwn(STANDINGS, standing);
const isDueKind = (kind: string): kind is keyof typeof account.board.due => Object.hasOwn(account.board.due, kind);
const standingOf = ({ standing }: CaseRow): Standing => (isKnown(standing) ? standing : 'other');

/** "Jane Doe owes you $1,250.00", as far as it is known. A closed case may be paid: no sum is told as owed in it. */
export function titleOf({ defendant, amount, standing }: CaseRow): string {
  const { board } = account;
  const sum = amount === null || standing === 'closed' ? '' : formatDollars(amount);
  if (defendant && sum) return board.owes(defendant, sum);
  if (sum) return board.someoneOwes(sum);
  return defendant ? board.against(defendant) : board.begun;
}

function actOf({ has_court_papers }: CaseRow, { at, act }: { at: Step; act: Act }, hasLost: boolean): Act {
  if (at === 'answer' && has_court_papers && act !== 'case') return 'papers';
  return hasLost && act === 'track' ? 'help' : act;
}

function dueInWords({ kind, day, is_over }: NonNullable<CaseRow['due']>): string {
  const { due, over } = account.board;
  const says = (isDueKind(kind) ? due[kind] : due.other)(longDay(day));
  return is_over ? over(says) : says;
}

export interface CaseNews {
  /** Where it stands, in a sentence or two. */
  says: string;
  isProblem: boolean;
  act: Act;
  stops: RouteStop[];
}

/** What a card says of a claim: everything from one row, so that its words never contradict each other. */
export function newsOf(row: CaseRow): CaseNews {
  const { board } = account;
  const standing = standingOf(row);
  const { at, isProblem = false } = STANDINGS[standing];
  const { word, says } = board.standing[standing];
  // Of a single letter its own standing says it.
  const hasLost = row.letters > 1 && row.letters_lost > 0;
  const sentences = [
    says,
    row.window_ends_at && board.goesOut(dateAndTime(row.window_ends_at)),
    hasLost && board.lost(row.letters_lost, row.letters),
    row.due && dueInWords(row.due),
  ];
  const days: Partial<Record<Step, string | null>> = {
    drafted: row.created_at,
    paid: row.paid_at,
    posted: row.posted_at,
    delivered: row.delivered_at,
  };
  return {
    says: sentences.filter(Boolean).join(' '),
    isProblem: isProblem || hasLost,
    act: actOf(row, STANDINGS[standing], hasLost),
    stops: STEPS.map((step, index) => {
      const label = step === 'answer' && row.answer_by ? board.answerBy(shortDay(row.answer_by)) : board.steps[step];
      if (step === at) return { key: step, label, state: isProblem ? 'problem' : 'current', word };
      const day = days[step];
      const dayOf = (at: string) => shortDate(at, undefined, step === 'delivered' ? row.time_zone : undefined);
      if (index < STEPS.indexOf(at)) return { key: step, label, state: 'done', word: day ? dayOf(day) : board.done };
      // Refunded after it was posted: what has happened stays.
      return day && step !== 'drafted'
        ? { key: step, label, state: 'done', word: dayOf(day) }
        : { key: step, label, state: 'upcoming', word: board.notYet };
    }),
  };
}
