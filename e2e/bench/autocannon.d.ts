/** Types of the autocannon calls in this folder; the package ships none. */
declare module 'autocannon' {
  export default function autocannon(options: {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
  }): Promise<{ requests: { average: number }; errors: number; non2xx: number }>;
}
