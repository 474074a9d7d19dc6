import { currentCorrelationId, withCorrelation } from './context.ts';
import { createLogger, describeError } from './logger.ts';

function capture() {
  const lines: string[] = [];
  return { lines, destination: { write: (line: string) => void lines.push(line) } };
}

it('writes only fields somebody classified', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'claims', destination });
  log.info({ claimId: 'c1', firstname: 'Ada', form_data: { email: 'ada@example.org' } }, 'saved');
  expect(JSON.parse(lines[0]!)).toMatchObject({ service: 'claims', level: 'info', claimId: 'c1', msg: 'saved' });
  expect(lines[0]).not.toMatch(/Ada|ada@/);
});

it('names its service once, whatever a line is given', () => {
  const { lines, destination } = capture();
  createLogger({ name: 'worker', destination }).info({ service: 'lob' }, 'sent');
  createLogger({ name: 'worker', destination }).child({ service: 'lob' }).info('sent');
  expect(lines.map((line) => line.match(/"service":"[^"]*"/g))).toEqual([
    ['"service":"worker"'],
    ['"service":"worker"'],
  ]);
});

it('blots addresses, numbers and keys out of messages and errors', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'claims', destination });
  const error = new Error('no mail to ada@example.org', { cause: new Error('call +1 512 555 0143') });
  log.error({ err: error }, 'failed for ada@example.org with sk_test_4eC39HqLyjWDarjtT1zdp7dc');
  expect(lines[0]).not.toMatch(/ada@|555 0143|4eC39/);
  expect(JSON.parse(lines[0]!).err.cause.message).toBe('call [number]');
});

it('carries the request id of the work it was called from', () => {
  const { lines, destination } = capture();
  const log = createLogger({ name: 'claims', destination });
  withCorrelation('request-1234', () => log.info('in'));
  log.info('out');
  expect(JSON.parse(lines[0]!).correlationId).toBe('request-1234');
  expect(JSON.parse(lines[1]!).correlationId).toBeUndefined();
  expect(currentCorrelationId()).toBeUndefined();
});

it('filters the fields bound to a child logger too', () => {
  const { lines, destination } = capture();
  createLogger({ name: 'claims', destination }).child({ jobId: 'j1', email: 'ada@example.org' }).info('done');
  expect(JSON.parse(lines[0]!)).toMatchObject({ jobId: 'j1' });
  expect(lines[0]).not.toMatch(/ada@/);
});

it('says what an error says that is no Error, and of several tries each reason', () => {
  expect(describeError({ name: 'error', code: '57P01', message: 'terminating connection', queue: 'mail' })).toEqual({
    type: 'error',
    code: '57P01',
    message: 'terminating connection',
  });
  expect(describeError({ some: 1 }).message).toBe('an object with some');
  expect(describeError(new AggregateError([new Error('connect ::1'), new Error('connect 127.0.0.1')])).message).toBe(
    'connect ::1; connect 127.0.0.1',
  );
});

it('writes the same fault five times in ten seconds, then how often it came', () => {
  jest.useFakeTimers();
  const lines: string[] = [];
  const log = createLogger({
    name: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) },
  });
  for (let times = 0; times < 100; times += 1) log.warn({ err: new Error('away') }, 'job queue');
  log.warn({ err: new Error('another') }, 'job queue');
  expect(lines).toHaveLength(6);
  jest.advanceTimersByTime(10_000);
  expect(lines.slice(6).map((line) => JSON.parse(line) as object)).toMatchObject([
    { count: 95, level: 'warn', msg: 'job queue: the same again' },
  ]);
  log.warn({ err: new Error('away') }, 'job queue');
  expect(lines).toHaveLength(8);
  jest.useRealTimers();
});
