import * as vscode from 'vscode';
import type { ProxySettings } from '../client/index.ts';

/**
 * VS Code's proxy settings as the user set them. VS Code applies them to its own HTTP stack only, not to a bundled undici;
 * workspace values are left out, since a workspace must not choose where uploads pass through.
 */
export function proxySettings(): ProxySettings {
  const http = vscode.workspace.getConfiguration('http');
  const user = <T>(name: string): T | undefined => {
    const values = http.inspect<T>(name);
    return values?.globalValue ?? values?.defaultValue;
  };
  return {
    proxy: user<string>('proxy') || undefined,
    noProxy: user<readonly string[]>('noProxy') ?? [],
    enabled: user<string>('proxySupport') !== 'off',
    strictSsl: user<boolean>('proxyStrictSSL') !== false,
    systemCertificates: user<boolean>('systemCertificates') !== false,
    env: process.env,
  };
}
