import path from 'node:path';
import { root } from '../paths.ts';

/** Paths of files for tests to read. */
export const sample = (name: string): string => path.join(root, 'test/fixtures/sample', name);
export const built = (name: string): string => path.join(root, 'test/fixtures/built', name);
export const archive = (name: string): string => path.join(root, 'test/fixtures/archives', name);
export const document = (name: string): string => path.join(root, 'test/fixtures/documents', name);
export const font = (name: string): string => path.join(root, 'test/fixtures/fonts', name);
export const image = (name: string): string => path.join(root, 'test/fixtures/images', name);
export const media = (name: string): string => path.join(root, 'test/fixtures/media', name);
export const photo = (format: string): string => path.join(root, 'test/fixtures/formats', `photo.${format}`);
export const notebook = (name: string): string => path.join(root, 'test/fixtures/notebooks', name);
export const subtitle = (name: string): string => path.join(root, 'test/fixtures/subtitles', name);
export const pdfTable = (name: string): string => path.join(root, 'test/fixtures/pdfTables', name);
export const data = (name: string): string => path.join(root, 'test/fixtures/data', name);

/** A plain sample of each image source format, without profiles that some targets can't contain. */
export const samplesByFormat: Readonly<Record<string, string>> = {
  jpg: sample('coffee.jpg'),
  png: sample('cat.png'),
  apng: image('opaque.apng'),
  webp: image('alpha.webp'),
  avif: sample('astronaut.avif'),
  gif: sample('cat-pan.gif'),
  tiff: image('three-pages.tiff'),
  svg: sample('balloons.svg'),
};
