import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LiveRegion } from './live-region.tsx';
import { announce, showToast } from './toast-store.ts';

afterEach(() => jest.useRealTimers());

it('announces each message, also the same one again', () => {
  render(<LiveRegion />);
  act(() => announce('Saved'));
  const [said] = screen.getAllByRole('status');
  expect(said).toHaveTextContent('Saved');
  const before = said?.textContent;
  act(() => announce('Saved'));
  expect(said?.textContent).not.toBe(before);
});

it('takes a message away after a while, but never an error', () => {
  jest.useFakeTimers();
  render(<LiveRegion />);
  act(() => showToast({ text: 'Your case is back.' }));
  act(() => showToast({ text: 'Your case is back.' }));
  expect(screen.getAllByText('Your case is back.')).toHaveLength(1);
  act(() => showToast({ text: 'Not deleted.', tone: 'danger' }));
  act(() => jest.advanceTimersByTime(6000));
  expect(screen.queryByText('Your case is back.')).toBeNull();
  expect(screen.getByText('Not deleted.')).toBeInTheDocument();
});

it('scrolls the control that has the focus out from under a message, and no other', () => {
  const scrolled = jest.fn();
  Element.prototype.scrollIntoView = scrolled;
  const at = jest.spyOn(Element.prototype, 'getBoundingClientRect');
  render(
    <>
      <button type="button">Keep</button>
      <LiveRegion />
    </>,
  );
  at.mockReturnValue(new DOMRect(0, 600, 300, 40));
  act(() => showToast({ text: 'Saved.' }));
  expect(scrolled).not.toHaveBeenCalled();
  act(() => screen.getByText('Keep').focus());
  act(() => showToast({ text: 'Saved again.' }));
  expect(scrolled.mock.contexts).toEqual([screen.getByText('Keep')]);
});

it('keeps a message with something to press until it is pressed', async () => {
  const undo = jest.fn();
  render(<LiveRegion />);
  for (const id of [1, 2]) act(() => showToast({ text: 'Gone.', action: { text: 'Undo', onPress: () => undo(id) } }));
  for (const button of screen.getAllByRole('button', { name: 'Undo' })) await userEvent.click(button);
  expect(undo.mock.calls).toEqual([[1], [2]]);
  expect(screen.queryByText('Gone.')).toBeNull();
});
