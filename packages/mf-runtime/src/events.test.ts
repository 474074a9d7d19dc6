import { emit, on } from './events.ts';

it('tells everyone who listens, and nobody after they have stopped', () => {
  const heard: string[] = [];
  const stop = on('letter.changed', ({ demandId }) => heard.push(demandId));
  emit('letter.changed', { demandId: 'a' });
  stop();
  emit('letter.changed', { demandId: 'b' });
  expect(heard).toEqual(['a']);
});

it('does not let one listener’s error keep the news from the next', () => {
  const reported = jest.fn();
  Object.assign(globalThis, { reportError: reported });
  const stop = on('alerts.changed', () => {
    throw new Error('first');
  });
  const second = jest.fn();
  const stopSecond = on('alerts.changed', second);
  emit('alerts.changed');
  expect(second).toHaveBeenCalled();
  expect(reported).toHaveBeenCalled();
  stop();
  stopSecond();
});
