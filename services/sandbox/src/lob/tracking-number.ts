/**
 * Modulo 10 as the Postal Service counts it: from the digit beside the check digit going left, times 3, 1, 3, 1, …
 * @param digits - without the check digit
 */
export function checkDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
}

/** 22 digits of a certified letter: identifier 94, service type 073, a mailer's number, a serial, the check digit. */
export function certifiedNumber(serial: string): string {
  const digits = `9407300000${serial.padStart(11, '0').slice(-11)}`;
  return digits + checkDigit(digits);
}
