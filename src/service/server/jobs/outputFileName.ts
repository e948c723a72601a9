import path from 'node:path';
import type { ToolId } from '../../../contract/tools.ts';

/** The output's name: the source's base name with the output's extension, or the unchanged name for a compression. */
export function outputFileName(tool: ToolId, fileName: string, extension: string): string {
  if (tool === 'compress') return fileName;
  const compound = /^(.+)\.tar\.[a-z0-9]+$/i.exec(fileName)?.[1];
  return `${compound ?? path.parse(fileName).name}.${extension}`;
}
