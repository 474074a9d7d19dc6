import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformSync } from '@swc/core';
import { classNames } from './css-names.ts';
import type { BuildOptions } from './factory.ts';

/** Lets Node run a remote's own modules: JSX by swc, style sheets as the class names the bundle gives them. */
function teachNode(build: string): () => void {
  const hooks = registerHooks({
    load(url, context, nextLoad) {
      const file = url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : '';
      const module = (source: string) => ({ format: 'module' as const, source, shortCircuit: true });
      if (file.endsWith('.module.css')) {
        return module(`export default ${JSON.stringify(classNames(build, file, readFileSync(file, 'utf8')))};`);
      }
      if (/\.(css|svg|woff2)$/.test(file)) return module("export default '';");
      if (!file.endsWith('.tsx')) return nextLoad(url, context);
      const { code } = transformSync(readFileSync(file, 'utf8'), {
        filename: file,
        swcrc: false,
        configFile: false,
        jsc: {
          target: 'es2024',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic', development: false } },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      });
      return module(code);
    },
  });
  return () => hooks.deregister();
}

/** File of a prerendered screen: `/` is `index`, `/login` is `login`. */
export const screenFile = (route: string): string =>
  `prerender/${route.replace(/^\//, '').replaceAll('/', '-') || 'index'}.html`;

/** @throws {Error} when a screen could not be shown under the site's content security policy */
export function checkScreen(where: string, html: string): void {
  const style = /<[^>]+\sstyle\s*=\s*["'][^>]*>/i.exec(html);
  if (style) throw new Error(`${where}: a style attribute is blocked by style-src 'self'; use a class: ${style[0]}`);
  const script = /<script\b|\son[a-z]+\s*=\s*["']|javascript:/i.exec(html);
  if (script) throw new Error(`${where}: script in a prerendered screen is blocked by script-src: ${script[0]}`);
}

/**
 * Draws the screens that `prerender` of the config names, from the workspace's `src/prerender.tsx`, into `prerender/` of the target.
 * A remote's screen comes in the element that the shell hydrates; the shell's own are frames for the site to fill.
 * @returns route (for the shell: layout or path) to its file
 */
export async function prerenderScreens(
  { directory, config }: BuildOptions,
  target: string,
): Promise<Record<string, string>> {
  if (config.prerender.length === 0) return {};
  const file = path.join(directory, 'src/prerender.tsx');
  if (!existsSync(file)) throw new Error(`${config.name}: prerender names routes, but there is no src/prerender.tsx`);
  process.env['NODE_ENV'] ??= 'production';
  const forget = teachNode(config.name);
  try {
    const { prerender } = (await import(pathToFileURL(file).href)) as { prerender: (route: string) => string };
    const screens: Record<string, string> = {};
    mkdirSync(path.join(target, 'prerender'), { recursive: true });
    for (const route of config.prerender) {
      const drawn = prerender(route);
      checkScreen(`${config.name} ${route}`, drawn);
      const html =
        config.name === 'shell' ? drawn : `<div data-remote="${config.name}" data-screen="${route}">${drawn}</div>`;
      screens[route] = screenFile(route);
      writeFileSync(path.join(target, screenFile(route)), html);
    }
    return screens;
  } finally {
    forget();
  }
}
