import { CodedError, ServiceError } from '../../contract/errors.ts';
import { apiKeyHeader } from '../../contract/routes.ts';
import { keyRedactor, type Redact, redactor } from './redaction.ts';

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
