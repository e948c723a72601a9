import { type ToolId, tools } from './tools.ts';

/** The header that carries the API key (api.md, Authentication 1). */
export const apiKeyHeader = 'X-Service-Api-Key';

/** The header for the requested endpoint version (api.md, Versions 4). */
export const versionHeader = 'X-Service-Endpoint-Version';

/** The endpoint version that this client implements and requests. */
export const endpointVersion = 1;

/** Multipart names of a submission (api.md, Endpoints 2 and 3). */
export const filePart = 'file';
export const targetFormatField = 'targetFormat';

/** Paths under the base URL. Every variable part is percent-encoded (api.md, Endpoints). */
export const routes = {
  submission: (tool: ToolId): string => tools[tool].prefix,
  /** The path of a compression that names the file's type. `v<n>` is reserved for versions. */
  compression: (format: string): string => `${tools.compress.prefix}/${encodeURIComponent(format)}`,
  job: (tool: ToolId, id: string): string => `${tools[tool].prefix}/job/${encodeURIComponent(id)}`,
  download: (tool: ToolId, id: string): string => `${routes.job(tool, id)}/download`,
  discovery: (tool: ToolId): string => tools[tool].discovery,
  entitlements: (tool: ToolId): string => `${tools[tool].prefix}/entitlements/me`,
  schema: (): string => '/convert/schema',
  compressionSchema: (): string => `${tools.compress.prefix}/schema`,
  combinationSchema: (): string => `${tools.combine.prefix}/schema`,
  uploads: (): string => '/uploads',
  uploadPart: (id: string, part: number): string => `/uploads/${encodeURIComponent(id)}/${part}`,
  announcement: (): string => '/.well-known/file-utility',
  estimate: (from: string, to: string): string =>
    `/convert/estimate/${encodeURIComponent(from)}/${encodeURIComponent(to)}`,
} as const;
