/** @jest-environment @redress/jest-config/jsdom-environment.js */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from '@module-federation/runtime';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { remote, run } from './fixture.ts';

const BASE = 'https://site.test/assets/mf-fixture/';

describe('a container, to the runtime of module federation', () => {
  let directory: string;
  let descriptor: BuildDescriptor;
  /** The same remote with another text in its lazy chunk. */
  let edited: { directory: string; descriptor: BuildDescriptor };
  beforeAll(() => {
    // Names of classes hold the place of their file, which differs between the two folders.
    const plain = { 'src/a.module.css': '', 'src/prerender.tsx': `export const prerender = () => '<p>Hello</p>';` };
    directory = remote(plain);
    descriptor = run(directory);
    const other = remote({ ...plain, 'src/later.ts': `export const later = 'edited';` });
    edited = { directory: other, descriptor: run(other) };
  }, 60_000);
  const currentScript = Object.getOwnPropertyDescriptor(Document.prototype, 'currentScript')!;
  afterEach(() => void Object.defineProperty(Document.prototype, 'currentScript', currentScript));

  const builds = () => [{ directory, descriptor }, edited];

  /** Runs a file of a build as the page's script element would. */
  const evaluate = (folder: string, file: string, element = document.createElement('script')) => {
    Object.defineProperty(Document.prototype, 'currentScript', { get: () => element, configurable: true });
    return globalThis.eval(readFileSync(path.join(folder, 'dist', file), 'utf8')) as unknown;
  };

  /** Stands for the shell's loader: jsdom fetches nothing by itself. */
  const script = (url: string) => {
    const element = document.createElement('script');
    const [buildId = '', file = ''] = url.slice(BASE.length).split('/');
    const build = builds().find((known) => known.descriptor.buildId === buildId)!;
    element.dataset['build'] = build.descriptor.globalName;
    queueMicrotask(() => {
      evaluate(build.directory, file, element);
      element.dispatchEvent(new Event('load'));
    });
    return element;
  };
  const elementOf = ({ buildId, entry }: BuildDescriptor) =>
    Object.assign(document.createElement('script'), { src: `${BASE}${buildId}/${entry}` });
  const pin = (link: HTMLLinkElement) => queueMicrotask(() => link.dispatchEvent(new Event('load')));

  it('gives its modules the host’s own packages', async () => {
    Object.assign(globalThis, { __redress: { script, pin } });
    const react = { useState: () => 'the host’s' };
    const offer = (lib: unknown, version: string) => ({
      version,
      lib: () => lib,
      shareConfig: { singleton: true, requiredVersion: `^${version}` },
    });
    const host = createInstance({
      name: 'another-host',
      remotes: [{ name: 'fixture', entry: elementOf(descriptor).src, type: 'var' }],
      shared: {
        react: offer(react, '19.3.1'),
        'react/jsx-runtime': offer({}, '19.3.1'),
      },
      plugins: [
        {
          name: 'script-by-jsdom',
          loadEntry: async () => {
            evaluate(directory, descriptor.entry, elementOf(descriptor));
            return (globalThis as Record<string, unknown>)[descriptor.globalName] as never;
          },
        },
      ],
    });
    const module = await host.loadRemote<{ mount(): Promise<unknown[]> }>('fixture/lifecycles');
    const [later, useState] = await module!.mount();
    expect(later).toBe('only when asked');
    expect(useState).toBe(react.useState);
    await expect(host.loadRemote('fixture/slot/wizard.payment')).rejects.toThrow('The shell does not share');
  });

  it('keeps two builds of one remote on a page apart, whose unchanged chunks are the same file', async () => {
    Object.assign(globalThis, { __redress: { script, pin } });
    const scope = { react: offered({ useState: () => null }), 'react/jsx-runtime': offered({}) };
    const said = await Promise.all(
      builds().map(async (build) => {
        evaluate(build.directory, build.descriptor.entry, elementOf(build.descriptor));
        const container = (globalThis as unknown as Record<string, Container>)[build.descriptor.globalName]!;
        await container.init(scope);
        const module = (await container.get('./lifecycles'))() as { mount(): Promise<string[]> };
        return (await module.mount())[0];
      }),
    );
    expect(said).toEqual(['only when asked', 'edited']);
    const of = (build: BuildDescriptor) => build.exposes['./lifecycles']!.js;
    expect(of(descriptor).filter((file) => file !== descriptor.entry)).toEqual(
      of(edited.descriptor).filter((file) => file !== edited.descriptor.entry),
    );
  });
});

interface Container {
  init(scope: unknown): unknown;
  get(module: string): Promise<() => unknown>;
}
const offered = (lib: unknown) => ({ '19.3.1': { get: () => () => lib, loaded: 1, from: 'test' } });
