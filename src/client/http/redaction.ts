/** Returns a text without its secrets. */
export type Redact = (text: string) => string;

const mask = '•••';
/** User and password of a URL, as in `http://user:password@proxy`. */
const userInfo = /(:\/\/)[^\s/?#]*@/g;
/** Query parameters that grant access, as in the address of a signed download. */
const signedQuery = /([?&](?:[\w-]*(?:token|signature|secret|credential|key)|sig)=)[^&#\s"']+/gi;

/**
 * Returns a function that removes only the keys from a text. It calls `keys` each time, since the key may not be known
 * yet.
 */
export function keyRedactor(keys: () => Iterable<string>): Redact {
  return (text) => {
    let clean = text;
    for (const key of keys()) for (const form of formsOf(key)) clean = clean.replaceAll(form, mask);
    return clean;
  };
}

/**
 * Returns a function that removes keys, credentials in URLs, and signatures in queries from texts that are logged or
 * shown.
 */
export function redactor(keys: () => Iterable<string>): Redact {
  const withoutKeys = keyRedactor(keys);
  return (text) => withoutKeys(text).replace(userInfo, `$1${mask}@`).replace(signedQuery, `$1${mask}`);
}

/** The forms in which a key is sent: raw, and encoded for URLs, headers, and JSON. */
function formsOf(key: string): ReadonlySet<string> {
  const inJson = JSON.stringify(key).slice(1, -1);
  return new Set([key, encodeURIComponent(key), Buffer.from(key).toString('base64'), inJson]);
}
