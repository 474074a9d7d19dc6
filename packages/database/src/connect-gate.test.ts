import { getEventListeners } from 'node:events';
import { createConnectGate } from './connect-gate.ts';

const AWAY = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });

/** A gate on a clock that is set, and attempts that end when the test says. */
function aGate(random = 1) {
  const clock = { now: 0 };
  const gate = createConnectGate({ random: () => random, now: () => clock.now });
  const begun: PromiseWithResolvers<string>[] = [];
  const pass = (signal?: AbortSignal) => {
    const passed = gate.pass(() => {
      begun.push(Promise.withResolvers<string>());
      return begun.at(-1)!.promise;
    }, signal);
    passed.catch(() => {});
    return passed;
  };
  /** Lets one attempt begin and fail. */
  const fail = async () => {
    const passed = pass();
    await Promise.resolve();
    begun.pop()!.reject(AWAY);
    await expect(passed).rejects.toBe(AWAY);
  };
  return { clock, begun, pass, fail };
}
const errorOf = (passed: Promise<unknown>) => passed.catch((error: unknown) => error) as Promise<Error>;
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

it('lets two connect at a time, and the next when one of them is done', async () => {
  const { begun, pass } = aGate();
  const all = [pass(), pass(), pass()];
  await turn();
  expect(begun).toHaveLength(2);
  begun[0]!.resolve('one');
  await all[0];
  await turn();
  expect(begun).toHaveLength(3);
});

it('refuses those who wait when an attempt fails, with its reason', async () => {
  const { begun, pass } = aGate();
  const all = [pass(), pass(), pass()];
  await turn();
  begun[0]!.reject(AWAY);
  for (const refused of [await errorOf(all[2]!), await errorOf(pass())]) {
    expect(refused).toMatchObject({ code: 'ECONNREFUSED', message: AWAY.message });
    // As the queue of jobs does it.
    refused.message += ' (Queue: mail.send)';
  }
  expect(begun).toHaveLength(2);
});

it('tries alone after a pause that doubles from 0.2 to 5 s, and refuses everybody else meanwhile', async () => {
  const { clock, begun, pass, fail } = aGate();
  for (const pauseMs of [200, 400, 800, 1_600, 3_200, 5_000, 5_000]) {
    await fail();
    clock.now += pauseMs - 1;
    await expect(pass()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    clock.now += 1;
  }
  const tried = pass();
  await turn();
  await expect(pass()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  begun[0]!.resolve('connected');
  await tried;
  void pass();
  void pass();
  await turn();
  expect(begun).toHaveLength(3);
});

it('pauses for half of the time at least, by chance', async () => {
  const { clock, begun, pass, fail } = aGate(0);
  await fail();
  clock.now = 100;
  void pass();
  await turn();
  expect(begun).toHaveLength(1);
});

it('takes a server that refuses a password for one that is there', async () => {
  const { begun, pass } = aGate();
  const refused = pass();
  await turn();
  begun[0]!.reject(Object.assign(new Error('password'), { code: '28P01' }));
  await expect(refused).rejects.toMatchObject({ code: '28P01' });
  void pass();
  await turn();
  expect(begun).toHaveLength(2);
});

it('lets who waits go when it closes', async () => {
  const { begun, pass } = aGate();
  const closing = new AbortController();
  void pass();
  void pass();
  const waiting = pass(closing.signal);
  const other = pass();
  closing.abort(new Error('closed'));
  await expect(waiting).rejects.toThrow('closed');
  await turn();
  begun[0]!.resolve('one');
  await turn();
  begun[2]!.resolve('other');
  expect(await other).toBe('other');
});

it('keeps nothing of who has waited at the signal of its pool', async () => {
  const { begun, pass } = aGate();
  const { signal } = new AbortController();
  const all = [pass(signal), pass(signal), pass(signal), pass(signal)];
  await turn();
  begun[0]!.resolve('one');
  await turn();
  begun[1]!.reject(AWAY);
  await turn();
  begun[2]!.resolve('three');
  await Promise.allSettled(all);
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

it('takes no server for back because a pool was closed while it tried', async () => {
  const { clock, begun, pass, fail } = aGate();
  await fail();
  clock.now = 200;
  const closing = new AbortController();
  const cut = pass(closing.signal);
  await turn();
  closing.abort(new Error('closed'));
  begun[0]!.reject(closing.signal.reason);
  await expect(cut).rejects.toThrow('closed');
  await fail();
  clock.now += 399;
  void pass();
  await turn();
  expect(begun).toHaveLength(1);
});
