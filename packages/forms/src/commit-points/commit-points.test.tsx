import { CheckboxField, Form, TextField } from '@redress/forms';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { COMMIT_PAUSE_MS } from './commit-points.ts';
import { useCommitPoints, type FormCommitPoints } from './use-commit-points.ts';

const committed = jest.fn();
const typed = jest.fn();
let points: FormCommitPoints<Record<string, unknown>>;

function Screen() {
  points = useCommitPoints<Record<string, unknown>>({ onCommit: committed, onTyped: typed });
  return (
    <section {...points.handlers}>
      <Form initialValues={{ name: '', city: '', agreed: false }} onSubmit={() => {}} onChange={points.onFormChange}>
        <TextField name="name" label="Name" />
        <TextField name="city" label="City" />
        <CheckboxField name="agreed" label="Agreed" />
        <button type="submit">Continue</button>
      </Form>
    </section>
  );
}

const field = (label: string) => screen.getByLabelText(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const hide = (state: DocumentVisibilityState) => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
let unmount: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  committed.mockClear();
  typed.mockClear();
  ({ unmount } = render(<Screen />));
});
afterEach(() => {
  hide('visible');
  unmount();
  jest.useRealTimers();
});

it('hands over once typing has paused for 300 ms, all fields at once', () => {
  type('Name', 'Z');
  act(() => jest.advanceTimersByTime(COMMIT_PAUSE_MS - 1));
  type('Name', 'Zo');
  type('City', 'A');
  act(() => jest.advanceTimersByTime(COMMIT_PAUSE_MS - 1));
  expect(committed).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  expect(committed.mock.calls).toEqual([[{ name: 'Zo', city: 'A' }]]);
  act(() => jest.advanceTimersByTime(10_000));
  expect(committed).toHaveBeenCalledTimes(1);
});

it('tells of every key, and which is the first that the owner lacks', () => {
  type('Name', 'Z');
  expect(points.read()).toEqual({ name: 'Z' });
  type('Name', 'Zo');
  act(() => jest.advanceTimersByTime(COMMIT_PAUSE_MS));
  expect(points.read()).toEqual({});
  type('Name', 'Zoë');
  expect(typed.mock.calls).toEqual([[true], [false], [true]]);
});

it.each<[string, () => unknown]>([
  ['a field is left', () => fireEvent.blur(field('Name'))],
  ['Continue is pressed', () => act(async () => void fireEvent.submit(field('Name')))],
  ['the page is hidden', () => act(() => hide('hidden'))],
  ['the page is left', () => act(() => void dispatchEvent(new Event('pagehide')))],
  ['the form goes', () => unmount()],
  ['its owner asks', () => points.commit()],
])('hands over at once when %s, and only once', async (_when, happen) => {
  type('Name', 'Zoë');
  await happen();
  expect(committed.mock.calls).toEqual([[{ name: 'Zoë' }]]);
  act(() => jest.advanceTimersByTime(10_000));
  expect(committed).toHaveBeenCalledTimes(1);
});

it('hands over nothing where nothing was typed, nor when the page comes back', () => {
  fireEvent.blur(field('Name'));
  dispatchEvent(new Event('pagehide'));
  type('Name', 'Z');
  act(() => hide('visible'));
  expect(committed).not.toHaveBeenCalled();
});

it('hands over a choice as it is made, after what was typed before it', () => {
  type('Name', 'Zoë');
  fireEvent.click(field('Agreed'));
  expect(committed.mock.calls).toEqual([[{ name: 'Zoë' }], [{ agreed: true }]]);
});

it('never hands over what was given up', () => {
  type('Name', 'Zoë');
  points.discard();
  act(() => jest.advanceTimersByTime(10_000));
  unmount();
  expect(committed).not.toHaveBeenCalled();
});
