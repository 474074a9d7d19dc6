import runtime, { satisfies } from './container-runtime.ts';

const { consumes, initContainerEntry } = runtime.bundlerRuntime;

describe('satisfies', () => {
  it.each([
    ['19.3.1', '^19.3.0', true],
    ['19.4.0', '^19.3.0', true],
    ['19.2.9', '^19.3.0', false],
    ['20.3.0', '^19.3.0', false],
    ['0.1.7', '^0.1.0', true],
    ['0.2.0', '^0.1.0', false],
  ])('%s in %s is %s', (version, range, expected) => expect(satisfies(version, range)).toBe(expected));
});

type WebpackRequire = Parameters<typeof consumes>[0]['webpackRequire'];

function aContainer(shareScope: WebpackRequire['S'][string]) {
  const webpackRequire: WebpackRequire = {
    m: {},
    c: {},
    S: {},
    consumesLoadingData: { moduleIdToConsumeDataMapping: { 7: { shareKey: 'react', requiredVersion: '^19.3.0' } } },
  };
  initContainerEntry({ webpackRequire, shareScope });
  const options = { chunkId: 1, chunkMapping: { 1: [7] }, installedModules: {}, webpackRequire };
  return {
    ask() {
      const promises: unknown[] = [];
      consumes({ ...options, promises });
      return promises;
    },
    react() {
      const module = { exports: {} as unknown };
      webpackRequire.m[7]!(module);
      return module.exports;
    },
  };
}

it('puts what is there in place at once, without a promise', () => {
  const container = aContainer({ react: { '19.3.1': { get: () => () => 'React', loaded: 1 } } });
  expect(container.ask()).toEqual([]);
  expect(container.react()).toBe('React');
});

it('takes the version that runs already, whatever else is offered', () => {
  const container = aContainer({
    react: { '19.9.0': { get: () => () => 'newer' }, '19.3.1': { get: () => () => 'running', loaded: 1 } },
  });
  container.ask();
  expect(container.react()).toBe('running');
});

it('waits for what the shell fetches on demand, once for all who ask', async () => {
  let asked = 0;
  const container = aContainer({
    react: { '19.3.1': { get: () => Promise.resolve(() => 'React').finally(() => (asked += 1)) } },
  });
  await Promise.all([...container.ask(), ...container.ask()]);
  expect(container.react()).toBe('React');
  expect(asked).toBe(1);
});

it('asks again after a fetch that failed', async () => {
  const answers = [Promise.reject(new Error('offline')), Promise.resolve(() => 'React')];
  const container = aContainer({ react: { '19.3.1': { get: () => answers.shift()! } } });
  await expect(Promise.all(container.ask())).rejects.toThrow('offline');
  await Promise.all(container.ask());
  expect(container.react()).toBe('React');
});

it('says what is missing, or too old', () => {
  expect(() => aContainer({}).ask()).toThrow('The shell does not share react');
  expect(() => aContainer({ react: { '18.3.1': { get: () => () => 'old' } } }).ask()).toThrow(
    'The shell shares react 18.3.1; this build needs ^19.3.0',
  );
});
