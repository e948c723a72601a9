// undici has types only for its root module. These are the modules that `undici.ts` loads instead.

declare module 'undici/lib/api/index.js' {
  import type { Dispatcher } from 'undici';

  /** undici's own types don't allow iterables as request bodies. */
  export type RequestOptions = Omit<Dispatcher.RequestOptions, 'body'> & {
    readonly body?: AsyncIterable<Uint8Array>;
  };
  const api: {
    request(this: Dispatcher, options: RequestOptions): Promise<Dispatcher.ResponseData>;
  };
  export default api;
}

declare module 'undici/lib/dispatcher/dispatcher.js' {
  export { Dispatcher as default } from 'undici';
}

declare module 'undici/lib/dispatcher/env-http-proxy-agent.js' {
  export { EnvHttpProxyAgent as default } from 'undici';
}

declare module 'undici/lib/dispatcher/pool.js' {
  export { Pool as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
