import type { AnswerOf, getUserDemands } from '@redress/contracts';
import { aUser, axeViolations, renderApp, type RenderOptions } from '@redress/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { DemandLettersPage } from './demand-letters-page.tsx';
import { routeOf } from './tracking.tsx';

const row = {
  id: 'd'.repeat(24), form_session_id: 'a'.repeat(24), package_title: 'Demand Letter', recipient: 'Łucja Ng', formatted_date: 'Mar 2, 2026',
  created_at: '2026-03-02T15:04:00.000Z', status: 'sent', status_sentence: 'It is on its way.', send_date: 'Mar 3, 2026',
  mail_state: 'in_transit', tracking_number: '9407300000000000000004', tracking_url: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=9407300000000000000004', window_ends_at: null,
} as AnswerOf<typeof getUserDemands>['data'][number]; // prettier-ignore
const draw = (calls: RenderOptions['calls'] = {}, rows = [row], total = rows.length, route = '/demand-letters') =>
  renderApp(<DemandLettersPage />, {
    user: aUser(),
    calls: { getUserDemands: { data: rows, total, page: 1 }, ...calls },
    route,
  });

const framesPdf = (value: boolean) =>
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value, configurable: true });

beforeEach(() => {
  framesPdf(true);
  URL.createObjectURL = jest.fn(() => 'blob:letter');
  URL.revokeObjectURL = jest.fn();
});

it('lists letters with their state in words and a link to the carrier', async () => {
  const { container } = draw();
  const total = screen.getByText(/Total Letters/);
  expect(total).toHaveAttribute('aria-hidden', 'true');
  const line = within(await screen.findByRole('row', { name: /To Łucja Ng/ }));
  expect(total).not.toHaveAttribute('aria-hidden');
  expect(line.getByText('Sent')).toBeInTheDocument();
  expect(line.getByRole('link', { name: row.tracking_number ?? '' })).toHaveAttribute('href', row.tracking_url);
  expect(await axeViolations(container)).toEqual([]);
});

it('opens the letter of the claim it is asked for, on the page where that stands', async () => {
  Element.prototype.scrollIntoView = jest.fn();
  const { user, server } = draw(
    { getUserDemands: { data: [row], total: 200, page: 7 }, letterTracking: { mailings: [] } },
    [],
    0,
    `/demand-letters?claim=${row.form_session_id}`,
  );
  const button = await screen.findByRole('button', { name: 'Where your letter is' });
  expect(button).toHaveAttribute('aria-expanded', 'true');
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  expect(screen.getByText('Showing 121 to 140 of 200 letters')).toBeInTheDocument();
  await user.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'false');
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(server.requests.at(-1)?.request).toMatchObject({ page: '8' }));
  expect(server.requests[0]?.request).toMatchObject({ claim: row.form_session_id });
});

it("says of a link to a letter of somebody else that these are one's own", async () => {
  draw({}, [row], 1, `/demand-letters?claim=${'0'.repeat(24)}`);
  expect(await screen.findByText(/not in your account\. These are your letters\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { expanded: true })).toBeNull();
});

it('shows the PDF in its frame as wide as that, and gives its address back when it closes', async () => {
  const { user } = draw();
  await user.click(await screen.findByRole('button', { name: 'View Demand Letter' }));
  expect(await screen.findByTitle('Demand Letter PDF')).toHaveAttribute('src', 'blob:letter#view=FitH');
  await user.click(screen.getByRole('button', { name: 'Close the PDF' }));
  expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:letter');
});

it.each([
  ['shows no PDF', () => framesPdf(false)],
  ['is used by touch', () => Object.assign(window, { matchMedia: () => ({ matches: true }) })],
])('shows pictures of the pages in a browser that %s, and offers the file', async (_what, become) => {
  become();
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, server, container } = draw({ letterPage: { pages: 2, image: 'AA==', text: 'Words of a page' } });
  await user.click(await screen.findByRole('button', { name: 'View Demand Letter' }));
  expect(await screen.findByRole('img', { name: 'Page 2 of 2' })).toBeInTheDocument();
  expect(screen.queryByTitle('Demand Letter PDF')).toBeNull();
  expect(await axeViolations(container)).toEqual([]);
  expect(server.requests.some(({ call }) => call === 'generateSecurePdf')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Download the PDF' }));
  await waitFor(() => expect(clicked).toHaveBeenCalled());
  Object.assign(window, { matchMedia: undefined });
});

it('says why there is no PDF and tries again', async () => {
  const { user, server } = draw({ generateSecurePdf: { refuse: 'NOT_FOUND', message: 'Not there' } });
  await user.click(await screen.findByRole('button', { name: 'View Demand Letter' }));
  expect(await screen.findByText('We could not make the PDF: Not there')).toBeInTheDocument();
  server.use({ generateSecurePdf: new Blob(['%PDF'], { type: 'application/pdf' }) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByTitle('Demand Letter PDF')).toBeInTheDocument();
});

it('shows where a letter is, in plain words, with what to do next', async () => {
  const mailing = {
    id: 'e'.repeat(24), recipient: 'Łucja Ng', status: 'sent', tracking_number: row.tracking_number, tracking_url: null,
    posted_at: '2026-03-03T10:00:00.000Z', expected_delivery: '2026-03-07',
    events: [{ at: '2026-03-04T10:00:00.000Z', name: 'Between post offices', stage: 'in_transit' as const, sentence: 'It is between post offices.', next_step: 'Wait for it.', location: 'Ames, IA' }],
    problem: null,
  }; // prettier-ignore
  const { user } = draw({ letterTracking: { mailings: [mailing] } });
  await user.click(await screen.findByRole('button', { name: 'Where your letter is' }));
  expect(await screen.findByText(/It is between post offices/)).toBeInTheDocument();
  expect(routeOf(mailing).map(({ state }) => state)).toEqual(['done', 'done', 'current', 'upcoming']);
});

it('pages only beyond twenty letters, and moves on', async () => {
  const { user, server } = draw({}, [row], 45);
  expect(await screen.findByText('Showing 1 to 20 of 45 letters')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(server.requests.at(-1)?.request).toMatchObject({ page: '2' }));
});

it('says what to do when there is none', async () => {
  draw({}, []);
  expect(await screen.findByText('No demand letters found. Create your first one!')).toBeInTheDocument();
});

it('shows that a letter comes back, instead of Sent', async () => {
  draw({}, [{ ...row, mail_state: 'returned', status_sentence: 'Your letter is coming back.' }]);
  const line = within(await screen.findByRole('row', { name: /To Łucja Ng/ }));
  expect(line.getByText('Returned')).toBeInTheDocument();
  expect(line.queryByText('Sent')).toBeNull();
});

it('ends the way of a returned letter where it ended, newest news first', () => {
  const event = (at: string, stage: 'in_transit' | 'returned') => ({
    at,
    name: 'News',
    stage,
    sentence: '',
    next_step: null,
    location: null,
  });
  const route = routeOf({
    posted_at: '2026-03-03T10:00:00.000Z',
    status: 'returned',
    problem: { sentence: 'Your letter is coming back.', next_step: 'Check the address.' },
    events: [event('2026-03-08T10:00:00.000Z', 'returned'), event('2026-03-04T10:00:00.000Z', 'in_transit')],
  });
  expect(route.map(({ label, state }) => `${label} ${state}`).join(', ')).toBe(
    'Approved done, Mailed done, In transit done, Returned problem',
  );
});

it('links a letter that can still be changed to its editor', async () => {
  const { user, visited } = draw({}, [
    { ...row, status: 'pending', mail_state: null, window_ends_at: '2026-03-02T16:04:00.000Z' },
  ]);
  await user.click(await screen.findByRole('button', { name: 'Change this letter' }));
  expect(sessionStorage.getItem('form_session_id')).toBe(row.form_session_id);
  expect(visited).toEqual(['/result']);
});

it('offers what can be done about a letter nobody picked up, and the record of its mailing', async () => {
  const saved = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const mailing = {
    id: 'e'.repeat(24), recipient: 'Łucja Ng', status: 'unclaimed', tracking_number: row.tracking_number, tracking_url: null,
    posted_at: '2026-03-03T10:00:00.000Z', expected_delivery: '2026-03-07',
    events: [{ at: '2026-03-04T10:00:00.000Z', name: 'Issue', stage: 'issue' as const, sentence: 'No one picked up your letter.', next_step: null, location: null }],
    problem: { sentence: 'No one picked up your letter.', next_step: 'Keep the record.' },
    next_acts: ['regular-post', 'new-address', 'court-papers'] as ('regular-post' | 'new-address' | 'court-papers')[], has_proof: true,
  }; // prettier-ignore
  const { user, server } = draw({
    letterTracking: { mailings: [mailing] },
    proofOfMailing: new Blob(['%PDF'], { type: 'application/pdf' }),
  });
  await user.click(await screen.findByRole('button', { name: 'Where your letter is' }));
  expect(await screen.findByRole('link', { name: 'Send it to another address' })).toHaveAttribute(
    'href',
    `/case/${row.form_session_id}`,
  );
  expect(screen.getByRole('link', { name: 'Open your court papers' })).toHaveAttribute('href', '/court-documents');
  await user.click(screen.getByRole('button', { name: 'Download the proof of mailing' }));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(server.requests.at(-1)?.request).toMatchObject({ demand_id: row.id, action: 'download' });
  await user.click(screen.getByRole('button', { name: 'Print the letter for regular mail' }));
  expect(await screen.findByTitle('Demand Letter PDF')).toBeInTheDocument();
  saved.mockRestore();
});

it('shows the letter at the printer until the carrier has scanned it', () => {
  const [, second] = routeOf({ posted_at: row.created_at, status: 'handed_over', problem: null, events: [] });
  expect(second).toMatchObject({ label: 'Handed to the printer', state: 'current' });
});

it.each([
  ['mailed', 'done current upcoming upcoming'],
  ['in_local_area', 'done done current upcoming'],
  ['out_for_delivery', 'done done current upcoming'],
  ['pickup_available', 'done current upcoming upcoming'],
  ['delivered', 'done done done done'],
] as const)('places a letter by the stage of its scans, whatever they are called: %s', (stage, way) => {
  const event = {
    at: '2026-03-04T10:00:00.000Z',
    name: 'Not delivered, in transit',
    stage,
    sentence: '',
    next_step: null,
    location: null,
  };
  const route = routeOf({ posted_at: '2026-03-03T10:00:00.000Z', status: 'mailed', problem: null, events: [event] });
  expect(route.map(({ state }) => state).join(' ')).toBe(way);
});

it('places a letter by where it stands when the claims service sends no stages yet', () => {
  const event = { at: '2026-03-04T10:00:00.000Z', name: 'Delivered', sentence: '', next_step: null, location: null };
  const route = routeOf({ posted_at: '2026-03-03T10:00:00.000Z', status: 'delivered', problem: null, events: [event] });
  expect(route.every(({ state }) => state === 'done')).toBe(true);
});
