export const greeting = 'Hello from a stock remote';
