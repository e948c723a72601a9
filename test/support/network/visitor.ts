import assert from 'node:assert/strict';

export interface ShownPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser without scripts: it keeps cookies, and sends forms with their hidden token. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  readonly #origin: string;
  readonly #headers: Record<string, string>;

  /** @param headers headers of all requests */
  constructor(origin: string, headers: Record<string, string> = {}) {
    this.#origin = origin;
    this.#headers = headers;
  }

  /** Asks for a page, without following redirects. */
  async get(path: string, headers: Record<string, string> = {}): Promise<ShownPage> {
    return this.#ask(path, {}, headers);
  }

  /**
   * Opens a page and sends its form with these fields and the page's token. `action` is the path that the form is sent
   * to.
   */
  async send(page: string, fields: Record<string, string>, action = page): Promise<ShownPage> {
    const { text } = await this.get(page);
    const token = /name="_csrf" value="([^"]+)"/.exec(text)?.[1];
    assert.ok(token, `${page} has a form: ${text}`);
    return this.post(action, { _csrf: token, ...fields });
  }

  /** Sends these fields unchanged. */
  async post(path: string, fields: Record<string, string>): Promise<ShownPage> {
    return this.#ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  }

  async #ask(path: string, init: RequestInit, headers: Record<string, string> = {}): Promise<ShownPage> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(new URL(path, this.#origin), {
      ...init,
      redirect: 'manual',
      headers: { ...this.#headers, ...headers, ...(cookie !== '' && { Cookie: cookie }) },
    });
    for (const each of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      this.cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
}
