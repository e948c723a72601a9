import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { withFile } from './lentFiles.ts';
import { pageOf } from './pdfBuilder.ts';

const exec = promisify(execFile);

/** Facts about a PDF besides its pages, according to other programs. */
interface PdfFacts {
  /** According to Poppler: title, dates, page sizes, tags, forms. */
  readonly info: string;
  readonly fonts: string;
  readonly links: string;
  /** According to qpdf, which also checks the file. */
  readonly structure: unknown;
}

/** Lines of Poppler's output that repacking a file may change. */
const ofPacking = /^(?:File size|PDF version|Optimized|Encrypted).*\n/gm;
const structureKeys = ['outlines', 'acroform', 'attachments', 'pagelabels'];

export async function pdfFacts(pdf: Buffer): Promise<PdfFacts> {
  return withFile(pdf, 'pdf', async (file) => {
    await exec('qpdf', ['--check', file]);
    const info = (await exec('pdfinfo', [file])).stdout.replaceAll(ofPacking, '');
    const fonts = (await exec('pdffonts', [file])).stdout;
    const links = (await exec('pdfinfo', ['-url', file])).stdout;
    const keys = structureKeys.map((key) => `--json-key=${key}`);
    const json = await exec('qpdf', ['--json=1', ...keys, file], { maxBuffer: 1 << 26 });
    const structure: unknown = JSON.parse(json.stdout);
    return { info, fonts, links, structure };
  });
}

/** The pictures in a PDF according to `pdfimages -list`, with the words of each row. */
export async function picturesIn(pdf: Buffer): Promise<string[][]> {
  return withFile(pdf, 'pdf', async (file) => {
    const { stdout } = await exec('pdfimages', ['-list', file]);
    return stdout
      .trim()
      .split('\n')
      .slice(2)
      .map((row) => row.trim().split(/\s+/));
  });
}

/** The pictures in a PDF, as extracted by `pdfimages -all`: JPEGs byte for byte. */
export async function extractedPictures(pdf: Buffer): Promise<Buffer[]> {
  return withFile(pdf, 'pdf', async (file) => {
    await exec('pdfimages', ['-all', file, `${file}-picture`]);
    const names = (await readdir(path.dirname(file))).filter((name) => name.includes('-picture')).toSorted();
    return Promise.all(names.map((name) => readFile(path.join(path.dirname(file), name))));
  });
}

/** Width and height of each page in points, according to pdfinfo. */
export async function pageSizes(pdf: Buffer): Promise<number[][]> {
  return withFile(pdf, 'pdf', async (file) => {
    const { stdout } = await exec('pdfinfo', ['-l', '-1', file]);
    const sizes = stdout.matchAll(/^Page.* size: +([\d.]+) x ([\d.]+) pts/gm);
    return [...sizes].map(([, width, height]) => [Number(width), Number(height)]);
  });
}

/** pdfsig's opinion on the signatures in a PDF. */
export async function signaturesIn(pdf: Buffer): Promise<string> {
  return withFile(pdf, 'pdf', async (file) => (await exec('pdfsig', ['-nocert', file])).stdout);
}

/** A PDF with one page, signed by OpenSSL, except for the bytes of the signature. */
export async function signedPdf(): Promise<Buffer> {
  const room = '0'.repeat(8192);
  const range = '/ByteRange [0 1111111111 2222222222 3333333333]';
  const signature = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached ${range} /Contents <${room}> >>`;
  const field = '<< /FT /Sig /T (a) /V 6 0 R /Type /Annot /Subtype /Widget /Rect [0 0 0 0] /P 3 0 R >>';
  const pdf = pageOf('0.5 g 0 0 99 99 re f', {
    catalogue: '/AcroForm << /SigFlags 3 /Fields [5 0 R] >>',
    page: '/Annots [5 0 R]',
    extra: [field, signature],
  });
  const start = pdf.indexOf(`<${room}>`);
  const end = start + room.length + 2;
  const numbers = [start, end, pdf.length - end].map((each) => String(each).padEnd(10)).join(' ');
  pdf.write(`/ByteRange [0 ${numbers}]`.padEnd(range.length), pdf.indexOf(range), 'latin1');
  const content = Buffer.concat([pdf.subarray(0, start), pdf.subarray(end)]);
  pdf.write((await detachedSignature(content)).toString('hex'), start + 1, 'latin1');
  return pdf;
}

/** A PDF that qpdf has encrypted so that it opens without a password, with or without object streams. */
export async function protectedPdf(pdf: Buffer, objectStreams: 'disable' | 'generate'): Promise<Buffer> {
  return withFile(pdf, 'pdf', async (file) => {
    const locked = `${file}.locked`;
    const encryption = ['--encrypt', '', 'owner', '256', '--modify=none', '--'];
    await exec('qpdf', [...encryption, `--object-streams=${objectStreams}`, file, locked]);
    return readFile(locked);
  });
}

/** A PDF that qpdf has made as small as it can. */
export async function recompressedPdf(pdf: Buffer): Promise<Buffer> {
  return withFile(pdf, 'pdf', async (file) => {
    const smaller = `${file}.smaller`;
    const compression = ['--object-streams=generate', '--recompress-flate', '--compression-level=9'];
    await exec('qpdf', [...compression, file, smaller]);
    return readFile(smaller);
  });
}

async function detachedSignature(content: Buffer): Promise<Buffer> {
  return withFile(content, 'pdf', async (file) => {
    const [key, certificate, signature] = [`${file}.key`, `${file}.crt`, `${file}.der`];
    const identity = ['-subj', '/CN=Somebody', '-keyout', key, '-out', certificate];
    await exec('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '3650', ...identity]);
    const own = ['-signer', certificate, '-inkey', key, '-in', file, '-out', signature];
    await exec('openssl', ['cms', '-sign', '-binary', '-outform', 'DER', '-md', 'sha256', ...own]);
    return readFile(signature);
  });
}
