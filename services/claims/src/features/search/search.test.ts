import { dismissAlert, getAlerts, getUserId, search } from '@redress/contracts';
import { raiseAlert } from '../../shared/alerts.ts';
import { aClaim, aDraft, signUp, useTestApp } from '../../testing/index.ts';

const test = useTestApp({ config: { addressLimitFactor: 1000 } });

describe('search', () => {
  it('finds one’s own claims by any word of names and kinds, in any order and case', async () => {
    const { browser } = await signUp(test);
    const id = await aDraft(browser, aClaim({ defendantLastname: 'Żółć' }));
    await aDraft(browser, aClaim({ defendantFirstname: 'Somebody', defendantLastname: 'Else' }));
    const { results } = (await browser.call(search, { q: 'żÓŁĆ ivo' })).body;
    expect(results).toEqual([
      { kind: 'session', id, title: 'Case against Ivo Żółć', detail: 'Debt collection, $1,250.50', url: '/dashboard' },
    ]);
  });

  it.each([
    ['Żółć', 'zolc'],
    ['Кеrn', 'kern'],
    ['Ｋｅｒｎ', 'KERN'],
    ['Ke\u200Brn', 'kern'],
    ['Kern', 'Ｋе\u200Brn'],
    ['O\u2019Lee', "o'lee"],
    ['Kern\u2011Lee', 'kern-lee'],
  ])('finds %s by %s: what is read alike, however it was typed', async (name, q) => {
    const { browser } = await signUp(test);
    const id = await aDraft(browser, aClaim({ defendantLastname: name }));
    await aDraft(browser, aClaim({ defendantLastname: 'Else' }));
    expect((await browser.call(search, { q })).body.results.map((result) => result.id)).toEqual([id]);
  });

  it('finds nothing by what nobody sees', async () => {
    const { browser } = await signUp(test);
    await aDraft(browser);
    expect((await browser.call(search, { q: 'kern \u200B' })).body.results).toEqual([]);
  });

  it('finds nothing of others, and takes %, _ and quotes as letters', async () => {
    const owner = await signUp(test);
    await aDraft(owner.browser);
    expect((await (await signUp(test)).browser.call(search, { q: 'kern' })).body.results).toEqual([]);
    for (const q of ['%', '_', "'; drop table claims.account; --", '\\']) {
      expect((await owner.browser.call(search, { q })).body.results).toEqual([]);
    }
  });

  it('answers what the other sources found when one fails', async () => {
    const { browser } = await signUp(test);
    await aDraft(browser);
    const features = test.claims.platform.features() as { name: string; search?: unknown }[];
    features.push({ name: 'broken', search: () => Promise.reject(new Error('down')) });
    const { body } = await browser.call(search, { q: 'kern' });
    features.pop();
    expect(body.results).toHaveLength(1);
  });
});

describe('alerts', () => {
  it('are raised once, shown newest first, and dismissed for good by their owner alone', async () => {
    const { browser } = await signUp(test);
    const userId = (await browser.call(getUserId)).body.user_id;
    const { platform } = test.claims;
    const raise = (key: string) =>
      platform.db.transaction().execute((trx) =>
        raiseAlert(trx, platform, {
          userId,
          title: key,
          message: 'm',
          link: '/demand-letters',
          dedupeKey: key,
        }),
      );
    await raise('first');
    await raise('first');
    test.clock.advance({ seconds: 1 });
    await raise('second');
    const { alerts } = (await browser.call(getAlerts)).body;
    expect(alerts.map(({ title }) => title)).toEqual(['second', 'first']);
    const stranger = (await signUp(test)).browser;
    expect((await stranger.call(dismissAlert, { alert_id: alerts[0]!.id })).refusal.code).toBe('NOT_FOUND');
    expect((await browser.call(dismissAlert, { alert_id: alerts[0]!.id })).status).toBe(200);
    await raise('second');
    expect((await browser.call(getAlerts)).body.alerts.map(({ title }) => title)).toEqual(['first']);
  });
});
