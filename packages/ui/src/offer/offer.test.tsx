import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CardSlider, Countdown, PriceTag, clockFace } from './index.ts';

it.each([
  [7200, '02:00:00'],
  [3661.9, '01:01:01'],
  [-5, '00:00:00'],
  [360_000, '100:00:00'],
])('%d seconds read %s', (seconds, face) => expect(clockFace(seconds)).toBe(face));

it('is a timer that is not read out each second', () => {
  render(<Countdown secondsLeft={60} label="Offer ends in" />);
  expect(screen.getByRole('timer', { name: 'Offer ends in' })).toHaveAttribute('aria-live', 'off');
});

it('says in words that a price was struck', () => {
  render(<PriceTag price="$39.00" originalPrice="$59.00" originalText="Was $59.00" frequency="One Time" />);
  expect(screen.getByText('Was $59.00')).toBeInTheDocument();
  expect(screen.getByText('$59.00')).toHaveAttribute('aria-hidden', 'true');
});

it('shows one card after the other by buttons, and says which', async () => {
  window.matchMedia = (() => ({ matches: true })) as unknown as typeof window.matchMedia;
  const items = ['Letter', 'Small claims', 'Full trial'].map((label) => ({ key: label, label, content: label }));
  render(<CardSlider label="Packages" items={items} initialIndex={1} />);
  expect(screen.getByRole('status')).toHaveTextContent('2 of 3');
  await userEvent.click(screen.getByRole('button', { name: 'Show the next one' }));
  expect(screen.getByRole('status')).toHaveTextContent('3 of 3');
  expect(screen.getByRole('button', { name: 'Show the next one' })).toBeDisabled();
});
