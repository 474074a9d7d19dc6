import { RELEASE_ROUTES, type RemoteReport } from '@redress/contracts/releases';
import { createReporter } from './reporter.ts';

const report = (kind: RemoteReport['kind'], snapshot = 7): RemoteReport => ({
  remote: 'mf-letters',
  buildId: '0000000000b2',
  snapshot,
  kind,
});

/** A browser whose server gives tokens as long as it answers. */
function aBrowser() {
  const sent: string[][] = [];
  const server = { answers: true, issuedFor: 3_600_000 };
  Object.assign(navigator, {
    sendBeacon: (_url: string, body: string) =>
      sent.push((JSON.parse(body) as { reports: RemoteReport[] }).reports.map(({ kind }) => kind)) > 0,
  });
  const fetched = jest.fn((url: string) => {
    expect(url).toMatch(new RegExp(`^${RELEASE_ROUTES.beaconToken}\\?snapshot=\\d+$`));
    if (!server.answers) return Promise.reject(new TypeError('network'));
    const expiresAt = new Date(Date.now() + server.issuedFor).toISOString();
    return Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve({ token: 't', expiresAt }) });
  });
  Object.assign(globalThis, { fetch: fetched });
  const leave = () => window.dispatchEvent(new Event('pagehide'));
  return { sent, server, fetched, leave };
}

beforeEach(() => {
  jest.useFakeTimers();
  localStorage.clear();
});
afterEach(() => jest.useRealTimers());
const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);

it('sends a failure at once, also when good news is already waiting', async () => {
  const { sent } = aBrowser();
  const reporter = createReporter();
  reporter.add(report('loaded'));
  reporter.add(report('load-failed'));
  await wait(1);
  expect(sent).toEqual([['loaded', 'load-failed']]);
});

it('lets good news wait until the page has what it needs', async () => {
  const { sent, fetched } = aBrowser();
  createReporter().add(report('loaded'));
  await wait(4999);
  expect(fetched).not.toHaveBeenCalled();
  await wait(1);
  expect(sent).toEqual([['loaded']]);
});

it('loses nothing of a tab that is left before it has a token: the next document sends it', async () => {
  const first = aBrowser();
  createReporter().add(report('mount-failed'));
  first.leave();
  jest.clearAllTimers(); // with the document
  expect(first.sent).toEqual([]);
  const second = aBrowser();
  createReporter().add(report('loaded'));
  await wait(5000);
  expect(second.sent).toEqual([['mount-failed', 'loaded']]);
  second.leave();
  expect(second.sent).toHaveLength(1);
});

it('sends what is left with the token it has', async () => {
  const { sent, leave } = aBrowser();
  const reporter = createReporter();
  reporter.add(report('render-error'));
  await wait(1);
  reporter.add(report('vital'));
  leave();
  expect(sent).toEqual([['render-error'], ['vital']]);
});

it('keeps trying while no token is to be had, and keeps what came meanwhile', async () => {
  const { sent, server } = aBrowser();
  server.answers = false;
  const reporter = createReporter();
  reporter.add(report('load-failed'));
  await wait(1);
  server.answers = true;
  reporter.add(report('fell-back'));
  await wait(1);
  expect(sent).toEqual([['load-failed', 'fell-back']]);
});

it('sends what may be said of an error with its report, and the report without it when nothing can be said', async () => {
  const bodies: RemoteReport[] = [];
  aBrowser();
  Object.assign(navigator, {
    sendBeacon: (_url: string, body: string) =>
      bodies.push(...(JSON.parse(body) as { reports: RemoteReport[] }).reports) > 0,
  });
  const described = { message: 'TypeError: x', frames: [] };
  const describe = jest.fn().mockResolvedValueOnce(described).mockRejectedValueOnce(new Error('no network'));
  const reporter = createReporter({ describe });
  reporter.add(report('render-error'), new TypeError('x'));
  await wait(1);
  reporter.add(report('load-failed'), new TypeError('y'));
  await wait(1);
  expect(bodies).toEqual([{ ...report('render-error'), error: described }, report('load-failed')]);
});

it('asks for a token of each snapshot that its reports are of, and gives up those of one that is not served any more', async () => {
  const { sent, fetched } = aBrowser();
  const reporter = createReporter();
  reporter.add(report('loaded', 7));
  reporter.add(report('load-failed', 8));
  await wait(1);
  expect(sent).toEqual([['loaded'], ['load-failed']]);
  expect(fetched.mock.calls.map(([url]) => url.split('=')[1])).toEqual(['7', '8']);
  fetched.mockImplementation(() =>
    Promise.resolve({ ok: false, status: 400, json: () => Promise.reject(new Error()) }),
  );
  reporter.add(report('load-failed', 9));
  await wait(1);
  window.dispatchEvent(new Event('pagehide'));
  expect(localStorage.getItem('redress.reports')).toBeNull();
});
