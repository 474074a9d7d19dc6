import type { Page } from '@playwright/test';

/**
 * What moves, or would as soon as it changes: parts that run an animation, or whose computed style gives an animation or
 * a transition more than 0 s. With `prefers-reduced-motion: reduce` there must be none.
 */
export const moving = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const seconds = (list: string): number => Math.max(...list.split(',').map((part) => Number.parseFloat(part)));
    const styled = [...document.querySelectorAll('*')].flatMap((element) =>
      ['', '::before', '::after', '::backdrop']
        .filter((part) => {
          const style = getComputedStyle(element, part || null);
          return (
            seconds(style.transitionDuration) > 0 ||
            (style.animationName !== 'none' && seconds(style.animationDuration) > 0)
          );
        })
        .map((part) => `${element.tagName.toLowerCase()}.${element.className}${part}`),
    );
    const running = document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => `runs: ${(effect as KeyframeEffect | null)?.target?.className}`);
    return [...new Set([...styled, ...running])];
  });
