// Decoders of images, pages, and films from npm packages, which need no system program.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
// The package's types say `export =`.
// eslint-disable-next-line import/default
import libavFront from '@libav.js/variant-obsolete';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import sharp from 'sharp';
import { once } from '../../../src/util/memoize.ts';
import { digestOf } from './contentFacts.ts';
import type { Raster } from './raster.ts';

const wasmOf = (name: string): Buffer<ArrayBuffer> =>
  Buffer.from(readFileSync(fileURLToPath(import.meta.resolve(name))));

/** The first picture of a file over white, according to libvips. */
export async function pixelsBySharp(file: string | Buffer): Promise<Raster> {
  const opaque = sharp(file).flatten({ background: 'white' }).toColorspace('srgb').removeAlpha();
  const { data, info } = await opaque.raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

const pdfium = once(async () => {
  const library = await init({ wasmBinary: wasmOf('@embedpdf/pdfium/pdfium.wasm').buffer });
  library.PDFiumExt_Init();
  return library;
});

/** A page, counted from 0, drawn in this size by PDFium. */
export async function pageByPdfium(
  pdf: Buffer,
  page: number,
  width: number,
  height: number,
): Promise<Raster> {
  const library = await pdfium();
  const { wasmExports } = library.pdfium;
  const memory = wasmExports.malloc(pdf.length);
  library.pdfium.HEAPU8.set(pdf, memory);
  const document = library.FPDF_LoadMemDocument(memory, pdf.length, '');
  const opened = library.FPDF_LoadPage(document, page);
  const bitmap = library.FPDFBitmap_Create(width, height, 0);
  library.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  library.FPDF_RenderPageBitmap(bitmap, opened, 0, 0, width, height, 0, 0);
  const start = library.FPDFBitmap_GetBuffer(bitmap);
  const bgrx = library.pdfium.HEAPU8.slice(start, start + width * height * 4);
  library.FPDFBitmap_Destroy(bitmap);
  library.FPDF_ClosePage(opened);
  library.FPDF_CloseDocument(document);
  wasmExports.free(memory);
  const rgb = Buffer.alloc(width * height * 3);
  for (let at = 0; at < rgb.length; at += 1) rgb[at] = bgrx[4 * Math.floor(at / 3) + 2 - (at % 3)] ?? 0;
  return { width, height, rgb };
}

interface PdfPage {
  /** In points, rounded. */
  readonly width: number;
  readonly height: number;
  readonly text: string;
  readonly links: readonly string[];
}

/** The pages of a PDF according to PDF.js. */
export async function pagesByPdfjs(pdf: Buffer): Promise<PdfPage[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0, useWorkerFetch: false });
  const document = await loading.promise;
  const pages: PdfPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    const annotations: { url?: string }[] = await page.getAnnotations();
    pages.push({
      width: Math.round(width),
      height: Math.round(height),
      text,
      links: annotations.flatMap(({ url }) => url ?? []),
    });
  }
  await loading.destroy();
  return pages;
}

/** The text of a PDF's pages according to PDF.js. */
export async function textByPdfjs(pdf: Buffer): Promise<string> {
  return (await pagesByPdfjs(pdf)).map(({ text }) => text).join('\n');
}

interface MediaTrack {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  readonly packets: readonly { readonly bytes: number; readonly digest: string }[];
}

interface Film {
  readonly tracks: readonly MediaTrack[];
  /** The start of each packet, by track. */
  readonly startsMs: readonly (readonly number[])[];
}

const libav = once(async () => libavFront.LibAV({ noworker: true }));

/** A Matroska file with its encoded packets, according to FFmpeg's libraries. */
export async function filmByLibav(content: Buffer): Promise<Film> {
  const library = await libav();
  await library.writeFile('input', content);
  const [context, streams] = await library.ff_init_demuxer_file('input');
  const packet = await library.av_packet_alloc();
  const [, packets] = await library.ff_read_frame_multi(context, packet);
  const tracks: MediaTrack[] = [];
  const startsMs: number[][] = [];
  for (const { index, codecpar, codec_id, time_base_num, time_base_den } of streams) {
    const own = packets[index] ?? [];
    tracks.push({
      codec: await library.avcodec_get_name(codec_id),
      width: await library.AVCodecParameters_width(codecpar),
      height: await library.AVCodecParameters_height(codecpar),
      packets: own.map(({ data }) => ({ bytes: data.length, digest: digestOf(data) })),
    });
    startsMs.push(own.map(({ pts = 0 }) => (1000 * pts * time_base_num) / time_base_den));
  }
  await library.avformat_close_input_js(context);
  await library.unlink('input');
  return { tracks, startsMs };
}
