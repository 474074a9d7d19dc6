import { renderApp } from '@redress/testing';
import { act, screen } from '@testing-library/react';
import { appendSpoken, DictationButton } from './index.ts';

class FakeRecognition {
  static last: FakeRecognition;
  lang = '';
  stopped = false;
  onresult: ((event: unknown) => void) | null = null;
  onerror: ((event: { error: string }) => void) | null = null;
  onend: (() => void) | null = null;
  constructor() {
    FakeRecognition.last = this;
  }
  start() {}
  stop() {
    this.stopped = true;
    this.onend?.();
  }
  abort() {}
}
const scope = globalThis as { SpeechRecognition?: unknown };
const say = (text: string) => act(() => FakeRecognition.last.onresult?.({ results: [[{ transcript: text }]] }));
const fail = (error: string) => act(() => FakeRecognition.last.onerror?.({ error }));

beforeEach(() => {
  scope.SpeechRecognition = FakeRecognition;
});
afterEach(() => {
  delete scope.SpeechRecognition;
  jest.useRealTimers();
});

it('appends what was said with a space between', () => {
  expect(appendSpoken('It broke.', 'Then it leaked.')).toBe('It broke. Then it leaked.');
  expect(appendSpoken('  ', 'It broke.')).toBe('It broke.');
});

it('listens in en-US, hands over what was said, and is idle again when speech ends', async () => {
  const onText = jest.fn();
  const { user } = renderApp(<DictationButton screen="description" onText={onText} />);
  await user.click(screen.getByRole('button', { name: 'Dictate' }));
  expect(FakeRecognition.last.lang).toBe('en-US');
  say(' the car broke ');
  expect(onText).toHaveBeenCalledWith('the car broke');
  act(() => FakeRecognition.last.onend?.());
  expect(screen.getByRole('button', { name: 'Dictate' })).toHaveAttribute('aria-pressed', 'false');
});

it('says what went wrong, but not that somebody stopped it', async () => {
  const { user } = renderApp(<DictationButton screen="description" onText={jest.fn()} />);
  await user.click(screen.getByRole('button'));
  fail('not-allowed');
  expect(screen.getByRole('alert')).toHaveTextContent('Error: not-allowed');
  await user.click(screen.getByRole('button'));
  fail('aborted');
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['description', 'Your browser does not support the Speech API. Use Chrome or Edge. You can also type.'],
  ['calculation', 'Your browser does not support the Speech API. Use Chrome, Edge or Safari. You can also type.'],
] as const)('says on the %s screen that this browser cannot do it', async (where, sentence) => {
  delete scope.SpeechRecognition;
  const { user } = renderApp(<DictationButton screen={where} onText={jest.fn()} />);
  await user.click(screen.getByRole('button'));
  expect(screen.getByRole('alert')).toHaveTextContent(sentence);
});

it('waits a moment before it listens on the calculation screen and stops by itself after ten seconds', () => {
  jest.useFakeTimers();
  renderApp(<DictationButton screen="calculation" onText={jest.fn()} startDelayMs={100} autoStopMs={10_000} />);
  act(() => screen.getByRole('button').click());
  act(() => jest.advanceTimersByTime(10_099));
  expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  expect(FakeRecognition.last.stopped).toBe(false);
  act(() => jest.advanceTimersByTime(1));
  expect(FakeRecognition.last.stopped).toBe(true);
  expect(screen.getByRole('button')).toHaveAttribute('aria-pressed', 'false');
});
