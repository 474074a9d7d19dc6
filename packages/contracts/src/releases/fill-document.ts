const MARK = /%\{([#?!/]?)([a-z_]+(?:\.[a-z_]+)*)\}/;
/** Levels of sections inside of sections that are filled; deeper ones stay as they are written. */
const MAX_DEPTH = 20;

/** Escapes text, also for quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function lookUp(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

const isThere = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/**
 * Puts the site's own words into a prerendered frame or screen. A build never holds them.
 *
 * - `%{footer.company_email}`: the text, escaped for HTML text and quoted attributes; nothing when there is none.
 * - `%{#header.navigation_items}<a href="%{url}">%{title}</a>%{/header.navigation_items}`: once for each entry.
 * - `%{?footer.company_email}…%{/footer.company_email}`: only when there is one; with `!` only when there is none.
 *
 * Words put in are not read again, so a text that looks like a token stays a text.
 */
export function fillDocument(template: string, data: unknown): string {
  // Text, kind and path in turn, then where each section ends: a pattern for whole sections may take hours for one build.
  const parts = template.split(MARK);
  const ends: (number | undefined)[] = [];
  const next = new Map<string | undefined, number>();
  for (let at = parts.length - 3; at > 0; at -= 3) {
    ends[at] = next.get(parts[at + 1]);
    if (parts[at] === '/') next.set(parts[at + 1], at);
  }
  const fill = (from: number, to: number, of: unknown, depth = 0): string => {
    let filled = parts[from - 1] ?? '';
    for (let at = from; at < to; at += 3) {
      const [kind, path = ''] = [parts[at], parts[at + 1]];
      const value = lookUp(of, path);
      const end = ends[at] ?? to;
      if (kind === '')
        filled += typeof value === 'string' || typeof value === 'number' ? escapeHtml(String(value)) : '';
      else if (kind === '/' || end >= to || depth >= MAX_DEPTH) filled += `%{${kind}${path}}`;
      else {
        const items = kind === '#' ? value : isThere(value) === (kind === '?') && [of];
        if (Array.isArray(items)) filled += items.map((item) => fill(at + 3, end, item, depth + 1)).join('');
        at = end;
      }
      filled += parts[at + 2] ?? '';
    }
    return filled;
  };
  return fill(1, parts.length, data);
}
