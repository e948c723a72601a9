/** The documented tools, as a list, since the API may add more (api.md, Service 1). */
export const documentedToolIds = ['convert', 'compress'] as const;

/** The documented tools, and the one that our services add (api-extensions.md, Combining). */
export const toolIds = [...documentedToolIds, 'combine'] as const;

export type DocumentedToolId = (typeof documentedToolIds)[number];
export type ToolId = (typeof toolIds)[number];

export interface Tool {
  readonly id: ToolId;
  /** Path prefix of every endpoint of the tool. */
  readonly prefix: `/${string}`;
  /** Path of the endpoint that lists the supported formats. */
  readonly discovery: `/${string}`;
  /** True if a submission names the result's format in `targetFormat`. */
  readonly takesTargetFormat: boolean;
  /** Maximum number of files in a submission. */
  readonly maxFiles: number;
}

/** More files than anyone reviews by hand, but few enough that a server can store all their names before it starts. */
const maxCombinedFiles = 1000;

/** The endpoints of each tool (api.md, Endpoints; api-extensions.md, Combining 1). */
export const tools: Readonly<Record<ToolId, Tool>> = {
  convert: {
    id: 'convert',
    prefix: '/convert',
    discovery: '/convert/conversions',
    takesTargetFormat: true,
    maxFiles: 1,
  },
  compress: {
    id: 'compress',
    prefix: '/compress',
    discovery: '/compress',
    takesTargetFormat: false,
    maxFiles: 1,
  },
  combine: {
    id: 'combine',
    prefix: '/combine',
    discovery: '/combine',
    takesTargetFormat: true,
    maxFiles: maxCombinedFiles,
  },
};
