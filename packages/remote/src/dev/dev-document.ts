import { DOCUMENT_BLOCKS, escapeHtml, type PageData, type SignedSnapshot } from '@redress/contracts/releases';
import { defaultTreeAdapter as tree, type DefaultTreeAdapterTypes, parse, parseFragment, serialize } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;
type Parent = DefaultTreeAdapterTypes.ParentNode;

/** What stands in the place of the deployed release in a document. */
export interface DevPage {
  /** The remote that is worked on. */
  remote: string;
  signed: SignedSnapshot;
  keys: PageData['releaseKeys'];
  /** The document is that of another page: its first screen is not that of this one. */
  isBorrowed: boolean;
  title?: string | undefined;
  banner: string;
}

function* elementsIn(parent: Parent): Generator<Element> {
  for (const node of [...parent.childNodes]) {
    if (!tree.isElementNode(node)) continue;
    yield node;
    yield* elementsIn(node);
  }
}

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((one) => one.name === name)?.value;

const textOf = ({ childNodes }: Element): string =>
  childNodes.map((node) => (tree.isTextNode(node) ? node.value : '')).join('');

function setText(element: Element, text: string): void {
  element.childNodes = [];
  tree.insertText(element, text);
}

/** JSON in a script element: nothing in it may end the element or begin a comment. */
const asBlock = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

const withId = (parent: Parent, id: string): Element | undefined =>
  [...elementsIn(parent)].find((element) => attribute(element, 'id') === id);

function readBlock(parent: Parent, id: string): unknown {
  const element = withId(parent, id);
  try {
    return element && JSON.parse(textOf(element));
  } catch {
    return undefined;
  }
}

/** What a JSON block of a document holds; undefined where there is none, or it is none. */
export const blockOf = (html: string, id: string): unknown => readBlock(parse(html), id);

/** Scripts and sheets that this page does not use: of the deployed build of the remote, or of the remote of another page. */
const isUnused = (element: Element, { remote, isBorrowed }: DevPage): boolean =>
  ['link', 'style'].includes(element.tagName) &&
  ['href', 'data-href'].some((name) =>
    attribute(element, name)?.startsWith(isBorrowed ? '/assets/mf-' : `/assets/${remote}/`),
  );

/** A first screen that was drawn by the deployed build of the remote, or for another page. */
function isForeignScreen(element: Element, { remote, isBorrowed }: DevPage): boolean {
  const owner = attribute(element, 'data-remote');
  if (owner === undefined || attribute(element, 'data-screen') === undefined) return false;
  // Whoever is not signed in is answered with the sign-in page, wherever it was asked for.
  return owner === remote || (isBorrowed && attribute(element, 'data-screen') !== '/login');
}

/**
 * A document of the deployed site with the release of this run in it. Everything else stays: its frame, its words, and its
 * loader, which the policy of the site allows by its hash.
 */
export function devDocument(html: string, page: DevPage): string {
  const document = parse(html);
  for (const element of elementsIn(document)) {
    if (isUnused(element, page) || isForeignScreen(element, page)) tree.detachNode(element);
    else if (element.tagName === 'title' && page.title !== undefined) setText(element, page.title);
    else if (element.tagName === 'body') insertFirst(element, page.banner);
  }
  const data = readBlock(document, DOCUMENT_BLOCKS.page) as Partial<PageData>;
  const { releaseRoot: _root, ...kept } = data;
  const made = { ...kept, releaseKeys: page.keys, forDevelopers: true };
  for (const [id, value] of [
    [DOCUMENT_BLOCKS.page, made],
    [DOCUMENT_BLOCKS.snapshot, page.signed],
  ] as const) {
    const block = withId(document, id);
    if (block) setText(block, asBlock(value));
  }
  return serialize(document);
}

function insertFirst(body: Element, html: string): void {
  const [first] = body.childNodes;
  for (const node of [...parseFragment(html).childNodes])
    if (first) tree.insertBefore(body, node, first);
    else tree.appendChild(body, node);
}

/** Whether a document is one of the site's, which carries a release. */
export const carriesRelease = (html: string): boolean => html.includes(`id="${DOCUMENT_BLOCKS.snapshot}"`);

export const BANNER_SHEET = '/.redress/banner.css';
export const BANNER_STYLE =
  '.redress-dev{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:.5rem 1rem;background:#1b2333;color:#fff;font:.875rem/1.5 system-ui,sans-serif}' +
  '.redress-dev p{margin:0}.redress-dev strong{font-weight:600}';

/** Before everything else: nobody takes this page for the deployed one. @param lines - plain text */
export const bannerOf = (name: string, lines: readonly string[]): string =>
  `<link rel="stylesheet" href="${BANNER_SHEET}"><aside class="redress-dev" aria-label="Development"><p><strong>${escapeHtml(name)}</strong></p>` +
  `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</aside>`;
