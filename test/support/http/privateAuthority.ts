import { generate } from 'selfsigned';

export interface PrivateAuthority {
  /** The authority's own certificate, as PEM. */
  readonly certificate: string;
  /** A certificate for 127.0.0.1 and service.test that the authority signed, as PEM. */
  readonly server: { readonly cert: string; readonly key: string };
}

/** A certificate authority that the system doesn't trust, like those of companies. */
export async function privateAuthority(): Promise<PrivateAuthority> {
  const authority = await generate([{ name: 'commonName', value: 'Test Authority' }], {
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  const server = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    algorithm: 'sha256',
    ca: { key: authority.private, cert: authority.cert },
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: 'service.test' },
        ],
      },
    ],
  });
  return { certificate: authority.cert, server: { cert: server.cert, key: server.private } };
}
