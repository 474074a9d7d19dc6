import { noted } from './noted.ts';

/** A note that the database does not take at first. */
const refused = (times: number) => {
  const write = jest.fn<Promise<void>, []>().mockResolvedValue();
  for (let time = 0; time < times; time += 1) write.mockRejectedValueOnce(new Error(`away ${time}`));
  return write;
};

it('asks a database that is away for a moment again, and gives up behind the fourth time', async () => {
  const [short, long] = [refused(3), refused(9)];
  expect(await Promise.allSettled([noted(short), noted(long)])).toMatchObject([
    { status: 'fulfilled' },
    { reason: new Error('away 3') },
  ]);
  expect([short, long].map((write) => write.mock.calls.length)).toEqual([4, 4]);
});
