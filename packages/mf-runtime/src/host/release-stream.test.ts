import { openReleaseStream } from './release-stream.ts';

/** The stream as a browser gives it; a test decides what becomes of each. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static opened: FakeSource[] = [];
  readyState = 0;
  constructor() {
    super();
    FakeSource.opened.push(this);
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  say(number: number) {
    this.dispatchEvent(new Event('open'));
    this.dispatchEvent(new MessageEvent('snapshot', { data: JSON.stringify({ channel: 'production', number }) }));
  }
  refuse() {
    this.readyState = FakeSource.CLOSED;
    this.dispatchEvent(new Event('error'));
  }
  breakOff() {
    this.dispatchEvent(new Event('error'));
  }
}

/** One lock for all tabs of the browser. */
function aBrowser() {
  const queue: { run(): void; signal?: AbortSignal }[] = [];
  let holder: { lose(error: Error): void } | null = null;
  const next = () => {
    holder = null;
    queue.shift()?.run();
  };
  const request = (_name: string, options: { signal?: AbortSignal; steal?: boolean }, work: () => Promise<void>) =>
    new Promise<void>((resolve, reject) => {
      const run = () => {
        const mine = { lose: reject };
        holder = mine;
        void work().then(() => {
          resolve();
          if (holder === mine) next();
        });
      };
      if (options.steal) {
        holder?.lose(new DOMException('stolen', 'AbortError'));
        run();
      } else if (holder) queue.push({ run, ...(options.signal ? { signal: options.signal } : {}) });
      else run();
    });
  Object.assign(navigator, { locks: { request } });
  const channels: FakeChannel[] = [];
  class FakeChannel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    constructor() {
      channels.push(this);
    }
    postMessage(data: unknown) {
      for (const channel of channels) if (channel !== this) channel.onmessage?.({ data });
    }
    close() {
      channels.splice(channels.indexOf(this), 1);
    }
  }
  Object.assign(globalThis, { EventSource: FakeSource, BroadcastChannel: FakeChannel });
}

const wait = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const streams = () => FakeSource.opened.length;
const last = () => FakeSource.opened.at(-1)!;
const stops: (() => void)[] = [];
const aTab = () => {
  const numbers: number[] = [];
  stops.push(openReleaseStream({ onNumber: (number) => numbers.push(number), random: () => 1 }));
  return numbers;
};

beforeEach(() => {
  jest.useFakeTimers();
  FakeSource.opened = [];
  aBrowser();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  jest.useRealTimers();
});

it('opens one stream for all tabs and passes its events to each', () => {
  const [first, second] = [aTab(), aTab()];
  expect(streams()).toBe(1);
  last().say(8);
  expect([first, second]).toEqual([[8], [8]]);
});

it('takes no message while its page is in the page cache, and hears again when that comes back', async () => {
  const numbers = aTab();
  const anotherPage = (number: number) => new BroadcastChannel('redress-releases').postMessage({ number });
  dispatchEvent(new Event('pagehide'));
  await wait(0);
  anotherPage(8);
  expect(numbers).toEqual([]);
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await wait(0);
  anotherPage(9);
  last().say(10);
  expect([numbers, streams()]).toEqual([[9, 10], 2]);
});

it('opens a stream that was refused again, later each time', async () => {
  const numbers = aTab();
  last().refuse();
  await wait(1999);
  expect(streams()).toBe(1);
  await wait(1);
  expect(streams()).toBe(2);
  last().refuse();
  await wait(4000);
  expect(streams()).toBe(3);
  last().say(9);
  expect(numbers).toEqual([9]);
  last().refuse();
  await wait(2000);
  expect(streams()).toBe(4);
});

it('waits no longer than a minute between two tries, however long the server stays away', async () => {
  aTab();
  for (let turn = 0; turn < 12; turn += 1) {
    const before = streams();
    last().refuse();
    await wait(60_000);
    expect(streams()).toBeGreaterThan(before);
  }
});

it('leaves a stream to the browser that only broke off', async () => {
  aTab();
  last().breakOff();
  await wait(10_000);
  expect(streams()).toBe(1);
});

it('gives the stream to another tab when its own is refused', async () => {
  const [first, second] = [aTab(), aTab()];
  last().refuse();
  await wait(0);
  expect(streams()).toBe(2);
  last().say(8);
  expect([first, second]).toEqual([[8], [8]]);
});

it('gives up a stream that has fallen silent', async () => {
  aTab();
  last().say(7);
  await wait(100_000);
  expect(FakeSource.opened[0]!.readyState).toBe(FakeSource.CLOSED);
  expect(streams()).toBe(2);
});

it('takes the lock from a tab that passes no events on', async () => {
  const hung = jest.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never);
  aTab();
  hung.mockRestore();
  const second = aTab();
  expect(streams()).toBe(1);
  await wait(210_000);
  expect(streams()).toBe(2);
  last().say(9);
  expect(second).toEqual([9]);
});
