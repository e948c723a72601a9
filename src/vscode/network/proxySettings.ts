import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ProxySettings } from '../../client/index.ts';

/**
 * VS Code's proxy settings, as the user has set them. They must be passed on, because VS Code only applies them to its
 * own HTTP modules, not to a bundled undici. The workspace's values are ignored, since a workspace must not choose
 * which proxy uploads go through.
 */
export function proxySettings(): ProxySettings {
  return {
    proxy: userValue('proxy', z.string()) || undefined,
    noProxy: userValue('noProxy', z.array(z.string())) ?? [],
    enabled: userValue('proxySupport', z.string()) !== 'off',
    strictSsl: userValue('proxyStrictSSL', z.boolean()) !== false,
    systemCertificates: userValue('systemCertificates', z.boolean()) !== false,
    env: process.env,
  };
}

function userValue<T>(name: string, schema: z.ZodMiniType<T>): T | undefined {
  const values = vscode.workspace.getConfiguration('http').inspect(name);
  const parsed = schema.safeParse(values?.globalValue ?? values?.defaultValue);
  return parsed.success ? parsed.data : undefined;
}
