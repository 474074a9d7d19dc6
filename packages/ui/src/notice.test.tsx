import { render, screen } from '@testing-library/react';
import { LoadError, Notice, toneOf } from './notice.tsx';

it('interrupts for danger only', () => {
  render(
    <>
      <Notice live tone="danger" title="Not sent" />
      <Notice live tone="success" title="Saved" />
      <Notice title="Standing there" />
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Not sent');
  expect(screen.getByRole('status')).toHaveTextContent('Saved');
});

it('names the reference of a failure', () => {
  render(<LoadError reference="8f2c" />);
  expect(screen.getByText('Reference number: 8f2c')).toBeInTheDocument();
});

it('gives the colours of the status tables a tone each', () => {
  expect((['green', 'blue', 'yellow', 'red', 'gray'] as const).map(toneOf)).toEqual([
    'success',
    'info',
    'pending',
    'danger',
    'neutral',
  ]);
});
