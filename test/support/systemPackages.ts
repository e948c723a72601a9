import { existsSync, globSync } from 'node:fs';
import { findOnPath, run, toolEnv } from './command.ts';

export interface Need {
  debianPackage: string;
  isMet(): boolean;
}

const onPath = (debianPackage: string, ...names: string[]): Need => ({
  debianPackage,
  isMet: () => findOnPath(debianPackage, ...names) !== undefined,
});

const onDisk = (debianPackage: string, path: string): Need => ({
  debianPackage,
  isMet: () => existsSync(path),
});

/** Python, whose standard library reads archives and databases. */
export const pythonNeeds: readonly Need[] = [onPath('python3')];

/** The program that the commands printed by `npm run network` use. */
export const curlNeeds: readonly Need[] = [onPath('curl')];

/** Packages that are needed to compile the VS Code server's native modules. */
export const compilerNeeds: readonly Need[] = [
  ...pythonNeeds,
  onPath('make'),
  onPath('g++'),
  onPath('pkg-config'),
  onDisk('libkrb5-dev', '/usr/include/gssapi/gssapi.h'),
];

/** Packages for the browser that shows the workbench, and for VS Code's Source Control view. */
export const browserNeeds: readonly Need[] = [
  onPath('git'),
  onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
];

/** Other decoders, which show the real content of our outputs. */
export const decoderNeeds: readonly Need[] = [
  onPath('imagemagick', 'magick', 'convert-im6.q16'),
  onPath('libavif-bin', 'avifdec'),
  onPath('librsvg2-bin', 'rsvg-convert'),
  onDisk('fonts-dejavu-core', '/usr/share/fonts/truetype/dejavu'),
  onDisk('fonts-liberation', '/usr/share/fonts/truetype/liberation'),
  onPath('libimage-exiftool-perl', 'exiftool'),
  onPath('libheif-examples', 'heif-enc'),
  onPath('libjxl-tools', 'djxl'),
  onPath('libopenjp2-tools', 'opj_decompress'),
  onPath('libtiff-tools', 'tiffcp'),
  onPath('icnsutils', 'icns2png'),
  onDisk('python3-numpy', '/usr/lib/python3/dist-packages/numpy'),
  onDisk('python3-pil', '/usr/lib/python3/dist-packages/PIL'),
  onPath('ffmpeg'),
  onPath('libarchive-tools', 'bsdtar'),
  onPath('7zip', '7zz'),
  onPath('wimtools', 'wimlib-imagex'),
  onPath('lame'),
  onPath('opus-tools', 'opusdec'),
  onPath('bzip2'),
  onPath('xz-utils', 'xz'),
  onPath('zstd'),
  onPath('gnumeric', 'ssconvert'),
  onDisk('python3-openpyxl', '/usr/lib/python3/dist-packages/openpyxl'),
  onDisk('python3-xlrd', '/usr/lib/python3/dist-packages/xlrd'),
  onPath('python3'),
  onDisk('python3-nbformat', '/usr/lib/python3/dist-packages/nbformat'),
  onDisk('python3-yaml', '/usr/lib/python3/dist-packages/yaml/__init__.py'),
  onPath('poppler-utils', 'pdftoppm'),
  onPath('mupdf-tools', 'mutool'),
  onPath('epubcheck'),
  onPath('qpdf'),
  onPath('openssl'),
  onDisk('fonts-wqy-microhei', '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc'),
  onPath('unzip'),
  onPath('pandoc'),
  onPath('libreoffice-writer-nogui', 'soffice'),
  onDisk('libreoffice-impress-nogui', '/usr/lib/libreoffice/program/libsdlo.so'),
  onDisk('libreoffice-calc-nogui', '/usr/lib/libreoffice/program/libsclo.so'),
  onDisk('python3-fonttools', '/usr/lib/python3/dist-packages/fontTools'),
  onDisk('python3-brotli', '/usr/lib/python3/dist-packages/brotli.py'),
];

/** The programs that the local service uses if the user has them. */
export const programNeeds: readonly Need[] = [
  onPath('ffmpeg'),
  onPath('libreoffice-writer-nogui', 'soffice'),
  onDisk('libreoffice-calc-nogui', '/usr/lib/libreoffice/program/libsclo.so'),
  onDisk('libreoffice-impress-nogui', '/usr/lib/libreoffice/program/libsdlo.so'),
  onPath('pandoc'),
  onPath('calibre', 'ebook-convert'),
  onPath('ghostscript', 'gs'),
  onPath('tesseract-ocr', 'tesseract'),
  // The sandbox.
  onPath('bubblewrap', 'bwrap'),
  // The compiler for a program that tries to escape its sandbox.
  onPath('gcc'),
  onDisk('libc6-dev', '/usr/include/pthread.h'),
];

/** Popular compression programs, for comparison in the benchmark. */
export const compressionPeerNeeds: readonly Need[] = [
  onPath('libjxl-devtools', 'butteraugli_main'),
  onPath('jpegoptim'),
  onPath('libjpeg-turbo-progs', 'cjpeg'),
  onPath('optipng'),
  onPath('pngquant'),
  onPath('webp', 'cwebp'),
  onPath('libavif-bin', 'avifenc'),
  onPath('gifsicle'),
  onPath('qpdf'),
  onPath('ghostscript', 'gs'),
  onPath('advancecomp', 'advzip'),
  onPath('imagemagick', 'magick', 'convert-im6.q16'),
  onPath('librsvg2-bin', 'rsvg-convert'),
  onPath('poppler-utils', 'pdftoppm'),
];

/** Decoders that aren't among the programs of the local service. */
export const programDecoderNeeds: readonly Need[] = [
  onPath('mediainfo'),
  onPath('catdoc'),
  onPath('libgsf-bin', 'gsf'),
  onPath('libxml2-utils', 'xmllint'),
  onPath('sox'),
  onDisk('groff', '/usr/share/groff/current/tmac/an-old.tmac'),
  onPath('asciidoctor'),
  onPath('libmobi-tools', 'mobitool'),
  onPath('python3-docutils', 'rst2xml'),
  onPath('texinfo', 'makeinfo'),
  onDisk('libsox-fmt-all', '/usr/share/doc/libsox-fmt-all'),
];

/** Debian's folder for the newest installed PostgreSQL. */
export function postgresFolder(): string {
  return globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? '';
}

/** The servers in which the network service keeps its state and files, and the proxies in front of it and its database. */
export const serverNeeds: readonly Need[] = [
  ...(['proxy', 'account', 'container', 'object'] as const).map((part) =>
    onPath(`swift-${part}`, `swift-${part}-server`),
  ),
  onPath('memcached'),
  onDisk('liberasurecode1', '/usr/share/doc/liberasurecode1'),
  onPath('pgbouncer'),
  onPath('caddy'),
];

/** The oldest supported PostgreSQL, with the programs for backups, which the package from npm doesn't contain. */
export const oldPostgresNeeds: readonly Need[] = [
  { debianPackage: 'postgresql', isMet: () => existsSync(`${postgresFolder()}/initdb`) },
];

/** Programs that build and run containers without a registry of images. */
export const containerNeeds: readonly Need[] = [
  onPath('podman'),
  onPath('runc'),
  onPath('buildah'),
  onPath('catatonit'),
  onPath('mmdebstrap'),
];

/** Installs missing `needs` as root on Debian; otherwise ends the process with one line of instructions. */
export async function ensureSystemPackages(needs: readonly Need[]): Promise<void> {
  const missing = needs.filter((need) => !need.isMet()).map((need) => need.debianPackage);
  if (process.platform !== 'linux' || missing.length === 0) return;
  if (process.getuid?.() !== 0 || !findOnPath('apt-get')) {
    console.error(`Install these Debian packages first: ${missing.join(' ')}`);
    process.exit(1);
  }
  console.log(`Installing ${missing.join(', ')}`);
  await installPackages(missing);
}

/** Installs Debian packages, as root. */
export async function installPackages(names: readonly string[]): Promise<void> {
  const env = { ...toolEnv(), DEBIAN_FRONTEND: 'noninteractive' };
  const quiet = ['-qq', '-o', 'DPkg::Lock::Timeout=300'];
  await run('apt-get', [...quiet, 'update'], { env });
  await run('apt-get', [...quiet, 'install', '-y', '--no-install-recommends', ...names], { env });
}
