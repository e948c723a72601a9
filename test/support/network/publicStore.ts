import type { RunningServer } from '../../../tools/conformance/servers/serverSource.ts';
import { fixedServer } from '../../../tools/conformance/servers/fixedServer.ts';
import { type Alteration, alteredServers, type Asked } from '../conformance/alteredServers.ts';
import { never } from '../http/networkFixture.ts';

/** A server at an address, behind a proxy that alters requests and answers. */
export async function behind(address: string, alteration: Alteration): Promise<RunningServer> {
  return alteredServers(fixedServer(new URL(address), ''), alteration).open({}, never());
}

interface PublicStore extends RunningServer {
  /** The requests that have arrived. */
  readonly seen: Asked[];
}

/** The address at which clients reach a store, in front of it. `failure` replaces answers as long as it returns one. */
export async function publicStore(
  endpoint: string,
  failure: () => { readonly status: number; readonly body: Buffer<ArrayBuffer> } | undefined = () =>
    undefined,
): Promise<PublicStore> {
  const seen: Asked[] = [];
  const server = await behind(endpoint, {
    ask: (asked) => {
      seen.push(asked);
      // The signature includes the host.
      return { headers: { ...asked.headers, host: server.baseUrl.host } };
    },
    answer: ({ headers, body }) =>
      failure() ?? { headers: { ...headers, 'content-length': String(body.length) } },
  });
  return { ...server, seen };
}
