import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { errors, type JWK, Provider } from 'oidc-provider';
import type { Configuration } from '../configuration/configuration.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { html } from './pages/html.ts';
import { layout } from './pages/layout.ts';
import { personWithId } from './people.ts';
import { providerStore } from './providerStore.ts';
import { vscodeRedirects, isAllowedRedirect } from './redirects.ts';
import { sharedSecret } from './secrets.ts';

/** The extension's OAuth client id. The client has no secret, so PKCE protects its codes. */
export const vscodeClientId = 'vscode-extension';
/** The OAuth scope that permits creating a key for the person. */
export const keyScope = 'key';

const codeSeconds = 60;
const tokenSeconds = 120;
/** The time that a person has to sign in and confirm. */
const interactionSeconds = 600;

const signingKey = (): JWK => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
  const kid = randomBytes(8).toString('hex');
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid };
};

/**
 * Returns the origin of the API that gets the key, if the client names it. The person confirms it, because a network
 * could announce another network's identity provider.
 */
export function originOfApi(value: unknown): string | undefined {
  return typeof value === 'string' ? URL.parse(value)?.origin : undefined;
}

function checkApi({ apiUrl }: Configuration, value: unknown): void {
  if (apiUrl !== undefined && originOfApi(value) !== new URL(apiUrl).origin)
    throw new errors.InvalidRequest('This identity provider makes no keys for that address.');
}

/** Creates the identity provider at the address of the account pages, where people sign in and confirm. */
export async function createProvider(node: NodeParts, authUrl: string): Promise<Provider> {
  const { database, configuration, log } = node;
  const redirects = [...vscodeRedirects, ...configuration.redirectUris];
  const cookieKey = await sharedSecret(database, 'provider cookies', () => randomBytes(32).toString('hex'));
  const provider = new Provider(authUrl, {
    adapter: providerStore(database),
    clients: [
      {
        client_id: vscodeClientId,
        client_name: 'VS Code',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        redirect_uris: redirects,
      },
    ],
    jwks: { keys: [await sharedSecret(database, 'provider key', signingKey)] },
    cookies: {
      keys: [cookieKey],
      short: { httpOnly: true, sameSite: 'lax', signed: true },
      long: { httpOnly: true, sameSite: 'lax', signed: true },
    },
    pkce: { required: () => true },
    extraParams: { api: (_ctx, value) => checkApi(configuration, value) },
    scopes: ['openid', keyScope],
    claims: { openid: ['sub'] },
    ttl: {
      AuthorizationCode: codeSeconds,
      AccessToken: tokenSeconds,
      IdToken: tokenSeconds,
      Grant: interactionSeconds,
      Interaction: interactionSeconds,
      // People confirm every sign-in, so the provider's own sessions needn't last longer than one.
      Session: interactionSeconds,
    },
    routes: {
      authorization: '/oidc/authorize',
      token: '/oidc/token',
      jwks: '/oidc/jwks',
      userinfo: '/oidc/userinfo',
    },
    features: {
      devInteractions: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
    },
    interactions: { url: (_ctx, { uid }) => `/account/authorize/${uid}` },
    findAccount: async (_ctx, id) => {
      const person = await personWithId(database, id);
      return person && { accountId: person.id, claims: () => ({ sub: person.id }) };
    },
    renderError: (ctx, { error }) => {
      const problem = 'The sign-in can’t continue. Start signing in again in VS Code.';
      const page = { title: 'Can’t sign in', problem, body: html`<p>Reason: <code>${error}</code></p>` };
      ctx.type = 'html';
      ctx.body = layout(page, { person: undefined, token: '', path: '' });
    },
  });
  provider.Client.prototype.redirectUriAllowed = (value: string) => isAllowedRedirect(value, redirects);
  provider.on('server_error', (_ctx, error) =>
    log.error({ reason: String(error.stack) }, 'Identity provider failed'),
  );
  // The host comes from the configured address, whatever a request claims.
  provider.proxy = true;
  return provider;
}
