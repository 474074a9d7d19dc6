import { Button, Card, Stack } from '@redress/ui';
import { LetterEditor, LetterSheet, PrintedLetter, Stamp, Timeline } from '@redress/ui/letter';
import { CardSlider, Countdown, PriceTag } from '@redress/ui/offer';

const LETTER = `March 3, 2026

Park Plumbing LLC
12 Main Street
Austin, TX 78701

Re: Demand for payment of $1,250.50

To Park Plumbing LLC:

You owe me $1,250.50. I ask you to pay this sum by March 24, 2026.

On January 12, 2026 I paid you to repair a leak. The leak came back the next day. I asked you twice to mend it, on January 14 and on January 20. You did not answer.

If you do not pay by that day, I may bring a claim in the Justice Court of Travis County.`;

const from = { kind: 'fixed', ref: 'gallery' } as const;
const PARTS = [
  { id: 'date', kind: 'date', text: 'March 3, 2026', joins: 'block', from },
  { id: 'sender', kind: 'sender', text: 'Ada Lovelace\n7 Oak Road\nAustin, TX 78701', joins: 'block', from },
  { id: 'recipient', kind: 'recipient', text: 'Park Plumbing LLC\n12 Main Street\nAustin, TX 78701', joins: 'block', from },
  { id: 'subject', kind: 'subject', text: 'Subject: Request for payment of $1,250.50: bad work', joins: 'block', from },
  { id: 'salutation', kind: 'salutation', text: 'Dear Park Plumbing LLC,', joins: 'block', from },
  { id: 'opening', kind: 'paragraph', text: 'I ask you to pay $1,250.50 by March 24, 2026.', joins: 'block', from },
  { id: 'when', kind: 'paragraph', text: 'It happened on January 12, 2026 in Austin, Texas.', joins: 'sentence', from },
  { id: 'facts-heading', kind: 'heading', text: 'What happened', joins: 'block', from },
  { id: 'facts', kind: 'paragraph', text: 'I paid you to repair a leak.\n\nThe leak came back the next day.', joins: 'line', from },
  { id: 'sum-heading', kind: 'heading', text: 'What you owe', joins: 'block', from },
  { id: 'sum', kind: 'table', text: 'Repair: $1,111.10\nPaid: -$1.10\nNew floor: $140.50\nTotal owed: $1,250.50', joins: 'line', from },
  { id: 'ways-intro', kind: 'paragraph', text: 'You can pay in any of these ways:', joins: 'block', from },
  { id: 'way-1', kind: 'list', text: '- Check, payable to Ada Lovelace', joins: 'line', from },
  { id: 'way-2', kind: 'list', text: '- Zelle: ada@example.com', joins: 'line', from },
  { id: 'closing', kind: 'closing', text: 'Sincerely,', joins: 'block', from },
  { id: 'signature', kind: 'signature', text: 'Ada Lovelace\nMarch 3, 2026', joins: 'block', from },
  { id: 'attachment-heading', kind: 'heading', text: 'Attachment: Statement of facts', joins: 'block', from },
  { id: 'attachment', kind: 'attachment', text: 'The whole story.', joins: 'block', from },
] as const; // prettier-ignore

const PACKAGES = [
  ['demand-letter', 'Demand Letter', '$39', '$59'],
  ['small-claims', 'Small Claims', '$99', '$149'],
  ['full-trial', 'Full Trial', '$199', '$299'],
] as const;

export function LettersPage() {
  return (
    <Stack gap={24}>
      <Countdown secondsLeft={4521} label="Offer ends in" />
      <CardSlider
        label="Packages"
        initialIndex={1}
        items={PACKAGES.map(([key, title, price, before]) => ({
          key,
          label: title,
          content: (
            <Card title={title}>
              <Stack>
                <PriceTag price={price} originalPrice={before} originalText={`Was ${before}`} frequency="One Time" />
                <p>A certified letter with a tracking number.</p>
                <Button wide>Get Started Now</Button>
              </Stack>
            </Card>
          ),
        }))}
      />
      <Stamp tone="success">Approved</Stamp>
      <LetterSheet label="Your letter">
        <LetterEditor aria-label="Text of the letter" defaultValue={LETTER} />
      </LetterSheet>
      <LetterSheet label="Preview of your letter" watermark="PREVIEW">
        {LETTER}
      </LetterSheet>
      <LetterSheet label="Your letter as it prints">
        <PrintedLetter parts={PARTS} highlight="when" />
      </LetterSheet>
      <LetterSheet linesDrawn={7}>{null}</LetterSheet>
      <Card title="Where your letter is">
        <Timeline
          label="Where your letter is"
          stateText={{ done: 'done', current: 'now', upcoming: 'to come', problem: 'problem' }}
          entries={[
            { key: 'a', title: 'Approved', when: 'March 3, 2026 at 2:02 PM', state: 'done' },
            {
              key: 'b',
              title: 'Posted',
              when: 'March 3, 2026 at 3:02 PM',
              text: 'Tracking number 9407…',
              state: 'done',
            },
            { key: 'c', title: 'In transit', text: 'On its way. Nothing to do.', state: 'current' },
            { key: 'd', title: 'Delivery attempted', text: 'Nobody was there.', state: 'problem' },
            { key: 'e', title: 'Delivered', state: 'upcoming' },
          ]}
        />
      </Card>
    </Stack>
  );
}
