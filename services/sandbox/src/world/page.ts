import { createHash } from 'node:crypto';
import { escapeHtml } from './http.ts';

/** One style for the sandbox's own pages, in the colours of the site and in both schemes. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b2333; --soft: #414b5c; --line: #d9dde3; --paper: #fff; --ground: #f6f5f1; --primary: #0b5d4b; --tint: #e6f2ee; --focus: #f2a900; }
@media (prefers-color-scheme: dark) { :root { --ink: #eef1f5; --soft: #c3cad4; --line: #3a4453; --paper: #1b222d; --ground: #12171f; --primary: #7fd1ba; --tint: #17352f; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
main { max-width: 56rem; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 26px; line-height: 1.15; margin: 0 0 8px; } h2 { font-size: 18px; margin: 32px 0 8px; }
p { margin: 0 0 16px; } .soft { color: var(--soft); } .small { font-size: 14px; }
a { color: var(--primary); }
ul.plain { list-style: none; margin: 0; padding: 0; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 10px; padding: 16px; margin: 0 0 12px; overflow-wrap: anywhere; }
.card h2 { margin: 0 0 4px; }
.row { display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; } .apart { justify-content: space-between; }
.code { font: 600 26px/1 ui-monospace, monospace; letter-spacing: .14em; background: var(--tint); border-radius: 8px; padding: 12px 16px; user-select: all; }
button, .button { font: inherit; min-height: 44px; padding: 8px 16px; border-radius: 8px; border: 1px solid var(--primary); background: var(--primary); color: var(--paper); cursor: pointer; text-decoration: none; display: inline-block; }
button:disabled { opacity: .55; cursor: default; }
button.quiet { background: transparent; color: var(--primary); }
input[type=text], input[type=email], input[type=search], select { font: inherit; min-height: 44px; padding: 8px 12px; border: 1px solid #7a8494; border-radius: 8px; background: var(--paper); color: inherit; width: 100%; } select { width: auto; } h3 { font-size: 18px; margin: 0 0 4px; }
label { display: block; margin: 0 0 4px; font-weight: 600; } fieldset { border: 0; padding: 0; margin: 0 0 16px; } legend { padding: 0; font-weight: 600; } fieldset label { font-weight: 400; }
.field { margin: 0 0 16px; } .grow { flex: 1 1 16rem; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
iframe { width: 100%; height: 60vh; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: 8px; border-bottom: 1px solid var(--line); vertical-align: top; }
`;

/** For `style-src` of a page drawn here. */
export const PAGE_STYLE_HASH = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

export const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><main>${body}</main></body></html>`;
