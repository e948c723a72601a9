import type { EngineDescription } from './api/engineDescription.ts';
import { zipFiles } from './archives/combining/engine.ts';
import { archives } from './archives/engine.ts';
import { audio } from './audio/engine.ts';
import { data } from './data/engine.ts';
import { documents } from './documents/engine.ts';
import { documentPrint } from './documents/print/engine.ts';
import { fonts } from './fonts/engine.ts';
import { imageCompression, images } from './images/engine.ts';
import { imagePreview, magick } from './images/otherLibraries/engine.ts';
import { officeArchives } from './officeArchives/engine.ts';
import { combinedPdf } from './pdf/combining/engine.ts';
import { pdfCompression } from './pdf/compression/engine.ts';
import { pdf, pdfPreview } from './pdf/engine.ts';
import { imagePdf } from './pdf/fromImages/engine.ts';
import { pdfPages } from './pdf/pages/engine.ts';
import { pdfReflow } from './pdf/reflow/engine.ts';
import { calibre } from './programs/calibre/engine.ts';
import { ffmpeg } from './programs/ffmpeg/engine.ts';
import { ghostscript } from './programs/ghostscript/engine.ts';
import { libreOffice } from './programs/libreoffice/engine.ts';
import { pandoc } from './programs/pandoc/engine.ts';
import { spreadsheets } from './spreadsheets/engine.ts';
import { svg } from './svg/engine.ts';
import { animationVideo } from './video/animation/engine.ts';
import { remux } from './video/remux/engine.ts';

const list = [
  images,
  magick,
  imagePdf,
  pdf,
  pdfReflow,
  spreadsheets,
  data,
  documents,
  documentPrint,
  fonts,
  archives,
  audio,
  remux,
  animationVideo,
  imageCompression,
  svg,
  officeArchives,
  pdfCompression,
  pdfPages,
  imagePreview,
  pdfPreview,
  combinedPdf,
  zipFiles,
  libreOffice,
  ffmpeg,
  pandoc,
  calibre,
  ghostscript,
] as const;

export type EngineId = (typeof list)[number]['id'];

/** Every engine. Their order is that of the lists which people see, and decides nothing else. */
export const engines: readonly EngineDescription<EngineId>[] = list;

const byId: ReadonlyMap<string, EngineDescription> = new Map(engines.map((engine) => [engine.id, engine]));

/** The engine of this id. @throws Error where there is none */
export function engineNamed(id: string): EngineDescription {
  const engine = byId.get(id);
  if (engine === undefined) throw new Error(`${id} is no engine.`);
  return engine;
}
