/** Small pictures of numbers, each with its words. */
export {
  BarsOverTime,
  LetterRoute,
  Sparkline,
  type BarsOverTimeProps,
  type RouteStop,
  type SparklineProps,
} from './charts.tsx';
