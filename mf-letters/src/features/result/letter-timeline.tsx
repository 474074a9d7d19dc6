import type { Demand } from '@redress/contracts';
import { dateAndTime } from '@redress/copy/format';
import { letters } from '@redress/copy/letters';
import { Timeline } from '@redress/ui/letter';

interface Stop {
  title: string;
  text?: string;
  at?: string | null | undefined;
}

/** Where each state stands among the stops, counted from one. A copy goes nowhere. */
const REACHED = { draft: 1, approved: 2, posting: 2, problem: 2, posted: 3 } as const;

/** What has happened to the letter and what comes next. */
export function LetterTimeline({ demand }: { demand: Demand }) {
  const { state, approved_at: approvedAt, posted_at: postedAt } = demand;
  if (state === 'copy') return null;
  const texts = letters.timeline;
  const stops: Stop[] = [
    { title: texts.approved, at: approvedAt, text: texts.approveNext },
    { title: postedAt ? texts.handedOver : texts.toPrinter, at: postedAt },
    { title: texts.posted, text: texts.follow },
    { title: texts.delivered },
  ];
  const reached = REACHED[state];
  return (
    <Timeline
      label={texts.ahead}
      stateText={texts.states}
      entries={stops.map(({ title, text, at }, index) => ({
        key: String(index),
        title,
        ...(at ? { when: dateAndTime(at), dateTime: at } : {}),
        ...(index + 1 === reached && text ? { text } : {}),
        state:
          index + 1 < reached ? 'done' : index + 1 > reached ? 'upcoming' : state === 'problem' ? 'problem' : 'current',
      }))}
    />
  );
}
