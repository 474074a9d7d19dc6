import { createMetrics } from './metrics.ts';

it('counts requests by route pattern and answers the same counter twice', async () => {
  const metrics = createMetrics({ service: 'claims' });
  metrics.observeHttp({ method: 'GET', route: '/api/states.php', status: 200, durationMs: 12 });
  metrics.counter('letters_total', 'Letters posted').inc();
  metrics.counter('letters_total', 'Letters posted').inc();
  const text = await metrics.render();
  expect(text).toContain(
    'http_request_duration_seconds_count{service="claims",method="GET",route="/api/states.php",status="200"} 1',
  );
  expect(text).toContain('letters_total{service="claims"} 2');
});

it('counts methods that nobody knows as one', async () => {
  const metrics = createMetrics({ service: 'claims' });
  for (const method of ['MADE', 'UP']) {
    metrics.observeHttp({ method, route: 'unknown', status: 404, durationMs: 1 });
  }
  const text = await metrics.render();
  expect(text).toContain('_count{service="claims",method="other",route="unknown",status="404"} 2');
  expect(text).not.toContain('MADE');
});
