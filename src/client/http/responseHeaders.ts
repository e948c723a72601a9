import { own } from '../../util/own.ts';

/**
 * The headers of an answer. A server may send any of them twice, even those that Node's types declare as single
 * strings.
 */
export class ResponseHeaders {
  readonly #headers: Readonly<Record<string, string | string[] | undefined>>;

  constructor(headers: Readonly<Record<string, string | string[] | undefined>>) {
    this.#headers = headers;
  }

  /** The value of a header by its lower-case name; the first one if it was sent more than once. */
  get(name: string): string | undefined {
    const value = own(this.#headers, name);
    return Array.isArray(value) ? value[0] : value;
  }

  /** The media type without its parameters, in lower case. */
  get mediaType(): string | undefined {
    return this.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  }
}
