import { render, screen, within } from '@testing-library/react';
import { BarsOverTime, LetterRoute, Sparkline } from './index.ts';

it('says in words what a line shows', () => {
  render(<Sparkline values={[1, 4, 2]} label="Failures: 2 in the last minute, falling" />);
  expect(screen.getByRole('img', { name: /falling/ })).toBeInTheDocument();
});

it('draws a line of one value, of none, and of equal ones', () => {
  const { container } = render(
    <>
      <Sparkline values={[]} label="none" />
      <Sparkline values={[3]} label="one" />
      <Sparkline values={[2, 2]} label="equal" />
    </>,
  );
  expect(container.innerHTML).not.toContain('NaN');
});

it('has the numbers of a picture as a table', () => {
  render(
    <BarsOverTime
      title="Payments"
      bars={[
        { label: 'May', value: 2 },
        { label: 'June', value: 0 },
      ]}
      columns={['Month', 'Payments']}
      tableText="Show the numbers"
      format={(value) => `${value}`}
    />,
  );
  const table = screen.getByRole('table', { name: 'Payments', hidden: true });
  expect(within(table).getByRole('rowheader', { name: 'June', hidden: true }).parentElement).toHaveTextContent('June0');
});

it('names where a letter is on its way', () => {
  render(
    <LetterRoute
      label="Way of the letter"
      stops={[
        { key: 'a', label: 'Posted', state: 'done' },
        { key: 'b', label: 'In transit', state: 'current' },
      ]}
    />,
  );
  expect(screen.getByText('In transit').parentElement).toHaveAttribute('aria-current', 'step');
});
