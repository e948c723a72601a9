/** Takes secrets out of a text. */
export type Redact = (text: string) => string;

const mask = '•••';
/** User and password of a URL, as in `http://user:password@proxy`. */
const userInfo = /([a-z][a-z0-9+.-]*:\/\/)[^\s/?#@]*(?:@[^\s/?#@]*)*@/gi;
/** Query parameters that grant access, as in the address of a signed download. */
const signedQuery = /([?&](?:[\w-]*(?:token|signature|secret|credential|key)|sig)=)[^&#\s"']+/gi;

/**
 * A function that removes the keys, the credentials in URLs and the signatures in queries from any text. `secrets` is asked
 * each time, since a key may be learned late.
 */
export function redactor(secrets: () => Iterable<string>): Redact {
  return (text) => {
    let clean = text;
    for (const secret of secrets()) {
      for (const form of new Set([secret, encodeURIComponent(secret), base64(secret)])) {
        clean = clean.replaceAll(form, mask);
      }
    }
    return clean.replace(userInfo, `$1${mask}@`).replace(signedQuery, `$1${mask}`);
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
