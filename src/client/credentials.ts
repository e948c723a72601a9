import { CodedError, ServiceError } from '../contract/errors.ts';
import { apiKeyHeader } from '../contract/routes.ts';

/** Characters allowed in a header (RFC 9110, 5.5): visible ASCII. */
const headerText = /^[\x21-\x7e]+$/;

/** Shorter keys could match parts of ordinary words, so they aren't removed from texts. */
const minTellingLength = 8;

/** Reads the current key, but only the one with this id, if it is given. */
export type ReadKey = (id?: string) => Promise<string | undefined>;

/** The key of one origin. It adds the key to requests, and removes from texts every key that was ever sent. */
export class Credentials {
  readonly #apiKey: ReadKey;
  readonly #sent = new Set<string>();
  /** Removes keys and other secrets from texts to log or show. */
  readonly redact: Redact = redactor(() => this.#sent);
  /** Removes keys from data that is stored: a server may repeat the key that it received. */
  readonly withoutKeys: Redact = keyRedactor(() =>
    [...this.#sent].filter(({ length }) => length >= minTellingLength),
  );

  constructor(apiKey: ReadKey) {
    this.#apiKey = apiKey;
  }

  /**
   * @param keyId the only key that may be sent; any if absent
   * @throws ServiceError `api_key.invalid_or_ip_not_allowed` if there is no key, or one that a header can't contain, or
   * CodedError `api_key.changed`
   */
  async headers(keyId?: string): Promise<Record<string, string>> {
    const key = await this.#apiKey(keyId);
    if (key === undefined && keyId !== undefined)
      throw new CodedError('api_key.changed', 'The API key was changed after the job was requested.');
    if (key === undefined || !headerText.test(key)) {
      const detail = key === undefined ? 'No API key is set.' : 'The API key contains invalid characters.';
      throw new ServiceError('api_key.invalid_or_ip_not_allowed', 401, detail);
    }
    this.#sent.add(key);
    return { [apiKeyHeader]: key };
  }
}

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
