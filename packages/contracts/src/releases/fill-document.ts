const TOKEN = /%\{([a-z_]+(?:\.[a-z_]+)*)\}/g;
const SECTION = /%\{([#?!])([a-z_]+(?:\.[a-z_]+)*)\}([\s\S]*?)%\{\/\2\}/g;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

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
  let filled = '';
  let last = 0;
  for (const match of template.matchAll(SECTION)) {
    const [whole, kind, path = '', inner = ''] = match;
    filled += fillTexts(template.slice(last, match.index), data);
    const value = lookUp(data, path);
    if (kind === '#') filled += (Array.isArray(value) ? value : []).map((item) => fillDocument(inner, item)).join('');
    else if (isThere(value) === (kind === '?')) filled += fillDocument(inner, data);
    last = match.index + whole.length;
  }
  return filled + fillTexts(template.slice(last), data);
}

const fillTexts = (template: string, data: unknown): string =>
  template.replace(TOKEN, (_token, path: string) => {
    const value = lookUp(data, path);
    return typeof value === 'string' || typeof value === 'number' ? escapeHtml(String(value)) : '';
  });
