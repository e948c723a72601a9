import path from 'node:path';
import type { ToolId } from '../../../contract/tools.ts';

/** What the output is called: the source's base name with the output's extension, or its own name when compressed. */
export function outputFileName(tool: ToolId, fileName: string, extension: string): string {
  if (tool === 'compress') return fileName;
  const compound = /^(.+)\.tar\.[a-z0-9]+$/i.exec(fileName)?.[1];
  return `${compound ?? path.parse(fileName).name}.${extension}`;
}
