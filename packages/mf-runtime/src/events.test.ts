import { emit, on } from './events.ts';

it('calls every listener, and none that has unsubscribed', () => {
  const received: string[] = [];
  const stop = on('letter.changed', ({ demandId }) => received.push(demandId));
  emit('letter.changed', { demandId: 'a' });
  stop();
  emit('letter.changed', { demandId: 'b' });
  expect(received).toEqual(['a']);
});

it('calls the next listener when one throws', () => {
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
