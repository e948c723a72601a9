import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { errors, type JWK, Provider, type Adapter, type AdapterPayload } from 'oidc-provider';
import { type Configuration, ConfigurationError } from '../configuration.ts';
import { invalidText, type Queryable, sqlState } from '../database/database.ts';
import type { NodeParts } from '../node/nodeParts.ts';
import { settings, variableOf } from '../settings.ts';
import { html, layout } from './layout.ts';
import { personWithId, type SignIn } from './people.ts';
import { sharedSecret } from './sharedValues.ts';

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
  const url = typeof value === 'string' ? URL.parse(value) : null;
  // Other schemes, such as blob, may also have an origin.
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined;
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
      Session: interactionSeconds,
    },
    expiresWithSession: () => false,
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
      ctx.body = layout(page, { person: undefined, token: '' });
    },
  });
  provider.Client.prototype.redirectUriAllowed = (value: string) => isAllowedRedirect(value, redirects);
  provider.on('server_error', (_ctx, error) =>
    log.error({ reason: String(error.stack) }, 'Identity provider failed'),
  );
  await provider.Client.find(vscodeClientId).catch((error: unknown) => {
    const reason = error instanceof errors.OIDCProviderError ? error.error_description : String(error);
    throw new ConfigurationError(
      `${variableOf('redirectUris')} must be ${settings.redirectUris.expected}: ${reason}.`,
      { cause: error },
    );
  });
  // The host comes from the configured address, whatever a request claims.
  provider.proxy = true;
  return provider;
}

/**
 * The identity provider's storage, which all nodes share. It doesn't keep the provider's own sessions: people confirm
 * every sign-in in a session of the account pages, and another person may do so in the same browser afterwards.
 */
function providerStore(database: Queryable) {
  return (model: string): Adapter => {
    const find = async (column: 'id' | 'uid', value: string): Promise<AdapterPayload | undefined> => {
      const sql = `select payload from network.provider
        where model = $1 and ${column} = $2 and (ends_at is null or ends_at > now())`;
      return (await database.query<{ payload: AdapterPayload }>(sql, [model, value])).rows[0]?.payload;
    };
    return {
      find: async (id) => find('id', id),
      findByUid: async (uid) => find('uid', uid),
      // For signing in on devices without a browser, which isn't supported.
      findByUserCode: async () => undefined,
      upsert: async (id, payload, expiresIn) => {
        if (model === 'Session') return;
        const sql = `insert into network.provider (model, id, payload, grant_id, uid, ends_at)
          values ($1, $2, $3, $4, $5, now() + $6 * interval '1 second')
          on conflict (model, id) do update set payload = excluded.payload, grant_id = excluded.grant_id,
            uid = excluded.uid, ends_at = excluded.ends_at`;
        try {
          await database.query(sql, [model, id, payload, payload.grantId, payload.uid, expiresIn]);
        } catch (error) {
          if (sqlState(error) !== invalidText) throw error;
          throw new errors.InvalidRequest('a parameter contains invalid characters');
        }
      },
      consume: async (id) => {
        const { rowCount } = await database.query(
          `update network.provider set payload = payload || jsonb_build_object('consumed', floor(extract(epoch from now())))
           where model = $1 and id = $2 and not payload ? 'consumed'`,
          [model, id],
        );
        // Another request has used the code in the meantime.
        if (rowCount !== 1) throw new errors.InvalidGrant('the code was already used');
      },
      destroy: async (id) => {
        await database.query('delete from network.provider where model = $1 and id = $2', [model, id]);
      },
      revokeByGrantId: async (grantId) => {
        await database.query('delete from network.provider where grant_id = $1', [grantId]);
      },
    };
  };
}

/** Returns the id of a new grant, which names the epoch of the person's sign-in. */
export function grantId({ epoch }: SignIn): string {
  return `${randomBytes(16).toString('hex')}.${epoch}`;
}

/** Returns the epoch of the sign-in that a grant belongs to. */
export function epochOf(grant = ''): number {
  return Number(grant.split('.')[1]);
}

/**
 * Uses up an access token, inside the transaction that does what the token permits.
 * @returns `false` if another request has used the token
 */
export async function redeemToken(connection: Queryable, id: string): Promise<boolean> {
  const sql = `delete from network.provider where model = 'AccessToken' and id = $1`;
  return (await connection.query(sql, [id])).rowCount === 1;
}

/** The id of the extension, which is the host of its addresses. */
const extensionId = 'file-utility-network.file-utility-network';

/** The redirect addresses of the official VS Code builds. */
export const vscodeRedirects = [
  `vscode://${extensionId}/signed-in`,
  `vscode-insiders://${extensionId}/signed-in`,
] as const;

/**
 * True if a sign-in may redirect to an address. It must be in the list, except for what VS Code adds: the number of the
 * window and, in a browser, the folder of its version and parameters with the prefix `vscode-`.
 */
export function isAllowedRedirect(value: string, allowed: readonly string[]): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  const parameters = [...url.searchParams];
  // Each value is checked, because VS Code might use any of several with the same name.
  const own = parameters.filter(([name, text]) => !isAddedByEditor(name, text));
  if (own.length < parameters.length) url.search = new URLSearchParams(own).toString();
  url.pathname = url.pathname.replace(/\/[a-z]{1,20}-[\da-f]{40}(?=\/callback$)/, '');
  return allowed.includes(url.href);
}

function isAddedByEditor(name: string, text: string): boolean {
  if (name === 'windowId') return /^(?:\d{1,9}|_blank)$/.test(text);
  // VS Code passes the answer on to this extension.
  if (name === 'vscode-authority') return text === extensionId;
  return name.startsWith('vscode-');
}
