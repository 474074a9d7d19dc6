/** Small pictures of numbers, each with its words. */
export { BarsOverTime, LetterRoute, Sparkline, type RouteStop } from './charts.tsx';
