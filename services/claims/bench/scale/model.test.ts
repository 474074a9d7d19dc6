import { closedNetwork, fitQueue } from './model.ts';

const station = (demand: number, servers = 1) => ({ name: `${demand}x${servers}`, demand, servers });

it('is exact for balanced stations: N calls in D (N + K - 1) seconds', () => {
  const { throughput, response } = closedNetwork([station(0.1), station(0.1), station(0.1)], { callers: 5 });
  expect(throughput).toBeCloseTo(5 / (0.1 * (5 + 3 - 1)), 10);
  expect(response).toBeCloseTo(0.1 * (5 + 3 - 1), 10);
});

it('is exact for machines and one repairman', () => {
  // Erlang: X = (1 - p0) / D, with p0 from N callers who think Z seconds.
  const [callers, thinkSeconds, demand] = [6, 2, 0.5];
  let sum = 0;
  for (let inside = 0, term = 1; inside <= callers; inside += 1) {
    sum += term;
    term *= ((callers - inside) * demand) / thinkSeconds;
  }
  const { throughput, utilization } = closedNetwork([station(demand)], { callers, thinkSeconds });
  expect(throughput).toBeCloseTo((1 - 1 / sum) / demand, 10);
  expect(utilization[0]).toBeCloseTo(1 - 1 / sum, 10);
});

it('keeps to the bounds of operational analysis, whatever the number of servers', () => {
  const stations = [station(0.004), station(0.01, 4)];
  for (const callers of [1, 2, 8, 64, 512]) {
    const { throughput, utilization } = closedNetwork(stations, { callers, delaySeconds: 0.001 });
    expect(throughput).toBeLessThanOrEqual(Math.min(callers / 0.015, 1 / 0.004) + 1e-9);
    for (const share of utilization) expect(share).toBeLessThanOrEqual(1 + 1e-9);
  }
  expect(closedNetwork(stations, { callers: 1, delaySeconds: 0.001 }).response).toBeCloseTo(0.015, 10);
});

it('refuses a number of callers that is none', () => {
  expect(() => closedNetwork([station(1)], { callers: 0 })).toThrow(RangeError);
});

it('finds the queue and the delay that two loads were made with', () => {
  const of = { demand: 0.0008, delaySeconds: 0.003 };
  const load = (callers: number) => ({
    callers,
    throughput: closedNetwork([station(of.demand)], { callers, delaySeconds: of.delaySeconds }).throughput,
  });
  const found = fitQueue(load(2), load(12));
  expect(found.demand).toBeCloseTo(of.demand, 9);
  expect(found.delaySeconds).toBeCloseTo(of.delaySeconds, 9);
});

it('takes loads that grow as their callers for ones without a queue', () => {
  const { demand, delaySeconds } = fitQueue({ callers: 2, throughput: 200 }, { callers: 8, throughput: 800 });
  expect(demand).toBeCloseTo(0, 6);
  expect(delaySeconds).toBeCloseTo(0.01, 6);
});
