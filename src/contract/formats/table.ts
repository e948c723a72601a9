import { own } from '../../util/own.ts';
import { archiveFormats } from './archives.ts';
import { audioFormats } from './audio.ts';
import { dataFormats } from './data.ts';
import { documentFormats } from './documents.ts';
import { ebookFormats } from './ebooks.ts';
import { fontFormats } from './fonts.ts';
import { type Format, type FormatKind, formatKinds, type FormatRow } from './format.ts';
import { imageFormats } from './images.ts';
import { markupFormats } from './markup.ts';
import type { Beginning } from './signature.ts';
import { videoFormats } from './video.ts';

const rowsByKind: Readonly<Record<FormatKind, readonly FormatRow[]>> = {
  images: imageFormats,
  documents: [...documentFormats, ...markupFormats],
  audio: audioFormats,
  video: videoFormats,
  fonts: fontFormats,
  ebooks: ebookFormats,
  archives: archiveFormats,
  data: dataFormats,
};

/** Every format that is known here, be it that something converts it or that only a service might. */
export const formats: readonly Format[] = formatKinds.flatMap((kind) =>
  rowsByKind[kind].map((row) => ({ ...row, kind })),
);

const formatsById: Readonly<Record<string, Format>> = Object.fromEntries(
  formats.map((format) => [format.id, format]),
);

/** The row of a format, by its name in catalogs; `undefined` for one that only a service knows. */
export function formatRow(id: string): Format | undefined {
  return own(formatsById, id);
}

/** Whether a format is one of images; `undefined` and what only a service knows are none. */
export function isImageFormat(id: string | undefined): boolean {
  return id !== undefined && formatRow(id)?.kind === 'images';
}

/** The media type of a format of the table. @throws Error for another */
export function mediaTypeOf(id: string): string {
  const format = formatRow(id);
  if (format === undefined) throw new Error(`No format ${id}`);
  return format.mediaType;
}

/** How every file of the format begins, each in one of these ways; none stand there where nothing is known. */
export function necessaryBeginnings(id: string): readonly Beginning[] {
  const format = formatRow(id);
  if (format === undefined || format.signature === 'none') return [];
  return format.signature === 'container'
    ? necessaryBeginnings(format.container)
    : format.signature.necessary;
}
