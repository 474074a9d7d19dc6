import { render, screen } from '@testing-library/react';
import { LetterSheet, Timeline } from './index.ts';

it('marks every page, and keeps the mark out of what is read aloud', () => {
  render(
    <LetterSheet label="Preview of your letter" watermark="PREVIEW">
      Dear Jane
    </LetterSheet>,
  );
  expect(screen.getByRole('article', { name: 'Preview of your letter' })).toHaveTextContent('Dear Jane');
  const marks = screen.getAllByText('PREVIEW');
  expect(marks.length).toBeGreaterThan(1);
  for (const mark of marks) expect(mark.closest('[aria-hidden="true"]')).not.toBeNull();
});

it('says the state of each event in words', () => {
  render(
    <Timeline
      label="Where your letter is"
      stateText={{ done: 'done', current: 'now', upcoming: 'to come', problem: 'problem' }}
      entries={[
        { key: 'a', title: 'Approved', when: 'March 3, 2026', dateTime: '2026-03-03', state: 'done' },
        { key: 'b', title: 'Posted', state: 'current' },
      ]}
    />,
  );
  expect(screen.getByText('March 3, 2026')).toHaveAttribute('dateTime', '2026-03-03');
  const [, posted] = screen.getAllByRole('listitem');
  expect(posted).toHaveAttribute('aria-current', 'step');
  expect(posted).toHaveTextContent('Posted (now)');
});
