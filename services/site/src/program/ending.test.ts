import { once } from 'node:events';
import { Started } from './context.ts';
import { createEnding } from './ending.ts';

const NEVER = new Promise<never>(() => {});

/** An ending whose limits are so far away that a test which waits for one does not end. */
function prepare(limitsMs = { stop: 600_000, crashedStart: 600_000 }) {
  const started = new Started();
  const stopped: string[] = [];
  started.add('database', () => void stopped.push('database'));
  const codes: number[] = [];
  const exited = new EventTarget();
  const exit = (code: number) => {
    codes.push(code);
    exited.dispatchEvent(new Event('exit'));
  };
  return { started, stopped, codes, exited, ending: createEnding({ started, exit, limitsMs }) };
}

it('ends at once after an error in a start that never settles, and stops what was started', async () => {
  const { ending, codes, stopped } = prepare();
  void ending.whileStarting(NEVER);
  await ending.crash(new Error('nobody handles this'), null);
  expect(codes).toEqual([70]);
  expect(stopped).toEqual(['database']);
});

it('ends after such an error when it was asked to stop before and waits for the start', async () => {
  const { ending, codes } = prepare();
  void ending.whileStarting(NEVER);
  void ending.stop(0, null);
  await ending.crash(new Error('nobody handles this'), null);
  expect(codes).toEqual([70]);
});

it('ends with the process what does not stop after such an error', async () => {
  const { ending, started, codes, exited } = prepare({ stop: 600_000, crashedStart: 1 });
  started.add('queue', () => NEVER);
  void ending.whileStarting(NEVER);
  const isOver = once(exited, 'exit');
  const held = setInterval(() => {}, 1_000);
  void ending.crash(new Error('nobody handles this'), null);
  await isOver;
  clearInterval(held);
  expect(codes).toEqual([70]);
});

it('waits for what is being started when it is asked to stop, so that it is stopped too', async () => {
  const { ending, started, stopped, codes } = prepare();
  let finish = () => {};
  const start = new Promise<void>((resolve) => {
    finish = () => {
      started.add('site', () => void stopped.push('site'));
      resolve();
    };
  });
  void ending.whileStarting(start);
  const stop = ending.stop(0, null);
  expect(ending.signal.aborted).toBe(true);
  finish();
  await stop;
  expect(stopped).toEqual(['site', 'database']);
  expect(codes).toEqual([0]);
});

it('stops in order after an error in a program that has started', async () => {
  const { ending, stopped, codes } = prepare();
  await ending.whileStarting(Promise.resolve());
  await ending.crash(new Error('nobody handles this'), null);
  expect(stopped).toEqual(['database']);
  expect(codes).toEqual([70]);
});
