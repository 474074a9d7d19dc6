import { aUser, renderApp, type RenderOptions } from '@redress/testing';
import { act, screen, waitFor } from '@testing-library/react';
import { CourtDocumentsPage } from './court-documents-page.tsx';

const group = {
  demand_id: 'd'.repeat(24), demand_identifier: 'RD-1042', created_at: '2026-03-02T15:04:00.000Z', demand_status: 'approved', court_documents_count: 2,
  court_documents: [{ id: 'e'.repeat(24), title: 'Statement of claim', file_name: 'statement.pdf' }, { id: 'f'.repeat(24), title: null, file_name: null }],
  pending: false,
}; // prettier-ignore
const draw = (calls: RenderOptions['calls'] = {}) =>
  renderApp(<CourtDocumentsPage />, {
    user: aUser(),
    calls: { getCourtDocuments: { demands: [group], csrf_token: 't' }, ...calls },
  });
const open = async ({ user }: ReturnType<typeof draw>) =>
  user.click(await screen.findByRole('button', { name: 'View' }));

beforeEach(() => {
  URL.createObjectURL = jest.fn(() => 'blob:paper');
});

it('lists papers by demand, and names those without a title', async () => {
  const page = draw();
  expect(await screen.findByText('2 Documents')).toBeInTheDocument();
  await open(page);
  expect(screen.getByText('Statement of claim')).toBeInTheDocument();
  expect(screen.getByText('Document 2')).toBeInTheDocument();
});

it('dates a demand and its papers as the papers themselves are, whatever the clock of who reads', async () => {
  const paper = { ...group.court_documents[0]!, version: 2, made_at: '2026-11-22T05:30:00.000Z' };
  const page = draw({
    getCourtDocuments: {
      demands: [
        {
          ...group,
          created_at: '2026-11-22T04:30:00.000Z',
          formatted_date: 'November 21, 2026',
          court_documents: [{ ...paper, formatted_date: 'November 21, 2026' }],
        },
      ],
      csrf_token: 't',
    },
  });
  await open(page);
  expect(screen.getByRole('cell', { name: 'November 21, 2026' })).toBeInTheDocument();
  expect(screen.getByText('Version 2, made November 21, 2026')).toBeInTheDocument();
});

it('looks again while papers are being made, until they are there', async () => {
  jest.useFakeTimers({ advanceTimers: true, doNotFake: ['queueMicrotask', 'performance'] });
  const page = draw({
    getCourtDocuments: {
      demands: [{ ...group, court_documents_count: 0, court_documents: [], pending: true }],
      csrf_token: 't',
    },
  });
  expect(await screen.findByText('0 Documents')).toBeInTheDocument();
  page.server.use({ getCourtDocuments: { demands: [group], csrf_token: 't' } });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText('2 Documents')).toBeInTheDocument();
  jest.useRealTimers();
});

it('keeps a paper under its own name', async () => {
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const page = draw();
  await open(page);
  await page.user.dblClick(screen.getByRole('button', { name: 'Download Statement of claim' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect(page.server.requests.filter(({ call }) => call === 'downloadCourtDocument')).toHaveLength(1);
  expect((clicked.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe(`document_${'e'.repeat(24)}.pdf`); // jest types instances as the class's statics
  expect(page.server.requests.at(-1)?.request).toMatchObject({ download: true });
});

it('opens a paper in a tab that the click itself opened', async () => {
  const replace = jest.fn();
  window.open = jest.fn(() => ({ location: { replace } }) as unknown as Window); // as much of a tab as is used
  const page = draw();
  await open(page);
  await page.user.click(screen.getByRole('button', { name: 'View Statement of claim in a new tab' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('blob:paper'));
});

it('closes the tab again when there is no such paper', async () => {
  const close = jest.fn();
  window.open = jest.fn(() => ({ close }) as unknown as Window); // as much of a tab as is used
  const page = draw({ downloadCourtDocument: { refuse: 'NOT_FOUND' } });
  await open(page);
  await page.user.click(screen.getByRole('button', { name: 'View Statement of claim in a new tab' }));
  await waitFor(() => expect(close).toHaveBeenCalled());
});

it('says that the list could not be loaded, and tries again', async () => {
  const page = draw({ getCourtDocuments: { refuse: 'NOT_FOUND', message: 'No' } });
  expect(await screen.findByText('Error loading court documents.')).toBeInTheDocument();
  page.server.use({ getCourtDocuments: { demands: [], csrf_token: 't' } });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No court documents found.')).toBeInTheDocument();
});
