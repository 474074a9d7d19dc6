import type { LetterPart } from '@redress/domain/letter';
import { render, screen } from '@testing-library/react';
import { LetterSheet, PrintedLetter, Timeline } from './index.ts';

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

describe('a letter as it prints', () => {
  const from = { kind: 'fixed', ref: 'x' } as const;
  const PARTS: readonly LetterPart[] = [
    { id: 'date', kind: 'date', text: 'March 3, 2026', joins: 'block', from },
    { id: 'subject', kind: 'subject', text: 'Subject: rent', joins: 'block', from },
    { id: 'opening', kind: 'paragraph', text: 'You owe me $80.00.', joins: 'block', from: { kind: 'answer', ref: 'amount' } },
    { id: 'when', kind: 'paragraph', text: 'It happened in May.', joins: 'sentence', from: { kind: 'answer', ref: 'date' } },
    { id: 'sum-heading', kind: 'heading', text: 'What you owe', joins: 'block', from },
    { id: 'sum', kind: 'table', text: 'Rent: $100.00\nTotal owed: $80.00', joins: 'block', from: { kind: 'answer', ref: 'amount' } },
    { id: 'way-1', kind: 'list', text: '- Check', joins: 'block', from },
    { id: 'closing', kind: 'closing', text: 'Sincerely,', joins: 'block', from },
    { id: 'signature', kind: 'signature', text: 'Ada Lee\nMarch 3, 2026', joins: 'block', from },
  ]; // prettier-ignore

  it('has its headings, its sum as a table and its ways to pay as a list', () => {
    render(<PrintedLetter parts={PARTS} />);
    expect(screen.getByRole('heading', { name: 'What you owe' })).toBeInTheDocument();
    expect(screen.getByRole('rowheader', { name: 'Total owed' }).parentElement).toHaveTextContent('Total owed$80.00');
    expect(screen.getByRole('listitem')).toHaveTextContent(/^Check$/);
    expect(screen.queryByRole('img')).toBeNull();
  });

  it('carries the signature above the name that signs', () => {
    render(<PrintedLetter parts={PARTS} signature="data:image/png;base64,AA==" />);
    const picture = screen.getByRole('img', { name: 'Signature of Ada Lee' });
    const name = screen.getByText(/^Ada Lee/);
    expect(picture.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it.each([
    ['the parts of an answer', 'amount', ['You owe me $80.00.', 'Rent', '$100.00', 'Total owed', '$80.00']],
    ['one part', 'when', ['It happened in May.']],
    ['nothing', undefined, []],
  ])('marks %s', (_what, highlight, words) => {
    const { container } = render(<PrintedLetter parts={PARTS} highlight={highlight} />);
    expect([...container.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(words);
  });

  it('shows a text without parts with no word lost', () => {
    const { container } = render(<PrintedLetter text={'Dear Jo,\n\n- a\n- b\n\nTotal: $5.00'} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    for (const words of ['Dear Jo,', 'Total', '$5.00']) expect(container).toHaveTextContent(words);
  });
});
