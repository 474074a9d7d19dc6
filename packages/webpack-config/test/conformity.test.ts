/** @jest-environment @redress/jest-config/jsdom-environment.js */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from '@module-federation/runtime';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { run, useRemotes } from './fixture.ts';

const remote = useRemotes();

const BASE = 'https://site.test/assets/mf-fixture/';

interface Fixture {
  mount(): Promise<unknown[]>;
}
interface Container {
  init(scope: unknown): unknown;
  get(module: string): Promise<() => unknown>;
}

describe('a container, in a page without the shell', () => {
  let directory: string;
  let descriptor: BuildDescriptor;
  /** The same remote with another text in its lazy chunk. */
  let edited: { directory: string; descriptor: BuildDescriptor };
  beforeAll(() => {
    // Names of classes hold the place of their file, which differs between the two folders.
    const plain = {
      'src/a.module.css': '.card { color: red }',
      'src/prerender.tsx': `export const prerender = () => '<p>Hello</p>';`,
    };
    directory = remote(plain);
    descriptor = run(directory);
    const other = remote({ ...plain, 'src/later.ts': `export const later = 'edited';` });
    edited = { directory: other, descriptor: run(other) };
  }, 60_000);

  const builds = () => [{ directory, descriptor }, edited];
  const addressOf = ({ buildId }: BuildDescriptor, file: string) => `${BASE}${buildId}/${file}`;
  const read = (url: string) => {
    const [buildId = '', file = ''] = url.slice(BASE.length).split('/');
    const build = builds().find((known) => known.descriptor.buildId === buildId)!;
    return readFileSync(path.join(build.directory, 'dist', file), 'utf8');
  };

  /** Addresses of the elements that were put into the page. */
  let asked: string[];
  const { currentScript } = Object.getOwnPropertyDescriptors(Document.prototype);
  const { appendChild } = Node.prototype;
  const { fetch: realFetch } = globalThis;
  let namesBefore: Set<string>;
  beforeEach(() => {
    asked = [];
    namesBefore = new Set(Object.getOwnPropertyNames(globalThis));
    // jsdom fetches nothing by itself: what a page puts into its head is evaluated here.
    Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
      const added = appendChild.call(this, node) as T;
      if (!(node instanceof HTMLScriptElement || node instanceof HTMLLinkElement)) return added;
      const url = node instanceof HTMLScriptElement ? node.src : node.href;
      asked.push(url);
      queueMicrotask(() => {
        if (node instanceof HTMLScriptElement) {
          Object.defineProperty(Document.prototype, 'currentScript', { get: () => node, configurable: true });
          globalThis.eval(read(url));
        }
        node.dispatchEvent(new Event('load'));
      });
      return added;
    };
    globalThis.fetch = (url) => Promise.resolve(new Response(read(String(url))));
  });
  afterEach(() => {
    Node.prototype.appendChild = appendChild;
    Object.defineProperty(Document.prototype, 'currentScript', currentScript);
    globalThis.fetch = realFetch;
    // A page of its own for each test: what a build put into the one before would be found again.
    document.head.replaceChildren();
    for (const name of Object.getOwnPropertyNames(globalThis)) {
      if (!namesBefore.has(name)) Reflect.deleteProperty(globalThis, name);
    }
  });

  const offer = (lib: unknown, version = '19.3.1') => ({
    version,
    lib: () => lib,
    shareConfig: { singleton: true, requiredVersion: `^${version}` },
  });

  it('is loaded by the runtime of module federation from its manifest, with the host’s packages', async () => {
    expect(globalThis).not.toHaveProperty('__redress');
    const react = { useState: () => 'the host’s' };
    const host = createInstance({
      name: 'another-host',
      remotes: [{ name: 'fixture', entry: addressOf(descriptor, 'mf-manifest.json') }],
      shared: { react: offer(react), 'react/jsx-runtime': offer({}) },
    });
    const module = await host.loadRemote<Fixture>('fixture/lifecycles');
    const [later, useState] = await module!.mount();
    expect(later).toBe('only when asked');
    expect(useState).toBe(react.useState);
    const { js, css } = descriptor.exposes['./lifecycles']!;
    for (const file of [descriptor.entry, ...js, ...css])
      expect(asked.filter((url) => url === addressOf(descriptor, file))).toHaveLength(1);
    await expect(host.loadRemote('fixture/slot/wizard.payment')).rejects.toThrow('The shell does not share');
  });

  it('tells in its manifest what it offers and asks for, and nothing of the machine and the sources', () => {
    const text = read(addressOf(descriptor, 'mf-manifest.json'));
    const manifest = JSON.parse(text) as { exposes: { path: string }[]; shared: Record<string, unknown>[] };
    expect(manifest.exposes.map((expose) => expose.path)).toEqual(Object.keys(descriptor.exposes));
    expect(
      manifest.shared.map(({ name, requiredVersion }) => [name, { version: requiredVersion, provides: false }]),
    ).toEqual(Object.entries(descriptor.shared));
    expect(text).not.toMatch(/\/src\/|\.tsx?|node_modules|team-fixture/);
    expect(text).not.toContain(directory);
    expect(descriptor.files).toHaveProperty(['mf-manifest.json']);
  });

  it('keeps two builds of one remote on a page apart, whose unchanged chunks are the same file', async () => {
    const offered = (lib: unknown) => ({ '19.3.1': { get: () => () => lib, loaded: 1, from: 'test' } });
    const scope = { react: offered({ useState: () => null }), 'react/jsx-runtime': offered({}) };
    const said = await Promise.all(
      builds().map(async (build) => {
        const element = Object.assign(document.createElement('script'), {
          src: addressOf(build.descriptor, build.descriptor.entry),
        });
        await new Promise((resolve) => {
          element.addEventListener('load', resolve);
          document.head.appendChild(element);
        });
        const container = (globalThis as unknown as Record<string, Container>)[build.descriptor.globalName]!;
        await container.init(scope);
        const module = (await container.get('./lifecycles'))() as Fixture;
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
