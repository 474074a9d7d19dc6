import { readAtMost } from './read-at-most.ts';

it('reads an answer up to its limit, and takes no more of one that goes on', async () => {
  let taken = 0;
  const endless = new ReadableStream({
    pull(controller) {
      taken += 1;
      controller.enqueue(new Uint8Array(1_000));
    },
  });
  await expect(readAtMost(new Response(endless), 5_000)).rejects.toThrow(RangeError);
  expect(taken).toBeLessThan(10);
  expect((await readAtMost(new Response('four'), 4)).toString()).toBe('four');
  expect((await readAtMost(new Response(null), 0)).length).toBe(0);
});
