import { DomUtils, parseDocument } from 'htmlparser2';
import type { RawAnswer } from '../http/rawAnswer.ts';
import { ensure } from './expect.ts';
import type { IdentityLimit, IdentityProvider } from './identityProvider.ts';

const maxRedirects = 10;

/** A browser without scripts at an identity provider. It keeps cookies, and sends forms with their hidden fields. */
export class BrowserSession {
  readonly #provider: IdentityProvider;
  readonly #cookies = new Map<string, string>();

  constructor(provider: IdentityProvider) {
    this.#provider = provider;
  }

  /** Asks for a page, without following redirects. `path` may be relative to the current page. */
  async open(path: string, limit?: IdentityLimit): Promise<RawAnswer> {
    return this.#ask(path, undefined, limit);
  }

  /**
   * Follows redirects of an answer until there is a page, or an address elsewhere.
   * @throws Violation if there are too many
   */
  async follow(answer: RawAnswer): Promise<RawAnswer | URL> {
    let current = answer;
    for (let count = 0; count < maxRedirects; count += 1) {
      const { location } = current.headers;
      if (current.status < 300 || current.status >= 400 || location === undefined) return current;
      const next = new URL(location, this.#addressOf(current));
      if (next.origin !== this.#provider.url.origin) return next;
      current = await this.open(next.href);
    }
    ensure(false, `${answer.seen}, followed by ${maxRedirects} redirects`);
  }

  /**
   * Sends the form of a page that is sent to the page's own address: these fields, its hidden fields, and its first
   * button.
   * @throws Violation if the page has no such form
   */
  async send(
    page: RawAnswer,
    fields: Readonly<Record<string, string>>,
    limit?: IdentityLimit,
  ): Promise<RawAnswer> {
    const document = parseDocument(page.body.toString());
    const address = this.#addressOf(page);
    const actionOf = ({ attribs }: { attribs: Readonly<Record<string, string>> }): URL =>
      new URL(attribs['action'] ?? '', address);
    const form = DomUtils.getElementsByTagName('form', document).find(
      (each) => actionOf(each).pathname === address.pathname,
    );
    ensure(form !== undefined, `${page.seen}, without a form that is sent to its own address`);
    const [button] = DomUtils.getElementsByTagName('button', form);
    const sent = DomUtils.getElementsByTagName('input', form)
      .filter(({ attribs }) => attribs['type'] === 'hidden')
      .concat(button ?? [])
      .flatMap(({ attribs: { name, value = '' } }) => (name === undefined ? [] : [[name, value] as const]));
    return this.#ask(actionOf(form).href, { ...Object.fromEntries(sent), ...fields }, limit);
  }

  async #ask(
    path: string,
    fields: Readonly<Record<string, string>> | undefined,
    limit: IdentityLimit | undefined,
  ): Promise<RawAnswer> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#provider.send({
      path,
      headers: cookie === '' ? {} : { cookie },
      ...(fields && { fields }),
      ...(limit && { limit }),
    });
    for (const each of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? [];
      this.#cookies.set(name, value);
    }
    return answer;
  }

  #addressOf({ path }: RawAnswer): URL {
    return new URL(path, this.#provider.url.origin);
  }
}

/** The pages with forms that count against a limit. */
const forms = { login: '/account/login', reset: '/account/forgot' } as const;

/** Opens a page with a form in a new session, and sends it. */
export async function sendForm(
  provider: IdentityProvider,
  name: keyof typeof forms,
  fields: Readonly<Record<string, string>>,
): Promise<RawAnswer> {
  const session = new BrowserSession(provider);
  return session.send(await session.open(forms[name]), fields, name);
}
