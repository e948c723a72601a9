import { createHash, randomBytes } from 'node:crypto';
import { extensionId } from '../../../src/manifest.ts';
import { asObject, asText, type JsonObject } from '../../../src/contract/read.ts';
import type { Clock } from '../../../src/util/clock.ts';
import { withoutTrailing } from '../../../src/util/text.ts';
import type { RawAnswer } from '../http/rawAnswer.ts';
import type { RawHttp, RawRequest } from '../http/rawHttp.ts';
import { plainBody } from '../http/formBody.ts';
import { NotObservable, type RuleContext, oncePerServer } from '../rule.ts';
import { announced } from './announced.ts';
import { ensure, jsonOf } from './expect.ts';

/** The identity provider's limits for an address (api.md, Limits 6), and the length of their windows. */
export const identityLimits = {
  login: { max: 10, seconds: 60 },
  reset: { max: 5, seconds: 900 },
  authorization: { max: 60, seconds: 60 },
  validation: { max: 300, seconds: 60 },
} as const;
export type IdentityLimit = keyof typeof identityLimits;

/** The extension as a client (api-extensions.md, Identity provider 1). */
export const client = {
  id: 'vscode-extension',
  redirect: `vscode://${extensionId}/signed-in`,
} as const;

export interface IdentityRequest extends Omit<RawRequest, 'path' | 'body'> {
  /** Relative to the identity provider's address, or an address at its origin. */
  readonly path: string;
  /** The fields of a form. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The limit that the request counts against. */
  readonly limit?: IdentityLimit;
}

/** The identity provider of a server. Requests have no key unless they name one. */
export class IdentityProvider {
  readonly url: URL;
  /** What the provider says about itself (OpenID Connect Discovery). */
  readonly description: JsonObject;
  readonly #http: RawHttp;
  readonly #clock: Clock;
  readonly #requests = new Map<IdentityLimit, { count: number; readonly firstAt: number }>();

  private constructor(url: URL, http: RawHttp, clock: Clock, description: JsonObject) {
    this.url = url;
    this.#http = http;
    this.#clock = clock;
    this.description = description;
  }

  /** @throws Violation if it doesn't describe itself */
  static async open(url: URL, { http, clock }: RuleContext): Promise<IdentityProvider> {
    const origin = http.at(new URL(url.origin));
    const answer = await origin.send({ path: pathIn(url, '/.well-known/openid-configuration'), key: null });
    return new IdentityProvider(url, origin, clock, asObject(jsonOf(answer)) ?? {});
  }

  /** The number of requests that counted against a limit so far, and the time of the first, by the monotonic clock. */
  requests(limit: IdentityLimit): { readonly count: number; readonly firstAt: number } {
    return this.#requests.get(limit) ?? { count: 0, firstAt: this.#clock.monotonic() };
  }

  /** An address in the description. @throws Violation if it isn't at the provider's origin */
  endpoint(name: 'authorization_endpoint' | 'token_endpoint'): URL {
    const address = URL.parse(asText(this.description[name]) ?? '');
    ensure(address?.origin === this.url.origin, `${name} is ${address?.href ?? 'missing'}`);
    return address;
  }

  /** @throws NotObservable if earlier runs have used up the limit */
  async send({ path, fields, limit, key = null, ...request }: IdentityRequest): Promise<RawAnswer> {
    const body =
      fields && plainBody('application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
    const startedAt = this.#clock.monotonic();
    const answer = await this.#http.send({
      method: body ? 'POST' : 'GET',
      ...request,
      path: pathIn(this.url, path),
      key,
      ...(body && { body }),
    });
    if (limit === undefined) return answer;
    const { count, firstAt } = this.requests(limit);
    if (answer.status === 429 && count === 0)
      throw new NotObservable(`${answer.seen}, because of earlier requests from this address.`);
    this.#requests.set(limit, { count: count + 1, firstAt: Math.min(firstAt, startedAt) });
    return answer;
  }

  /** The address at which a sign-in starts, and the verifier that its code needs. */
  authorization(changes: Readonly<Record<string, string | undefined>> = {}) {
    const verifier = randomBytes(32).toString('base64url');
    const parameters = {
      client_id: client.id,
      response_type: 'code',
      redirect_uri: client.redirect,
      scope: 'openid key',
      state: randomBytes(16).toString('base64url'),
      nonce: randomBytes(16).toString('base64url'),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    };
    const address = this.endpoint('authorization_endpoint');
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) address.searchParams.set(name, value);
    return { path: address.href, state: parameters.state, verifier };
  }
}

/** The identity provider that was specified or is announced. @throws NotObservable if there is none */
export const identityProvider = oncePerServer(async (context) => {
  const given = context.identity?.authUrl;
  const url = given ?? URL.parse((await announced(context)).authUrl ?? '');
  if (!url) throw new NotObservable('The server announces no identity provider.');
  return IdentityProvider.open(url, context);
});

function pathIn({ pathname }: URL, path: string): string {
  if (path.startsWith('/')) return withoutTrailing(pathname, /\//) + path;
  const url = new URL(path);
  return `${url.pathname}${url.search}`;
}
