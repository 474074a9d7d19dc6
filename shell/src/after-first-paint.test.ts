import { afterFirstPaint } from './after-first-paint.ts';

let frames: (() => void)[];
const paint = () => {
  for (const frame of frames.splice(0)) frame();
  jest.runAllTimers();
};
const see = (state: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  jest.useFakeTimers();
  frames = [];
  jest.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(() => frame(0)));
  document.body.innerHTML = '<main><div data-screen="/login"><h1>Log in</h1></div></main>';
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  document.body.replaceChildren();
});

it('waits until the screen that the document brought has been painted, and starts once', () => {
  const start = jest.fn();
  afterFirstPaint(start);
  expect(start).not.toHaveBeenCalled();
  paint();
  expect(start).toHaveBeenCalledTimes(1);
  see('hidden');
  expect(start).toHaveBeenCalledTimes(1);
});

it('starts at once where the document brought no screen', () => {
  document.body.innerHTML = '<main></main>';
  const start = jest.fn();
  afterFirstPaint(start);
  expect(start).toHaveBeenCalledTimes(1);
  expect(frames).toEqual([]);
});

it('starts at once in a tab that is not seen, which paints nothing', () => {
  see('hidden');
  const start = jest.fn();
  afterFirstPaint(start);
  expect(start).toHaveBeenCalledTimes(1);
});

it('starts in a tab that is left before anything was painted', () => {
  const start = jest.fn();
  afterFirstPaint(start);
  see('hidden');
  expect(start).toHaveBeenCalledTimes(1);
  paint();
  expect(start).toHaveBeenCalledTimes(1);
});
