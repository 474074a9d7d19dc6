import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IGNORED_NAMES = new Set([
  'node_modules', 'dist', 'test-results', 'coverage', 'shots', 'playwright-report', 'templates', 'LICENSES',
]); // prettier-ignore
const TEXT = /\.(ts|tsx|mjs|js|css|md)$/;
/** These tests cite what is not there on purpose. */
const OWN_TESTS = 'packages/tools/test/';
const TEST = /\.(test|spec)\.tsx?$/;

/** Pages that stand outside the repository: code must cite the repository's own. */
const FOREIGN_PAGE =
  /\b(?:PROVIDERS|CLAIMS|PERFORMANCE|DESIGN|ARCHITECTURE|PLATFORM-NOTES|STYLE)\.md\b|\bRULINGS \d+|\bSECURITY\.md,? \d/g;
const RULING = /(?<![\w#$&-])R(\d{1,2}[a-z]?)\b/g;
const DECISION = /\b[Dd]ecisions?(?: |\/)(\d{4}(?:(?:, | and | to )\d{4})*)/g;
const SECTION = /\b[Ss]pecification(?:\.md)?,? sections? (\d+(?:(?:, | and )\d+)*)/g;
const DOCS_PAGE =
  /(?<![\w./-])(docs\/[\w/-]+\.(?:md|json))(?:#([\w-]+)|, ([A-Z][\w' -]*?)(?=[):;.,])| \(([A-Z][\w' -]*)\))?/g;
const TREE_PATH = /(?<![\w./@-])((?:services|packages|shell|e2e|mf-[a-z]+)\/[\w./-]+\.(?:ts|tsx|mjs|css|json|md))\b/g;
const LINK = /\]\(([^)\s]+)\)/g;
const WITHOUT_CODE = /```[\s\S]*?```|`[^`\n]*`/g;

/** The anchor that Markdown renderers give a heading. */
const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Numbers at the beginning of a heading of docs/decisions: `0305, 0309 Calls let in …` is two that became one section. */
export const decisionNumbers = (heading) => /^(\d{4}(?:, \d{4})*) /.exec(heading)?.[1].split(', ') ?? [];

export const headingsOf = (text) =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => heading.trim());

function textFiles(root, folder = '') {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name.startsWith('.') || IGNORED_NAMES.has(entry.name) ? [] : textFiles(root, name);
    return TEXT.test(entry.name) ? [name] : [];
  });
}

/**
 * Citations in code and docs that lead nowhere: rulings (`R15`), decisions, sections of the specification, pages of
 * `docs/` with their headings, paths of the tree, Markdown links with their anchors.
 * @param {string} root - the repository's folder
 * @returns {string[]} one line each: `file: what is cited`
 */
export function findBrokenReferences(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const headings = new Map();
  const headingsIn = (file) => {
    if (!headings.has(file)) headings.set(file, existsSync(path.join(root, file)) ? headingsOf(read(file)) : []);
    return headings.get(file);
  };
  const hasAnchor = (file, anchor) => headingsIn(file).some((heading) => anchorOf(heading) === anchor.toLowerCase());
  const rulings = new Set(headingsIn('docs/product/rulings.md'));
  const sections = new Set(headingsIn('docs/product/specification.md').map((heading) => /^(\d+)\./.exec(heading)?.[1]));
  const decisionsFolder = path.join(root, 'docs/decisions');
  const decisionPages = (existsSync(decisionsFolder) ? readdirSync(decisionsFolder) : []).filter(
    (name) => name !== 'README.md',
  );
  /** By number, the pages that have a section of it. */
  const decisions = new Map();
  for (const page of decisionPages) {
    for (const number of headingsIn(`docs/decisions/${page}`).flatMap(decisionNumbers))
      decisions.set(number, [...(decisions.get(number) ?? []), page]);
  }
  const exists = (file) => existsSync(path.join(root, file));

  const broken = [];
  for (const file of textFiles(root).filter((name) => !name.startsWith(OWN_TESTS))) {
    const text = read(file);
    const report = (what) => broken.push(`${file}: ${what}`);
    const all = (pattern, check) => {
      for (const match of text.matchAll(pattern)) check(match);
    };
    const isTest = TEST.test(file);
    if (!isTest) {
      all(FOREIGN_PAGE, ([cited]) => report(cited));
      all(DECISION, ([cited, numbers]) => {
        if (!numbers.match(/\d{4}/g).every((number) => decisions.has(number))) report(cited);
      });
      all(TREE_PATH, ([, cited]) => {
        // In a page beside the code, a path may also begin at that page.
        if (!exists(cited) && !exists(path.posix.join(path.posix.dirname(file), cited))) report(cited);
      });
    }
    all(RULING, ([cited]) => {
      if (!rulings.has(cited)) report(cited);
    });
    all(SECTION, ([cited, numbers]) => {
      if (!numbers.match(/\d+/g).every((number) => sections.has(number))) report(cited);
    });
    all(DOCS_PAGE, ([cited, page, anchor, afterComma, inParentheses]) => {
      const heading = afterComma ?? inParentheses;
      if (isTest && !exists(page)) return; // tests invent pages
      if (!exists(page)) report(cited);
      else if (anchor && !hasAnchor(page, anchor)) report(cited);
      else if (heading && !headingsIn(page).includes(heading.trim())) report(cited);
    });
    if (file.endsWith('.md')) {
      for (const [, target] of text.replace(WITHOUT_CODE, '').matchAll(LINK)) {
        if (/^[a-z]+:/i.test(target)) continue;
        const [page, anchor] = decodeURI(target).split('#');
        const linked = page ? path.posix.join(path.posix.dirname(file), page) : file;
        if (!exists(linked) || (anchor && !hasAnchor(linked, anchor))) report(target);
      }
    }
  }
  const index = 'docs/decisions/README.md';
  const lines = exists(index) ? read(index).split('\n') : null;
  for (const [number, [page, ...others]] of decisions) {
    for (const other of others) broken.push(`${index}: ${number} stands in ${page} and in ${other}`);
    if (lines && !lines.some((line) => line.includes(`](${page})`) && line.includes(number)))
      broken.push(`${index}: does not list ${number} of ${page}`);
  }
  return [...new Set(broken)];
}
