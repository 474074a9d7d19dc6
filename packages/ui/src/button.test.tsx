import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, IconButton } from './button.tsx';

it('is not pressed twice while it works, and keeps its focus', async () => {
  const press = jest.fn();
  const { rerender } = render(<Button onClick={press}>Pay</Button>);
  await userEvent.click(screen.getByRole('button', { name: 'Pay' }));
  rerender(
    <Button busy busyText="Paying…" onClick={press}>
      Pay
    </Button>,
  );
  const button = screen.getByRole('button', { name: 'Paying…' });
  await userEvent.click(button);
  await userEvent.keyboard('{Enter}');

  expect(press).toHaveBeenCalledTimes(1);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
});

it('does not send its form again while it works', async () => {
  const submit = jest.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={submit}>
      <Button type="submit" busy>
        Save
      </Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(submit).not.toHaveBeenCalled();
});

it('takes a double tap once while what it began is not done, and the next press after that', async () => {
  const finish: (() => void)[] = [];
  const press = jest.fn(() => new Promise<void>((resolve) => finish.push(resolve)));
  render(<Button onClick={press}>Start a new claim</Button>);
  const button = screen.getByRole('button');
  await userEvent.dblClick(button);
  expect(press).toHaveBeenCalledTimes(1);
  expect(button).toHaveAttribute('aria-disabled', 'true');
  await act(async () => finish[0]!());
  expect(button).not.toHaveAttribute('aria-disabled');
  await userEvent.click(button);
  expect(press).toHaveBeenCalledTimes(2);
});

it('submits a form only with type submit', async () => {
  const submit = jest.fn();
  render(
    <form onSubmit={submit}>
      <Button>Add</Button>
    </form>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(submit).not.toHaveBeenCalled();
});

it('names a button that has an icon alone', () => {
  render(<IconButton label="Close" icon="M0 0" />);
  expect(screen.getByRole('button', { name: 'Close' })).toBeInTheDocument();
});
