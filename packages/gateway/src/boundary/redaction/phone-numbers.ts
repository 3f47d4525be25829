export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

const words =
  /\b(?:phone|telephone|tel|mobile|cell|fax|call|called|calling|dial|desk|office|sms|text|texted|messages?|answering|contact|reach|whatsapp|ring|hotline|registered)\b/i;

// Numbers that look like phone numbers: dates, versions, amounts, postal codes.
const dates =
  /^(?:[0-9]{4}[-/.][0-9]{1,2}[-/.][0-9]{1,2}|[0-9]{1,2}[-/.][0-9]{1,2}[-/.][0-9]{4})(?: [0-9]{1,2})?$/;
const others =
  /^(?:[0-9]{5}-[0-9]{4}|[0-9]{4}[-/][0-9]{4}|[0-9]+\.[0-9]+|[0-9]{1,3}(?:\.[0-9]{1,3}){3})$/;

const northAmerican =
  /^(?:(?:\+|00)?1[-. ])?\(?[2-9][0-9]{2}\)?[-. ]?[0-9]{3}[-. ][0-9]{4}(?:\s?(?:x|ext\.?)\s?[0-9]{1,6})?$/i;
const international = /^(?:\+|00)[1-9]/;
const national = /^\(?0[1-9]/;

/** Tells whether digits are formatted as a phone number, or stand beside a word that says so. */
export function isPhoneNumber(written: string, { before, after }: Surroundings): boolean {
  const digits = written.replace(/\s?(?:x|ext).*$/i, "").replaceAll(/[^0-9]/g, "").length;
  if (digits < 7 || digits > 15 || dates.test(written) || others.test(written)) return false;
  return (
    isWrittenLikeOne(written, digits) ||
    words.test(before) ||
    words.test(after.replace(/^[^a-z]*/i, "").slice(0, 8))
  );
}

function isWrittenLikeOne(written: string, digits: number): boolean {
  if (northAmerican.test(written)) return true;
  const isNational = national.test(written) && /[ ()/-]/.test(written);
  return digits >= 9 && (isNational || international.test(written));
}
