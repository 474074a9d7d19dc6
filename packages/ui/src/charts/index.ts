/** Small pictures of numbers, each with its words. */
export { BarsOverTime, Sparkline } from './charts.tsx';
export { LetterRoute, type RouteStop } from './letter-route.tsx';
