import * as oauth from 'oauth4webapi';
import { CodedError } from '../contract/errors.ts';
import { asObject, asText } from '../contract/read.ts';
import { apiKeyHeader } from '../contract/routes.ts';
import { withoutTrailing } from '../util/text.ts';
import type { PlainAnswer, Sender } from './networkService.ts';

/** The extension as a client (api-extensions.md, Identity provider). It has no secret. */
const client: oauth.Client = {
  client_id: 'vscode-extension',
  // The nonce proves that the ID token is new, so clocks may differ.
  [oauth.clockTolerance]: 86_400,
};

/** A sign-in that a person confirms in the browser. */
interface StartedSignIn {
  /** The address to open. */
  readonly address: string;
  /** The part of the answer that distinguishes it from answers to other sign-ins. */
  readonly state: string;
  /**
   * Exchanges the answer for a new API key with a name, once.
   * @throws CodedError `sign_in.canceled`, `sign_in.refused`, or `sign_in.untrusted`, or TransportError
   */
  readonly redeem: (answer: URLSearchParams, keyName: string, signal: AbortSignal) => Promise<string>;
}

/**
 * A network's identity provider. Requests go to its origin only, and no redirect is followed. A separate bundle, since few
 * windows sign in.
 */
export class IdentityProvider {
  /** Its address, which is also its issuer identifier. */
  readonly #authUrl: URL;
  readonly #sender: Sender;
  readonly #log: (message: string) => void;

  /** @param log logs a line without secrets */
  constructor(authUrl: URL, sender: Sender, log: (message: string) => void) {
    this.#authUrl = authUrl;
    this.#sender = sender;
    this.#log = log;
  }

  /**
   * Reads the provider's description.
   * @throws CodedError `sign_in.untrusted` if it isn't a provider, or has parts at other origins
   */
  async discover(signal: AbortSignal): Promise<oauth.AuthorizationServer> {
    return checked(async () => {
      const answer = await oauth.discoveryRequest(this.#authUrl, this.#requestOptions(signal));
      const server = await oauth.processDiscoveryResponse(this.#authUrl, answer);
      // Otherwise, the code of another provider could be sent to this one (mix-up).
      for (const endpoint of [server.authorization_endpoint, server.token_endpoint])
        if (!isAtOrigin(URL.parse(endpoint ?? ''), this.#authUrl))
          throw untrustedAnswer(`Parts of ${this.#authUrl.host} are at other addresses.`);
      return { ...server, authorization_response_iss_parameter_supported: true };
    });
  }

  /**
   * Starts a sign-in that leads back to an address. The person confirms that the key is sent to the API at `baseUrl`.
   * Otherwise, a network could announce the provider of another one to get a key for that.
   * @throws as `discover` does
   */
  async start(redirect: string, baseUrl: URL, signal: AbortSignal): Promise<StartedSignIn> {
    const server = await this.discover(signal);
    // The network's operator may have to allow this address.
    this.#log(`The sign-in at ${this.#authUrl.host} leads back to ${redirect.replace(/\?.*/s, '')}`);
    const state = oauth.generateRandomState();
    const nonce = oauth.generateRandomNonce();
    const verifier = oauth.generateRandomCodeVerifier();
    const address = new URL(server.authorization_endpoint ?? '');
    const parameters = {
      client_id: client.client_id,
      response_type: 'code',
      redirect_uri: redirect,
      scope: 'openid key',
      state,
      nonce,
      api: baseUrl.origin,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    for (const [name, value] of Object.entries(parameters)) address.searchParams.set(name, value);
    let isUsed = false;
    const redeem: StartedSignIn['redeem'] = async (answer, keyName, redeeming) => {
      if (isUsed) throw untrustedAnswer('The answer was used before.');
      isUsed = true;
      const { access_token: token } = await checked(async () => {
        const valid = oauth.validateAuthResponse(server, client, answer, state);
        const options = this.#requestOptions(redeeming);
        const parts = [server, client, oauth.None(), valid, redirect, verifier, options] as const;
        const reply = await oauth.authorizationCodeGrantRequest(...parts);
        const expected = { expectedNonce: nonce, requireIdToken: true };
        return oauth.processAuthorizationCodeResponse(server, client, reply, expected);
      });
      return this.#makeKey(token, keyName, redeeming);
    };
    return { address: address.href, state, redeem };
  }

  /** Revokes a key that this provider issued. The key may no longer be valid. */
  async revoke(key: string, signal: AbortSignal): Promise<void> {
    const headers = { [apiKeyHeader]: key };
    const answer = await this.#sender.send({ method: 'DELETE', url: this.#keyUrl, headers, signal });
    if (answer.status !== 204) throw refusedError(answer, key);
  }

  dispose(): void {
    this.#sender.dispose();
  }

  async #makeKey(token: string, name: string, signal: AbortSignal): Promise<string> {
    const answer = await this.#sender.send({
      method: 'POST',
      url: this.#keyUrl,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ name }).toString(),
      signal,
    });
    const key = asText(fieldsOf(answer)['key']);
    if (answer.status !== 201 || key === undefined) throw refusedError(answer, token);
    return key;
  }

  get #keyUrl(): URL {
    const { pathname, origin } = this.#authUrl;
    return new URL(`${withoutTrailing(pathname, /\//)}/account/key`, origin);
  }

  #requestOptions(signal: AbortSignal) {
    const customFetch = async (
      address: string,
      { method, headers, body }: oauth.CustomFetchOptions<'GET' | 'POST', URLSearchParams | undefined>,
    ): Promise<Response> => {
      const sent = body === undefined ? {} : { body: body.toString() };
      const answer = await this.#sender.send({ method, url: new URL(address), headers, signal, ...sent });
      const { status, contentType, text } = answer;
      try {
        return new Response(text === '' ? null : text, { status, headers: { 'content-type': contentType } });
      } catch {
        // Fetch has no response for some statuses and headers that HTTP allows.
        throw untrustedAnswer(`The answer was ${status}.`);
      }
    };
    // Unencrypted addresses are only used on this computer, which the caller decides.
    return { [oauth.customFetch]: customFetch, [oauth.allowInsecureRequests]: true, signal };
  }
}

/** True if an address has the protocol, too: the origin of `blob:` addresses is that of the address in them. */
function isAtOrigin(address: URL | null, { origin, protocol }: URL): boolean {
  return address?.origin === origin && address.protocol === protocol;
}

function untrustedAnswer(detail: string): CodedError {
  return new CodedError('sign_in.untrusted', detail);
}

/** The error for an answer without what was asked for. Servers may repeat the secret that they refuse. */
function refusedError(answer: PlainAnswer, secret: string): CodedError {
  const detail = asText(fieldsOf(answer)['detail']) ?? `The answer was ${answer.status}.`;
  return new CodedError('sign_in.refused', detail.replaceAll(secret, '•••'));
}

function fieldsOf({ text }: PlainAnswer): Readonly<Record<string, unknown>> {
  try {
    return asObject(JSON.parse(text)) ?? {};
  } catch {
    return {};
  }
}

/** Turns the library's errors into ours, without their causes, which contain secrets. */
async function checked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
      const code = error.error === 'access_denied' ? 'sign_in.canceled' : 'sign_in.refused';
      throw new CodedError(code, error.error_description ?? error.error);
    }
    const isInvalid =
      error instanceof oauth.OperationProcessingError ||
      error instanceof oauth.UnsupportedOperationError ||
      error instanceof oauth.WWWAuthenticateChallengeError;
    throw isInvalid ? untrustedAnswer(error.message) : error;
  }
}
