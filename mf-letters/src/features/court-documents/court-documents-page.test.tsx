import { aUser, axeViolations, renderApp, type RenderOptions } from '@redress/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import { CourtDocumentsPage } from './court-documents-page.tsx';

const group = {
  demand_id: 'd'.repeat(24), demand_identifier: 'RD-1042', recipient: 'Park LLC', created_at: '2026-03-02T15:04:00.000Z', demand_status: 'approved', court_documents_count: 2,
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
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true });
  URL.createObjectURL = jest.fn(() => 'blob:paper');
});

afterEach(() => jest.restoreAllMocks());

it('lists papers by demand, and names those without a title', async () => {
  const page = draw();
  expect(await screen.findByText('2 Documents')).toBeInTheDocument();
  expect(screen.getByText('Ready to download')).toBeInTheDocument();
  expect(screen.getByRole('rowheader', { name: 'RD-1042 To Park LLC' })).toBeInTheDocument();
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

it('keeps earlier versions behind one control, each under its own number', async () => {
  const was = { ...group.court_documents[0]!, id: 'a'.repeat(24), version: 1, made_at: '2026-11-20T05:30:00.000Z' };
  const demand = { ...group, earlier_documents: [was], earlier_documents_count: 3 };
  const page = draw({ getCourtDocuments: { demands: [demand], csrf_token: 't' } });
  await open(page);
  await page.user.click(screen.getByText('Show 1 earlier version'));
  expect(screen.getByText(/^2 older versions are kept too/)).toBeInTheDocument();
  await page.user.click(screen.getByRole('button', { name: 'Download Statement of claim, version 1' }));
  await waitFor(() => expect(page.server.requests.at(-1)?.request).toMatchObject({ file_id: was.id }));
  expect(await axeViolations(page.container)).toEqual([]);
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

it('opens a paper by the whole of its row, which holds no control inside another', async () => {
  const page = draw();
  await open(page);
  const row = within(screen.getByText('Statement of claim').closest('li')!);
  const [opens, keeps] = row.getAllByRole('button');
  expect(opens).toHaveAccessibleName('View Statement of claim in a new tab');
  expect(opens?.contains(keeps ?? null)).toBe(false);
  expect(await axeViolations(page.container)).toEqual([]);
});

it('keeps all papers as one file in their order, and prints them from a tab', async () => {
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const replace = jest.fn();
  window.open = jest.fn(() => ({ location: { replace } }) as unknown as Window); // as much of a tab as is used
  const page = draw();
  await open(page);
  await page.user.click(screen.getByRole('button', { name: 'Download all' }));
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  expect((clicked.mock.instances[0] as unknown as HTMLAnchorElement).download).toBe('court-papers.pdf'); // jest types instances as the class's statics
  await page.user.dblClick(screen.getByRole('button', { name: 'Print set' }));
  await waitFor(() => expect(replace).toHaveBeenCalledWith('blob:paper'));
  const asked = page.server.requests.filter(({ call }) => call === 'courtDocumentSet').map(({ request }) => request);
  const file_ids = ['e'.repeat(24), 'f'.repeat(24)];
  expect(asked).toMatchObject([
    { file_ids, for_print: false },
    { file_ids, for_print: true },
  ]);
});

it('offers no set of one paper', async () => {
  const page = draw({
    getCourtDocuments: {
      demands: [{ ...group, court_documents_count: 1, court_documents: group.court_documents.slice(0, 1) }],
      csrf_token: 't',
    },
  });
  await open(page);
  expect(screen.queryByRole('button', { name: 'Download all' })).toBeNull();
});

describe('where a PDF cannot be framed', () => {
  beforeEach(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true }));
  afterEach(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true }));
  const onePage = { pages: 2, image: 'AA==', text: 'Words of a page' };

  it('shows a paper as pictures of all its pages, with their words', async () => {
    const was = { ...group.court_documents[0]!, id: 'a'.repeat(24), version: 1, made_at: '2026-11-20T05:30:00.000Z' };
    const demands = [{ ...group, earlier_documents: [was] }];
    const page = draw({ courtDocumentPage: onePage, getCourtDocuments: { demands, csrf_token: 't' } });
    await open(page);
    await page.user.click(screen.getByRole('button', { name: 'View Statement of claim' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Statement of claim' }));
    expect(await dialog.findByRole('img', { name: 'Page 2 of 2' })).toBeInTheDocument();
    expect(dialog.getAllByText('Words of a page')).toHaveLength(2);
    const asked = page.server.requests.filter(({ call }) => call === 'courtDocumentPage');
    expect(asked.map(({ request }) => Number(request['page']))).toEqual([1, 2]);
    expect(await axeViolations(page.container)).toEqual([]);
    await page.user.click(dialog.getByRole('button', { name: 'Close the PDF' }));
    await page.user.click(screen.getByText('Show 1 earlier version'));
    await page.user.click(screen.getByRole('button', { name: 'View Statement of claim, version 1' }));
    expect(screen.getByRole('dialog', { name: 'Statement of claim, version 1' })).toBeInTheDocument();
  });

  it('says when a page could not be shown, and goes on from there', async () => {
    const page = draw({
      courtDocumentPage: ({ page: no }) => (Number(no) === 2 ? { refuse: 'NOT_FOUND' as const } : onePage),
    });
    await open(page);
    await page.user.click(screen.getByRole('button', { name: 'View Statement of claim' }));
    expect(await screen.findByText(/^File not found\. Reload/)).toBeInTheDocument();
    page.server.use({ courtDocumentPage: onePage });
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('img', { name: 'Page 2 of 2' })).toBeInTheDocument();
    expect(screen.getByRole('img', { name: 'Page 1 of 2' })).toBeInTheDocument();
  });

  it('hands the print set to the downloads', async () => {
    const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    const page = draw();
    await open(page);
    await page.user.click(screen.getByRole('button', { name: 'Print set' }));
    await waitFor(() => expect(clicked).toHaveBeenCalled());
    expect((clicked.mock.instances.at(-1) as unknown as HTMLAnchorElement).download).toBe('court-papers-to-print.pdf'); // jest types instances as the class's statics
  });
});

it('asks for the next page of demands', async () => {
  const { user, server } = draw({ getCourtDocuments: { demands: [group], total: 45, csrf_token: 't' } });
  await user.click(await screen.findByRole('button', { name: /next/i }));
  await waitFor(() => expect(server.requests.at(-1)?.request).toMatchObject({ page: 2, page_size: 20 }));
});

it('says that the list could not be loaded, and tries again', async () => {
  const page = draw({ getCourtDocuments: { refuse: 'NOT_FOUND', message: 'No' } });
  expect(await screen.findByText('Error loading court documents.')).toBeInTheDocument();
  page.server.use({ getCourtDocuments: { demands: [], csrf_token: 't' } });
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No court documents found.')).toBeInTheDocument();
});
