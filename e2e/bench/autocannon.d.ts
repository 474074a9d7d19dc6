/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
  }): Promise<{ requests: { average: number }; errors: number; non2xx: number }>;
}
