/** The tools of the network, as rows of data, for more may come (api.md, Service 1). */
export const toolIds = ['convert', 'compress'] as const;

export type ToolId = (typeof toolIds)[number];

export interface Tool {
  readonly id: ToolId;
  /** Path prefix of every endpoint of the tool. */
  readonly prefix: `/${string}`;
  /** Path of the list of what the tool supports. */
  readonly discovery: `/${string}`;
  /** Whether a submission names the format of its result in the field `targetFormat`. */
  readonly takesTargetFormat: boolean;
}

/** Where each tool is (api.md, Endpoints). */
export const tools: Readonly<Record<ToolId, Tool>> = {
  convert: { id: 'convert', prefix: '/convert', discovery: '/convert/conversions', takesTargetFormat: true },
  compress: { id: 'compress', prefix: '/compress', discovery: '/compress', takesTargetFormat: false },
};
