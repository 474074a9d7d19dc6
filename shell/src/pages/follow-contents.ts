/** How far down the window a part has to begin to be the one that is read. */
const READING_LINE = 0.3;

/**
 * Marks in the list of contents which part is read. Works on the markup, whether the build drew it or the browser.
 * @returns the way to stop
 */
export function followContents(): () => void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-contents] a')];
  const parts = links.flatMap((link) => document.getElementById(link.hash.slice(1)) ?? []);
  if (parts.length === 0) return () => undefined;
  const mark = () => {
    const isAtEnd = scrollY > 0 && Math.ceil(scrollY + innerHeight) >= document.documentElement.scrollHeight;
    const last = isAtEnd ? innerHeight : innerHeight * READING_LINE;
    const read = parts.filter((part) => part.getBoundingClientRect().top <= last);
    // The one that was asked for counts where the page ends before it has come up to the line.
    const asked = read.find(
      (part) => isAtEnd && part.id === location.hash.slice(1) && part.getBoundingClientRect().top >= 0,
    );
    const current = (asked ?? read.at(-1) ?? parts[0])?.id;
    for (const link of links) {
      const isCurrent = link.hash.slice(1) === current;
      if (isCurrent === link.hasAttribute('aria-current')) continue;
      if (isCurrent) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
      if (isCurrent) keepInView(link);
    }
  };
  mark();
  addEventListener('scroll', mark, { passive: true });
  addEventListener('resize', mark);
  return () => {
    removeEventListener('scroll', mark);
    removeEventListener('resize', mark);
  };
}

/** A long list scrolls by itself, the page stays where it is. */
function keepInView(link: HTMLElement): void {
  const list = link.closest<HTMLElement>('[data-contents]');
  if (list && list.scrollHeight > list.clientHeight) list.scrollTop = link.offsetTop - list.clientHeight / 2;
}
