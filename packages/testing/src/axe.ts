import axe from 'axe-core';

/** Accessibility violations of what is drawn, as `rule: selector` lines. Contrast needs a real browser: it is checked in e2e. */
export async function axeViolations(container: Element): Promise<string[]> {
  const { violations } = await axe.run(container, {
    rules: {
      'color-contrast-enhanced': { enabled: false },
      'color-contrast': { enabled: false },
      region: { enabled: false },
    },
  });
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
}
