// The code of a table as people type it: Crockford's base 32 with a check symbol (Protocol.md, "Table code").

const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const alike = { O: "0", I: "1", L: "1" };
const separator = /[\s\u00a0\-\u2010-\u2015\u2212]/gu;

/** The check symbol's value: the sum of alpha^(7-i) * d_i in GF(32) with x^5 + x^2 + 1. */
function checkDigit(digits) {
  let sum = 0;
  for (const digit of digits) {
    sum = (sum ^ digit) << 1;
    if (sum & 32) sum ^= 0b100101;
  }
  return sum;
}

/** `{ code, shown }`, or `{ fault }` in words; `{ short: true, fault }` where more may still be typed. */
export function readCode(text) {
  const symbols = [...text.replace(separator, "").toUpperCase()].map((symbol) => alike[symbol] ?? symbol);
  const wrong = symbols.find((symbol) => !alphabet.includes(symbol));
  if (wrong) return { fault: `A code never has the character “${wrong}”.` };
  if (symbols.length < 8) {
    return { short: true, fault: `A code has 8 letters and digits like 4HMA-SW95, this has ${symbols.length}.` };
  }
  if (symbols.length > 8) return { fault: `A code has 8 letters and digits like 4HMA-SW95, this has ${symbols.length}.` };
  const digits = symbols.map((symbol) => alphabet.indexOf(symbol));
  if (checkDigit(digits.slice(0, 7)) !== digits[7]) {
    return { fault: "Typo? The last character does not fit the others. Compare the code once more." };
  }
  const code = symbols.join("");
  return { code, shown: `${code.slice(0, 4)}-${code.slice(4)}` };
}
