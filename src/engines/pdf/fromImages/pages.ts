import { type FileHandle, open } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import { fault } from '../../../contract/fault.ts';
import { ConversionError } from '../../api/conversionError.ts';
import { papers, pointsPerInch, pointsPerMillimetre } from '../../lib/paper.ts';
import type { ImagePdfOptions } from './options.ts';
import { channels, type PagePicture } from './pagePictures.ts';

/** PNG predictors: each row says which one it uses (ISO 32000-1, table 10). */
const pngPredictors = 15;
const fractionDigits = 4;
const usualMaxPages = 2000;

/** Writes pages with one picture each, and the page tree. */
export class PicturePages {
  /** Object number of the page tree's root. */
  readonly tree: number;
  readonly #pdf: PdfFile;
  readonly #maxPages: number;
  readonly #pages: number[] = [];

  constructor(pdf: PdfFile, maxPages = usualMaxPages) {
    this.#pdf = pdf;
    this.#maxPages = maxPages;
    this.tree = pdf.reserve();
  }

  /**
   * Announces that `count` more pages will be added.
   * @throws ConversionError `conversion.limit_exceeded` if there are too many
   */
  expect(count: number): void {
    if (this.#pages.length + count <= this.#maxPages) return;
    throw new ConversionError(fault('pdf.pages', this.#maxPages));
  }

  /** Adds a page whose object has already been written. */
  addPage(number: number): void {
    this.#pages.push(number);
  }

  async add(picture: PagePicture, { page, matrix }: PictureMatrix): Promise<void> {
    const image = await this.#addPicture(picture);
    const content = Buffer.from(`q ${matrix.map(decimal).join(' ')} cm /Picture Do Q`);
    const contents = await this.#pdf.add('', content);
    const resources = `/Resources << /XObject << /Picture ${image} 0 R >> >>`;
    const box = `/MediaBox [0 0 ${decimal(page.width)} ${decimal(page.height)}]`;
    const entries = `/Type /Page /Parent ${this.tree} 0 R ${box} ${resources} /Contents ${contents} 0 R`;
    this.addPage(await this.#pdf.add(entries));
  }

  /** @param more additional entries of the catalog */
  async end(more = ''): Promise<void> {
    const kids = this.#pages.map((page) => `${page} 0 R`).join(' ');
    await this.#pdf.add(`/Type /Pages /Count ${this.#pages.length} /Kids [${kids}]`, undefined, this.tree);
    await this.#pdf.end(await this.#pdf.add(`/Type /Catalog /Pages ${this.tree} 0 R ${more}`));
  }

  async #addPicture(picture: PagePicture): Promise<number> {
    const { width, height, bits, isInverted = false, mask, data } = picture;
    const entries = [
      `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits}`,
      `/ColorSpace ${await this.#colorSpace(picture)} ${coding(picture)}`,
      ...(isInverted ? ['/Decode [1 0 1 0 1 0 1 0]'] : []),
      ...(mask ? [`/SMask ${await this.#addPicture(mask)} 0 R`] : []),
    ];
    return this.#pdf.add(entries.join(' '), data);
  }

  async #colorSpace({ colors, palette, profile }: PagePicture): Promise<string> {
    const base = profile ? `[/ICCBased ${await this.#addProfile(colors, profile)} 0 R]` : `/${colors}`;
    if (palette === undefined) return base;
    return `[/Indexed ${base} ${palette.length / channels.DeviceRGB - 1} <${palette.toString('hex')}>]`;
  }

  async #addProfile(colors: PagePicture['colors'], profile: Uint8Array): Promise<number> {
    const entries = `/N ${channels[colors]} /Alternate /${colors} /Filter /FlateDecode`;
    return this.#pdf.add(entries, deflateSync(profile));
  }
}

function coding({ coding, colors, palette, bits, width }: PagePicture): string {
  if (coding === 'jpeg') return '/Filter /DCTDecode';
  const samples = palette ? 1 : channels[colors];
  const row = `/Predictor ${pngPredictors} /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width}`;
  return `/Filter /FlateDecode /DecodeParms << ${row} >>`;
}

/** Formats a number without an exponent, which PDF doesn't support. */
function decimal(value: number): string {
  return String(Number(value.toFixed(fractionDigits)));
}

/** The largest page size that all PDF readers support (ISO 32000-1, annex C). */
const maxSidePoints = 14_400;
const minSidePoints = 3;
/** Lower values are placeholders for an unknown density. */
const minDensity = 10;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

interface PictureMatrix {
  /** Page size in points. */
  readonly page: { readonly width: number; readonly height: number };
  /** Maps the unit square to the picture's position on the page and applies its EXIF orientation. */
  readonly matrix: Matrix;
}

/** Pixels per inch. Faxes have half as many down as across. */
export interface Density {
  readonly across: number;
  readonly down: number;
}

/** The properties of a picture that determine its position. */
interface UnplacedPicture {
  readonly width: number;
  readonly height: number;
  readonly density: Density | undefined;
  /** EXIF orientation, from 1 to 8. */
  readonly orientation: number | undefined;
}

/** Returns the size of the page and the picture's position on it. */
export function placeOf(picture: UnplacedPicture, options: ImagePdfOptions): PictureMatrix {
  const { orientation = 1 } = picture;
  const { across, down } = densityOf(picture, options);
  const stored = [picture.width / across, picture.height / down].map((inches) => inches * pointsPerInch);
  const [width = 1, height = 1] = orientation > 4 ? stored.toReversed() : stored;
  const margin = (options.margin ?? 0) * pointsPerMillimetre;
  const page = sheetOf(options, width > height) ?? paperFor(width, height, margin);
  const room = { width: page.width - 2 * margin, height: page.height - 2 * margin };
  const fit = Math.min(room.width / width, room.height / height);
  const size = { width: width * fit, height: height * fit };
  const left = (page.width - size.width) / 2;
  const bottom = (page.height - size.height) / 2;
  return { page, matrix: matrixOf(orientation, left, bottom, size.width, size.height) };
}

function densityOf({ density }: UnplacedPicture, options: ImagePdfOptions): Density {
  const wanted = options.density ?? pointsPerInch;
  const isKnown = density !== undefined && Math.min(density.across, density.down) >= minDensity;
  return options.density === undefined && isKnown ? density : { across: wanted, down: wanted };
}

function sheetOf(
  { pageSize, orientation }: ImagePdfOptions,
  isWide: boolean,
): PictureMatrix['page'] | undefined {
  if (pageSize === undefined) return undefined;
  const [short, long] = papers[pageSize];
  const lies = orientation === undefined ? isWide : orientation === 'landscape';
  return lies ? { width: long, height: short } : { width: short, height: long };
}

/** Returns a page size that fits the picture and its margins, within the limits of PDF. */
function paperFor(width: number, height: number, margin: number): PictureMatrix['page'] {
  const most = (maxSidePoints - 2 * margin) / Math.max(width, height);
  const least = minSidePoints / Math.min(width, height);
  const scale = Math.min(most, Math.max(1, least));
  return { width: width * scale + 2 * margin, height: height * scale + 2 * margin };
}

/**
 * Returns the matrix for an EXIF orientation, which says where the picture's first row and column are displayed (EXIF
 * 2.32, tag Orientation).
 */
function matrixOf(orientation: number, x: number, y: number, width: number, height: number): Matrix {
  const [right, top] = [x + width, y + height];
  switch (orientation) {
    case 2:
      return [-width, 0, 0, height, right, y];
    case 3:
      return [-width, 0, 0, -height, right, top];
    case 4:
      return [width, 0, 0, -height, x, top];
    case 5:
      return [0, -height, -width, 0, right, top];
    case 6:
      return [0, -height, width, 0, x, top];
    case 7:
      return [0, height, width, 0, x, y];
    case 8:
      return [0, height, -width, 0, right, y];
    default:
      return [width, 0, 0, height, x, y];
  }
}

/** PDF 1.5 is the first version with 16-bit samples. */
const header = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n';

/** A PDF that is written object by object, so that only one object is in memory at a time. */
export class PdfFile implements AsyncDisposable {
  readonly #file: FileHandle;
  /** Offsets of objects in the file, indexed by object number. */
  readonly #offsets: number[] = [0];
  #position = 0;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  static async create(path: string): Promise<PdfFile> {
    const pdf = new PdfFile(await open(path, 'wx', 0o600));
    await pdf.#write(Buffer.from(header, 'latin1'));
    return pdf;
  }

  /** Reserves the number of an object that is written later. */
  reserve(): number {
    return this.#offsets.push(0) - 1;
  }

  /** Writes an object with these dictionary entries, and optionally a stream. Returns its number. */
  async add(entries: string, stream?: Uint8Array, number = this.reserve()): Promise<number> {
    this.#offsets[number] = this.#position;
    const length = stream ? ` /Length ${stream.length}` : '';
    await this.#write(Buffer.from(`${number} 0 obj\n<< ${entries}${length} >>\n`));
    if (stream) {
      await this.#write(Buffer.from('stream\n'));
      await this.#write(stream);
      await this.#write(Buffer.from('\nendstream\n'));
    }
    await this.#write(Buffer.from('endobj\n'));
    return number;
  }

  /** Writes an object that is already serialized. */
  async addObject(number: number, object: Uint8Array): Promise<void> {
    this.#offsets[number] = this.#position;
    await this.#write(Buffer.from(`${number} 0 obj\n`));
    await this.#write(object);
    await this.#write(Buffer.from('\nendobj\n'));
  }

  /** Writes the cross-reference table, and a trailer with `root` as the catalog. */
  async end(root: number): Promise<void> {
    const start = this.#position;
    const size = this.#offsets.length;
    const rows = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
    const trailer = `trailer\n<< /Size ${size} /Root ${root} 0 R >>\nstartxref\n${start}\n%%EOF\n`;
    await this.#write(Buffer.from(table + trailer));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file.close();
  }

  async #write(bytes: Uint8Array): Promise<void> {
    await this.#file.writeFile(bytes);
    this.#position += bytes.length;
  }
}
