import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildDescriptor } from '@redress/contracts/releases';
import { inputHash } from '../src/identity.ts';
import { originOf } from '../src/origin.ts';
import { run, useRemotes } from './fixture.ts';

const remote = useRemotes();

describe('a build', () => {
  let directory: string;
  let descriptor: BuildDescriptor;
  beforeAll(() => {
    directory = remote({
      'src/lifecycles.tsx': `import { useState } from 'react';\nimport * as z from 'zod/mini';\nimport styles from './a.module.css';\nexport const mount = () => import('./later.ts').then(({ later }) => [later, useState, styles.card, z.string()]);`,
    });
    descriptor = run(directory);
  }, 60_000);

  const read = (file: string) => readFileSync(path.join(directory, 'dist', file));

  it('lists every file it made, lazy chunks too, with the hash of its bytes', () => {
    const entries = readdirSync(path.join(directory, 'dist'), { recursive: true, withFileTypes: true });
    const about = ['build.json', 'sbom.cdx.json', 'origin.json'];
    const files = entries.filter((entry) => entry.isFile() && !about.includes(entry.name));
    expect(Object.keys(descriptor.files)).toHaveLength(files.length);
    for (const [file, { integrity, bytes }] of Object.entries(descriptor.files)) {
      const content = read(file);
      expect(bytes).toBe(content.length);
      expect(integrity).toBe(`sha384-${createHash('sha384').update(content).digest('base64')}`);
    }
    const lazy = Object.keys(descriptor.files).filter(
      (file) => file.endsWith('.js') && read(file).includes('only when asked'),
    );
    expect(lazy).toHaveLength(1);
  });

  it('can be read by another account than the one that built', () => {
    expect((statSync(path.join(directory, 'dist')).mode & 0o777).toString(8)).toBe('755');
  });

  it('has a bill of materials beside it, which is no file of the build', () => {
    const { metadata, components } = JSON.parse(read('sbom.cdx.json').toString()) as {
      metadata: { component: { name: string; version: string } };
      components: { name: string }[];
    };
    expect(metadata.component).toMatchObject({
      name: 'mf-fixture',
      version: `${descriptor.version}-${descriptor.buildId}`,
    });
    // React comes from the shell; what this build holds itself is webpack's runtime.
    expect(components.map(({ name }) => name)).toEqual(['webpack']);
    expect(Object.keys(descriptor.files)).not.toContain('sbom.cdx.json');
    expect(read('third-party-notices.txt').toString()).toContain('webpack');
    expect(Object.keys(descriptor.files)).toContain('third-party-notices.txt');
  });

  it('says beside it which commit it was made of, and in which CI run', () => {
    expect(JSON.parse(read('origin.json').toString())).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
      author: expect.any(String),
      message: expect.any(String),
    });
    const { ciRun, branch } = originOf(directory, {
      GITHUB_SERVER_URL: 'https://ci.example',
      GITHUB_REPOSITORY: 'redress/site',
      GITHUB_RUN_ID: '7',
      GITHUB_REF_NAME: 'main',
    });
    expect([ciRun, branch]).toEqual(['https://ci.example/redress/site/actions/runs/7', 'main']);
    expect(originOf('/', {})).toEqual({});
    expect(Object.keys(descriptor.files)).not.toContain('origin.json');
  });

  it('names the whole chain of each exposed module', () => {
    expect(Object.keys(descriptor.exposes).sort()).toEqual(['./lifecycles', './slot/wizard.payment']);
    for (const { js, css } of Object.values(descriptor.exposes)) {
      expect(js.length).toBeGreaterThan(0);
      for (const file of [...js, ...css]) expect(descriptor.files).toHaveProperty([file]);
    }
    expect(descriptor.exposes['./lifecycles']?.css).toHaveLength(1);
  });

  it('carries no copy of what the shell shares, and says what it asks for', () => {
    expect(Object.keys(descriptor.shared).sort()).toEqual([
      '@redress/ui',
      'react',
      'react-router-dom',
      'react/jsx-runtime',
      'zod/mini',
    ]);
    const scripts = Object.keys(descriptor.files).filter((file) => file.endsWith('.js'));
    const bytes = scripts.reduce((sum, file) => sum + (descriptor.files[file]?.bytes ?? 0), 0);
    expect(bytes).toBeLessThan(20_000);
  });

  it('says which slots and pages of others it uses', () => {
    expect(descriptor.uses).toMatchObject({ slots: ['wizard.account-gate'], links: ['/'] });
  });

  it('says which names of shared packages it imports', () => {
    expect(descriptor.uses?.names).toEqual({
      '@redress/ui': ['Notice'],
      react: ['useState'],
      'react-router-dom': ['useLocation'],
      'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
      // Of a namespace, the members that are used.
      'zod/mini': ['string'],
    });
    expect(descriptor.exposes['./lifecycles']?.later).toEqual(['zod/mini']);
    expect(descriptor.exposes['./slot/wizard.payment']?.later).toEqual(['react-router-dom']);
  });

  it('lists the types of the site’s own names that it imports, and of the slots it draws and fills', () => {
    const { shared, slots } = descriptor.types!;
    expect(Object.keys(shared['@redress/ui']!)).toEqual(['Notice']);
    expect(Object.keys(shared['@redress/ui']!['Notice']!)).toEqual(expect.arrayContaining(['', 'tone?']));
    expect(Object.keys(slots)).toEqual(['wizard.account-gate', 'wizard.payment']);
    expect(Object.keys(slots['wizard.payment']!)).toEqual([
      'letter?',
      'notes?',
      'onBack',
      'onDone',
      'onGoesOut?',
      'payBy?',
    ]);
  });

  it('asks the shell’s loader for every script and style sheet, and evaluates no text', () => {
    const entry = read(descriptor.entry).toString();
    // Only where there is no such loader, in another host, it makes the element itself.
    expect(entry).toMatch(/(\w+)=self\.__redress\?\.script\((\w+)\)\)\|\|\(\(\1=document\.createElement\("script"\)\)/);
    expect(entry.match(/createElement\(["'`]script["'`]\)/g)).toHaveLength(1);
    expect(entry).not.toMatch(/\beval\(|new Function/);
  });

  it('draws the prerendered screen with the class names of its style sheet', () => {
    const screen = descriptor.prerendered['/'];
    const html = read(screen!.html).toString();
    const [, name] = /class="([^"]+)"/.exec(html) ?? [];
    expect(html).toMatch(/^<div data-remote="mf-fixture" data-screen="\/">/);
    expect(read(screen!.css[0]!).toString()).toContain(`.${name}`);
  });

  it('states the order of layers in front of its style sheet', () => {
    const css = read(descriptor.exposes['./lifecycles']!.css[0]!).toString();
    // The minifier lets the last of the four be stated by its own block.
    expect(css).toMatch(/^@layer reset,tokens,ui(,remote)?;@layer remote\{/);
  });

  it('is byte for byte what another folder makes, whatever an earlier build left, and one edited text changes two files', () => {
    // Names of classes hold the place of their file inside the repository, which differs between the two on purpose.
    const source = { 'src/a.module.css': '', 'src/prerender.tsx': `export const prerender = () => '<p>Hello</p>';` };
    const later = (words: string) => `export const later = '${words}';`;
    const folder = remote({ ...source, 'src/later.ts': later('one text') });
    const before = run(folder);
    const edited = path.join(folder, 'src/later.ts');
    const { atime, mtime } = statSync(edited);
    writeFileSync(edited, later('another!'));
    // As a checkout or a restored archive leaves it: as long and as old as what it takes the place of.
    utimesSync(edited, atime, mtime);
    const after = run(folder);
    expect(after.files).toEqual(run(remote({ ...source, 'src/later.ts': later('another!') })).files);
    const changed = Object.keys(after.files).filter(
      (file) => before.files[file]?.integrity !== after.files[file]?.integrity,
    );
    expect(changed).toHaveLength(3);
    // The manifest, which no page of this site fetches, names the entry.
    expect(changed).toEqual(expect.arrayContaining([after.entry, 'mf-manifest.json']));
    const [chunk] = changed.filter((file) => ![after.entry, 'mf-manifest.json'].includes(file));
    expect(readFileSync(path.join(folder, 'dist', chunk!), 'utf8')).toContain('another!');
  }, 60_000);

  it('has source maps where they are asked for, which no script names, and is another build with them', () => {
    const folder = remote();
    const mapped = run(folder, '--maps');
    for (const file of Object.keys(mapped.files).filter((name) => name.endsWith('.js'))) {
      expect(mapped.files).toHaveProperty([`${file}.map`]);
      expect(readFileSync(path.join(folder, 'dist', file), 'utf8')).not.toContain('sourceMappingURL');
    }
    expect(JSON.stringify(mapped.exposes)).not.toContain('.map');
    expect(mapped.buildId).toBe(inputHash(folder, 'production', { sourceMaps: true }));
    expect(mapped.buildId).not.toBe(inputHash(folder, 'production'));
  }, 60_000);

  it('refuses what the facades lack, says where to add it, and leaves the last build in place', () => {
    const before = read('build.json').toString();
    const source = {
      'later.ts': `import * as z from 'zod/mini';\nexport const later = z.nanoid();`,
      'passed-on.ts': `import * as z from 'zod/mini';\nexport { z };`,
      'slot.tsx': `import { createApi } from '@reduxjs/toolkit/query/react';\nimport { useBlocker } from 'react-router-dom';\nexport * from './passed-on.ts';\nexport const slot = [createApi, useBlocker];`,
    };
    for (const [file, text] of Object.entries(source)) writeFileSync(path.join(directory, 'src', file), text);
    const refusals =
      /(?=.*'useBlocker' of 'react-router-dom' is not shared.*facades)(?=.*'nanoid' of 'zod\/mini' is not shared)(?=.*a namespace of 'zod\/mini' is not shared)(?=.*second copy of a shared package)/s;
    expect(() => run(directory)).toThrow(refusals);
    // What a refused build kept of its modules is not taken for whole.
    expect(() => run(directory)).toThrow(refusals);
    expect(read('build.json').toString()).toBe(before);
  }, 60_000);
});
