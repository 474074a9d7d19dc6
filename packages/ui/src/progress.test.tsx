import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ProgressBar, SaveState, StepRail } from './progress.tsx';

const steps = ['Claim Type', 'Your Information', 'Their Information'].map((name, index) => ({
  number: index + 1,
  name,
}));

it('opens steps up to the furthest one and no later one', async () => {
  const go = jest.fn();
  render(
    <StepRail
      steps={steps}
      current={2}
      furthest={2}
      onGo={go}
      label="Steps"
      notYetText="Please complete the previous steps to navigate here."
    />,
  );
  await userEvent.click(screen.getByRole('button', { name: /Claim Type/ }));
  await userEvent.click(screen.getByRole('button', { name: /Their Information/ }));
  expect(go.mock.calls).toEqual([[1]]);
});

it('says which step is the current one and why a later one does not open', () => {
  render(<StepRail steps={steps} current={1} furthest={1} onGo={() => {}} label="Steps" notYetText="Not yet" />);
  expect(screen.getByRole('button', { current: 'step' })).toHaveTextContent('Claim Type');
  expect(screen.getByRole('button', { name: 'Their Information (Not yet)' })).toHaveAttribute('aria-disabled', 'true');
});

it('says politely whether answers are safe, and offers to try again', async () => {
  const retry = jest.fn();
  render(<SaveState status="failed" text="Not saved" onRetry={retry} retryText="Save now" />);
  expect(screen.getByRole('status')).toHaveTextContent('Not saved');
  await userEvent.click(screen.getByRole('button', { name: 'Save now' }));
  expect(retry).toHaveBeenCalled();
});

it('is one progress to a screen reader, however many parts it is cut into', () => {
  render(<ProgressBar label="Steps" value={1.5} max={3} valueText="Step 2 of 3" segments={['One', 'Two', 'Three']} />);
  const bar = screen.getByRole('progressbar', { name: 'Steps' });
  expect(bar).toHaveAttribute('aria-valuetext', 'Step 2 of 3');
  expect(bar).toHaveAttribute('value', '1.5');
  expect(screen.queryByRole('listitem')).toBeNull();
  expect(screen.getByText('Two')).toHaveAttribute('data-now');
  expect(screen.getByText('One')).not.toHaveAttribute('data-now');
});

it('marks no part of a bar that is full', () => {
  render(<ProgressBar label="Steps" value={2} max={2} segments={['One', 'Two']} />);
  expect(document.querySelector('[data-now]')).toBeNull();
});
