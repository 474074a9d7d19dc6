import { HEARING_PATH, signInPath } from '@redress/contracts/releases';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AppLink, returnPath } from './navigation.tsx';
import { installFakeHost } from './testing/fake-host.ts';

let fake: ReturnType<typeof installFakeHost>;
Reflect.deleteProperty(URL, 'canParse'); // Safari before 17 has none.
beforeEach(() => (fake = installFakeHost()));
afterEach(() => fake.remove());

it.each([
  ['//evil.example/dashboard', 'another site without a scheme'],
  ['https://evil.example/', 'another site'],
  ['/\\evil.example', 'another site behind a backslash'],
  ['/no-such-page', 'a page that is not ours'],
  ['/login', 'the page itself, for ever'],
  ['javascript:alert(1)', 'a script'],
  ['//', 'what is no address'],
])('does not return to %s: %s', (path) => {
  const search = `?${new URLSearchParams({ return: path })}`;
  expect([returnPath({}, search), returnPath({ hasSignedIn: true }, search)]).toEqual(['/dashboard', '/dashboard']);
});

it('returns to the page a visitor was sent away from, with its query', () => {
  const address = signInPath('/dashboard?page=2');
  expect(returnPath({}, new URL(address, 'http://localhost').search)).toBe('/dashboard?page=2');
});

it('returns to the page of a hearing for who signs in, and leads nobody to it who is signed in already', () => {
  const hearing = `${HEARING_PATH}?form_session_id=${'a'.repeat(24)}`;
  const { search } = new URL(signInPath(hearing), 'http://localhost');
  expect(returnPath({ hasSignedIn: true }, search)).toBe(hearing);
  expect(returnPath({}, search)).toBe('/dashboard');
});

it('follows a plain click without a document load, and leaves the others to the browser', async () => {
  const prevented: boolean[] = [];
  const record = (event: Event) => {
    prevented.push(event.defaultPrevented);
    // jsdom cannot navigate.
    event.preventDefault();
  };
  addEventListener('click', record);
  render(<AppLink to="/dashboard">Home</AppLink>);
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'Home' }));
  expect(fake.visited).toEqual(['/dashboard']);
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'Home' }));
  expect(fake.visited).toEqual(['/dashboard']);
  expect(prevented).toEqual([true, false]);
  removeEventListener('click', record);
});
