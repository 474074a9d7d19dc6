import { fireEvent } from '@testing-library/react';
import { watchLinks } from './links.ts';

const visited: string[] = [];
const prefetched: string[] = [];
beforeAll(() => {
  watchLinks({
    navigate: (path) => void visited.push(path),
    prefetch: (path) => void prefetched.push(path),
    isPage: (pathname) => pathname === '/dashboard',
  });
  // jsdom cannot navigate; what the watcher leaves to the browser ends here.
  addEventListener('click', (event) => event.preventDefault());
});
beforeEach(() => {
  visited.length = 0;
  prefetched.length = 0;
  document.body.innerHTML = `
    <a id="page" href="/dashboard?a=1">Home</a>
    <a id="other" href="https://elsewhere.example/dashboard">Other</a>
    <a id="tab" href="/dashboard" target="_blank">Tab</a>
    <a id="unknown" href="/help">Help</a>
    <a id="file" href="/dashboard" download>File</a>`;
});
const link = (id: string) => document.getElementById(id)!;

it('follows an ordinary link to a page of this site', () => {
  fireEvent.click(link('page'));
  expect(visited).toEqual(['/dashboard?a=1']);
});

it.each(['other', 'tab', 'unknown', 'file'])('leaves the link "%s" to the browser', (id) => {
  fireEvent.click(link(id));
  expect(visited).toEqual([]);
});

it('leaves a click alone that asks for a new tab, or that somebody has handled', () => {
  fireEvent.click(link('page'), { ctrlKey: true });
  link('page').addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link('page'));
  expect(visited).toEqual([]);
});

it('starts loading a page when its link is approached', () => {
  fireEvent.pointerOver(link('page'));
  fireEvent.pointerOver(link('other'));
  expect(prefetched).toEqual(['/dashboard']);
});
