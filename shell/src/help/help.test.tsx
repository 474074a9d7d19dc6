import { help } from '@redress/copy/help';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { REGIONS } from '../frame/regions.ts';
import { topicAt } from './help-topic.ts';
import { watchHelp } from './watch-help.ts';

const page = { footer: { footer_text: '', company_email: '', postal_address: '1 Main Street', social_links: {} } };
const visited: string[] = [];
let hasSteps = true;
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
  watchHelp({ page, navigate: (path) => void visited.push(path), hasSteps: () => hasSteps });
});
beforeEach(() => {
  visited.length = 0;
  hasSteps = true;
  page.footer.company_email = '';
  document.body.innerHTML = `<header><a href="/help">Help</a></header><input aria-label="Story"><div id="${REGIONS.overlay}"></div>`;
});
/** The page changed. */
const leave = () => act(() => void dispatchEvent(new PopStateEvent('popstate')));
afterEach(leave);
const at = (address: string) => history.replaceState(null, '', address);
const press = (init: MouseEventInit = {}) => fireEvent.click(screen.getByRole('link', { name: 'Help' }), init);

it('opens help with this step beside the page, touches nothing typed, and gives the focus back', async () => {
  at('/?step=4.0');
  const story = screen.getByLabelText<HTMLInputElement>('Story');
  fireEvent.change(story, { target: { value: 'half a sente' } });
  story.focus();
  press();
  const panel = await screen.findByRole('dialog', { name: 'What happened' });
  expect(within(panel).getByText('What it costs')).toBeInTheDocument();
  expect(within(panel).getByRole('link', { name: /^All help/ })).toHaveAttribute('href', '/help#story');
  expect(story).toHaveValue('half a sente');
  fireEvent.click(within(panel).getByRole('button', { name: 'Close the help' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('link', { name: 'Help' })).toHaveFocus();
  expect(document.getElementById(REGIONS.overlay)).toBeEmptyDOMElement();
});

it('names a person only where the site has an address', async () => {
  at('/settings');
  press();
  expect(await screen.findByRole('dialog')).not.toHaveTextContent(/person|1 Main Street/);
  leave();
  page.footer.company_email = 'help@acme.example';
  press();
  const panel = await screen.findByRole('dialog', { name: 'Settings and your data' });
  expect(within(panel).getByRole('link', { name: 'help@acme.example' })).toBeInTheDocument();
  expect(panel).toHaveTextContent('1 Main Street');
});

it('goes when the page changes, and opens once however often it is pressed', async () => {
  at('/');
  press();
  press();
  await screen.findByRole('dialog');
  await act(async () => {});
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  leave();
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('stays a link on the shell’s own pages and for a new tab, and leads to all help from a page nobody knows', async () => {
  const isLeftToBrowser = (init?: MouseEventInit) => {
    let isLeft = false;
    const look = (event: Event) => {
      isLeft = !event.defaultPrevented;
      event.preventDefault(); // jsdom cannot navigate
    };
    addEventListener('click', look, { once: true });
    press(init);
    return isLeft;
  };
  at('/settings');
  expect(isLeftToBrowser({ ctrlKey: true })).toBe(true);
  expect(isLeftToBrowser()).toBe(false);
  await screen.findByRole('dialog');
  leave();
  hasSteps = false;
  expect(isLeftToBrowser()).toBe(true);
  hasSteps = true;
  at('/a-new-remote');
  press();
  await waitFor(() => expect(visited).toEqual(['/help']));
});

it('knows each step of the wizard and each screen, and what stands behind an address nobody knows', () => {
  const known = [
    ...['1.0', '1.1', '1.2', '1.3', '2.0', '2.1', '3.0', '3.1', '4.0', '4.1', '4.2', '4.3', '4.4'],
    ...['5.0', '5.1', '5.2', '6.0'],
  ].map((step) => topicAt({ pathname: '/', search: `?step=${step}&return=4.4` }));
  const screens = ['/result', '/login', '/dashboard/', '/demand-letters', '/court-documents', '/billing', '/settings'];
  const topics = [...known, ...screens.map((pathname) => topicAt({ pathname, search: '' }))];
  expect(topics).not.toContain(null);
  expect(new Set(topics)).toEqual(new Set(Object.keys(help.topics)));
  for (const step of ['9.9', 'constructor']) expect(topicAt({ pathname: '/', search: `?step=${step}` })).toBe('claim');
  expect(topicAt({ pathname: '/a-new-remote', search: '' })).toBeNull();
});
