import { Button, Card, Stack } from '@redress/ui';
import { LetterEditor, LetterSheet, Stamp, Timeline } from '@redress/ui/letter';
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

const PACKAGES = [
  ['demand-letter', 'Demand Letter', '$39', '$59'],
  ['small-claims', 'Small Claims', '$99', '$149'],
  ['full-trial', 'Full Trial', '$199', '$299'],
] as const;

export function LettersPage() {
  return (
    <Stack gap={32}>
      <Countdown secondsLeft={4521} label="Offer ends in" />
      <CardSlider
        label="Packages"
        initialIndex={1}
        items={PACKAGES.map(([key, title, price, before]) => ({
          key,
          label: title,
          content: (
            <Card title={title} tone={key === 'small-claims' ? 'raised' : 'paper'}>
              <Stack>
                <PriceTag price={price} originalPrice={before} originalText={`Was ${before}`} frequency="One Time" />
                <p>A certified letter with a tracking number.</p>
                <Button wide>Get Started Now</Button>
              </Stack>
            </Card>
          ),
        }))}
      />
      <LetterSheet label="Your letter" stamp={<Stamp tone="success">Approved</Stamp>}>
        <LetterEditor aria-label="Text of the letter" defaultValue={LETTER} />
      </LetterSheet>
      <LetterSheet label="Preview of your letter" watermark="PREVIEW">
        {LETTER}
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
