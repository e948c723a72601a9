import * as z from 'zod/mini';
import { type ToolName, tools } from '../../../src/manifest.ts';
import { toolInputs } from '../../../src/vscode/api/toolCalls.ts';

interface Tool<Field extends PropertyKey> {
  readonly modelDescription: string;
  /** The name that follows `#` in a prompt. */
  readonly reference: string;
  readonly icon: string;
  readonly tags: readonly string[];
  /** Descriptions of the fields for models, which read English. */
  readonly fields: Readonly<Record<Field, string>>;
}

const descriptions: { readonly [Name in ToolName]: Tool<keyof z.infer<(typeof toolInputs)[Name]>> } = {
  [tools.convert]: {
    modelDescription:
      "Converts files in the workspace to another format, such as PNG to WebP, DOCX to PDF, or WAV to MP3. Each result is saved as a new file, and no existing file is replaced. Use this tool instead of running a program in the terminal. The user confirms each call. If you aren't sure that the conversion is supported, call fileUtilityNetwork_formats first.",
    reference: 'convertFiles',
    icon: 'arrow-swap',
    tags: ['files', 'convert', 'images', 'documents', 'audio', 'video'],
    fields: {
      files:
        'Files or folders in the workspace, as absolute paths or paths relative to the workspace folder. A folder includes all files in it that can be converted to the target.',
      target: 'The target format, as an extension without a dot, such as webp, pdf, or mp3.',
      options:
        'Conversion options by name, such as { "quality": 80, "width": 1200 } for images. Omit unless the user asks for something specific.',
    },
  },
  [tools.compress]: {
    modelDescription:
      "Makes files in the workspace smaller without changing their format: images, PDFs, office documents, and, with FFmpeg, audio and video. A result is never larger than its source. Results are saved as new files and sources don't change, unless replace is true. The user confirms each call for the files it lists.",
    reference: 'compressFiles',
    icon: 'fold',
    tags: ['files', 'compress', 'images', 'documents'],
    fields: {
      files:
        'Files or folders in the workspace, as absolute paths or paths relative to the workspace folder. A folder includes all files in it that can be compressed.',
      options:
        'Compression options by name, such as { "quality": 70 } or { "metadata": "stripAll" } for images. Omit unless the user asks for something specific.',
      replace:
        'Whether to back up each source and replace it with the result. Set it only if the user asks for it.',
    },
  },
  [tools.readDocument]: {
    modelDescription:
      'Returns the text of a document in the workspace as Markdown: PDF, Word, Excel, PowerPoint, OpenDocument, RTF, EPUB, and other ebooks. Long documents come in parts: call it again with the offset in continueAtOffset. Nothing is written or uploaded. Use it instead of running a program in the terminal.',
    reference: 'readDocument',
    icon: 'markdown',
    tags: ['files', 'documents', 'pdf', 'read'],
    fields: {
      file: 'A file in the workspace, as an absolute path or a path relative to the workspace folder.',
      pages: 'Pages of a PDF, such as 1-3 or 5. Omit for all pages and for other files.',
      offset: 'The character at which the text begins. Use continueAtOffset from the previous call.',
    },
  },
  [tools.formats]: {
    modelDescription:
      'Lists the formats that a format can be converted to, and whether it can be compressed. Without a format, lists all formats that can be converted and all that can be compressed. Changes nothing.',
    reference: 'convertibleFormats',
    icon: 'list-unordered',
    tags: ['files', 'convert'],
    fields: {
      from: 'A format as an extension without a dot, such as png.',
    },
  },
  [tools.jobs]: {
    modelDescription:
      'Returns the most recent conversions and compressions of files in this workspace: their states, their results, and why any failed or are waiting for the user. Changes nothing.',
    reference: 'conversionJobs',
    icon: 'history',
    tags: ['files', 'convert'],
    fields: {
      limit: 'Maximum number of jobs to return, most recent first. The default is 20.',
    },
  },
};

export const languageModelTools = Object.entries(tools).map(([key, name]) => {
  const { modelDescription, reference, icon, tags, fields } = descriptions[name];
  const { $schema: _, properties = {}, ...schema } = z.toJSONSchema(toolInputs[name]);
  const texts = new Map<string, string>(Object.entries(fields));
  return {
    name,
    displayName: `%tool.${key}%`,
    userDescription: `%tool.${key}.description%`,
    modelDescription,
    toolReferenceName: reference,
    canBeReferencedInPrompt: true,
    icon: `$(${icon})`,
    tags,
    inputSchema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(properties).map(([field, value]) => [
          field,
          Object.assign({ description: texts.get(field) }, value),
        ]),
      ),
    },
  };
});
