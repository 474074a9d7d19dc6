import { screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { selectDisplayName, useAppSelector } from '@redress/session-store';
import { axeViolations, aUser, renderApp } from './index.ts';

const Greeting = () => <p>Hello {useAppSelector(selectDisplayName)}</p>;

it('draws a component over the store as the given person', () => {
  const { getByText } = renderApp(<Greeting />, { user: aUser({ display_name: 'Núñez' }) });
  expect(getByText('Hello Núñez')).toBeInTheDocument();
});

it('finds an input without a label', async () => {
  const { container } = renderApp(<input type="text" />);
  expect(await axeViolations(container)).toEqual(['label: input']);
});

/** What it says changes in several steps after it is pressed, as in a form that is judged; drawing holds up the thread. */
function Late() {
  const [steps, setSteps] = useState(0);
  useEffect(() => {
    if (steps === 0 || steps === 3) return;
    setSteps(steps + 1);
    const end = performance.now() + 10;
    while (performance.now() < end);
  }, [steps]);
  return <button onClick={() => void Promise.resolve().then(() => setSteps(1))}>{`Step ${steps}`}</button>;
}

it('comes back from an event when what it changed is drawn, also on a thread that is held up', async () => {
  const { user } = renderApp(<Late />);
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('button')).toHaveTextContent('Step 3');
});
