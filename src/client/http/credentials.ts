import { ServiceError } from '../../contract/errors.ts';
import { apiKeyHeader } from '../../contract/routes.ts';
import { keyRemover, type Redact, redactor } from './redaction.ts';

/** What a header can carry (RFC 9110, 5.5): visible ASCII. */
const headerText = /^[\x21-\x7e]+$/;

/** A shorter one stands in names by chance. */
const minTellingLength = 8;

/** The key of one origin: puts it into requests, and keeps every key that was ever sent out of texts. */
export class Credentials {
  readonly #apiKey: () => Promise<string | undefined>;
  readonly #sent = new Set<string>();
  /** Removes the keys and other secrets from what is logged or shown. */
  readonly redact: Redact = redactor(() => this.#sent);
  /** Removes the keys from data: a server may repeat what it was sent, and its data is kept. */
  readonly withoutKeys: Redact = keyRemover(() =>
    [...this.#sent].filter(({ length }) => length >= minTellingLength),
  );

  constructor(apiKey: () => Promise<string | undefined>) {
    this.#apiKey = apiKey;
  }

  /** @throws ServiceError `api_key.invalid_or_ip_not_allowed` when there is no key that could be sent. */
  async headers(): Promise<Record<string, string>> {
    const key = await this.#apiKey();
    if (key === undefined || !headerText.test(key)) {
      const detail = key === undefined ? 'No API key is set.' : 'The API key has characters that no key has.';
      throw new ServiceError('api_key.invalid_or_ip_not_allowed', 401, detail);
    }
    this.#sent.add(key);
    return { [apiKeyHeader]: key };
  }
}
