import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildDescriptor } from '@redress/contracts/releases';

const REPOSITORY = path.join(import.meta.dirname, '../../..');

/** A remote of its own inside the repository, so that it finds the installed packages of a real one. */
function aRemote(files: Record<string, string>): string {
  const template = path.join(REPOSITORY, 'mf-letters');
  mkdirSync(path.join(template, '.cache'), { recursive: true });
  const directory = mkdtempSync(path.join(template, '.cache/test-'));
  for (const name of ['package.json', 'webpack.config.js'])
    cpSync(path.join(template, name), path.join(directory, name));
  const all = {
    'remote.config.ts': `export const config = { name: 'mf-fixture', owner: 'team-fixture', routes: [], slots: { 'wizard.payment': './src/slot.tsx' }, prerender: ['/'], updatePolicy: 'allow', persisted: {}, requires: { contracts: '^1.0.0' } };`,
    'src/lifecycles.tsx': `import { useState } from 'react';\nimport styles from './a.module.css';\nexport const mount = () => import('./later.ts').then(({ later }) => [later, useState, styles.card]);`,
    'src/later.ts': `export const later = 'only when asked';`,
    'src/slot.tsx': `import { useLocation } from 'react-router-dom';\nexport { Notice } from '@redress/ui';\nconst Slot = ({ name }: { name: string }) => name;\nconst Link = ({ to }: { to: string }) => useLocation().pathname + to;\nexport const slot = () => <><Link to="/" /><Slot name="wizard.account-gate" /></>;`,
    'src/prerender.tsx': `import styles from './a.module.css';\nexport const prerender = () => '<p class="' + styles.card + '">Hello</p>';`,
    'src/a.module.css': `.card { color: red; }`,
    ...files,
  };
  mkdirSync(path.join(directory, 'src'));
  for (const [name, text] of Object.entries(all)) writeFileSync(path.join(directory, name), text);
  return directory;
}

/** Makes remotes for the tests of a file, after which they are removed. */
export function useRemotes(): (files?: Record<string, string>) => string {
  const made: string[] = [];
  afterAll(() => made.forEach((directory) => rmSync(directory, { recursive: true, force: true })));
  return (files = {}) => {
    const directory = aRemote(files);
    made.push(directory);
    return directory;
  };
}

const BIN = path.join(import.meta.dirname, '../bin/build.mjs');

/** By the command itself: a build teaches Node to load JSX, which it cannot do inside this test runner. */
export function run(directory: string, ...options: string[]): BuildDescriptor {
  const { status, stderr } = spawnSync(process.execPath, [BIN, ...options], { cwd: directory, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(readFileSync(path.join(directory, 'dist/build.json'), 'utf8')) as BuildDescriptor;
}
