import { REGIONS } from '../frame/regions.ts';
import { watchConnection } from './connection.ts';

const said: string[] = [];
let isTyped = false;

beforeAll(() => {
  document.body.innerHTML = `<div id="${REGIONS.overlay}"></div>`;
  watchConnection({ announce: (text) => void said.push(text), holdsInput: () => isTyped });
});
beforeEach(() => {
  said.length = 0;
  isTyped = false;
});

const leave = () => {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented ? 'asked' : 'left';
};
const go = (state: 'offline' | 'online') => window.dispatchEvent(new Event(state));

it('says that the browser is offline as long as it is, once', () => {
  go('offline');
  go('offline');
  expect(document.querySelectorAll('[role=status]')).toHaveLength(1);
  expect(document.body).toHaveTextContent('You are offline. What you typed is kept');
  go('online');
  expect(document.querySelectorAll('[role=status]')).toHaveLength(0);
  expect(said).toEqual(['You are back online.']);
});

it('asks before a reload that would show the browser’s own error, when something was typed', () => {
  go('offline');
  expect(leave()).toBe('left');
  isTyped = true;
  expect(leave()).toBe('asked');
  go('online');
  expect(leave()).toBe('left');
});
