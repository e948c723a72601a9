import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AccountClaims, Provider } from 'oidc-provider';
import { listen } from '../http/port.ts';

const clientId = 'account-pages';
const clientSecret = 'a secret between the provider and the account pages';

/** An organization's OpenID Connect provider, at which one person has signed in already. */
export class Organization {
  /** The claims about the person. */
  claims: Partial<AccountClaims> = {};
  /** The person's identifier there. */
  subject = 'somebody';
  readonly #server: Server;
  readonly #issuer: string;

  private constructor(server: Server, issuer: string) {
    this.#server = server;
    this.#issuer = issuer;
  }

  static async start(): Promise<Organization> {
    const server = createServer();
    const organization = new Organization(server, `http://127.0.0.1:${await listen(server)}`);
    const provider = new Provider(organization.#issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: ['http://127.0.0.1/account/organization/return'],
        },
      ],
      scopes: ['openid', 'email', 'groups'],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], groups: ['groups'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/confirm/${uid}` },
      findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ sub, ...organization.claims }) }),
    });
    // The account pages listen on any free port, so any port is allowed.
    provider.Client.prototype.redirectUriAllowed = (uri: string) => {
      const { hostname, pathname } = new URL(uri);
      return hostname.startsWith('127.0.0.') && pathname === '/account/organization/return';
    };
    const confirm = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const grant = new provider.Grant({ accountId: organization.subject, clientId });
      grant.addOIDCScope('openid email groups');
      const result = { login: { accountId: organization.subject }, consent: { grantId: await grant.save() } };
      await provider.interactionFinished(request, response, result);
    };
    const answer = provider.callback();
    server.on('request', (request, response) => {
      void (request.url?.startsWith('/confirm/') === true ? confirm : answer)(request, response);
    });
    return organization;
  }

  /** The settings of account pages that use this provider. */
  get settings(): NodeJS.ProcessEnv {
    return {
      FUN_ORGANIZATION_ISSUER: this.#issuer,
      FUN_ORGANIZATION_CLIENT_ID: clientId,
      FUN_ORGANIZATION_CLIENT_SECRET: clientSecret,
      FUN_ORGANIZATION_DOMAINS: 'example.com',
      FUN_ORGANIZATION_DEFAULT_PLAN: 'free',
    };
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
