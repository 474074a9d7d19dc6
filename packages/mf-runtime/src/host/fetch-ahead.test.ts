import { createFetchAhead } from './fetch-ahead.ts';

function aPage({ saves = false } = {}) {
  const events: string[] = [];
  const fetchAhead = createFetchAhead({
    pause: () => Promise.resolve(void events.push('idle')),
    mayFetch: () => !saves,
    warm: (name) => Promise.resolve(void events.push(name)),
  });
  return { events, fetchAhead };
}

it('fetches one after another, each once the page is idle, in the order they were named', async () => {
  const { events, fetchAhead } = aPage();
  await Promise.all([fetchAhead(['/a', 'wizard.payment']), fetchAhead(['/b'])]);
  expect(events).toEqual(['idle', '/a', 'idle', 'wizard.payment', 'idle', '/b']);
});

it('fetches nothing for a visitor who saves data', async () => {
  const { events, fetchAhead } = aPage({ saves: true });
  await fetchAhead(['/a']);
  expect(events).toEqual(['idle']);
});
