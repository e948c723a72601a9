/** The tools that the network tells of, as rows of data, for more may come (api.md, Service 1). */
export const documentedToolIds = ['convert', 'compress'] as const;

/** Those, and what services of ours do besides (additions.md, Combining). */
export const toolIds = [...documentedToolIds, 'combine'] as const;

export type DocumentedToolId = (typeof documentedToolIds)[number];
export type ToolId = (typeof toolIds)[number];

export interface Tool {
  readonly id: ToolId;
  /** Path prefix of every endpoint of the tool. */
  readonly prefix: `/${string}`;
  /** Path of the list of what the tool supports. */
  readonly discovery: `/${string}`;
  /** Whether a submission names the format of its result in the field `targetFormat`. */
  readonly takesTargetFormat: boolean;
  /** How many files a submission may have. */
  readonly maxFiles: number;
}

/** More than a person looks through, and few enough for a server to know them all before it begins. */
const maxCombinedFiles = 1000;

/** Where each tool is (api.md, Endpoints; additions.md, Combining 1). */
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
