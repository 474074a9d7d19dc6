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
